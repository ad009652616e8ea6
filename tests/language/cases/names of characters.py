"""Names, aliases and sequences of characters: unicodedata, \\N in texts, bytes, patterns and codecs, and what has which name."""
import codecs
import os
import re
import unicodedata as u
import zlib


def t(f, *a):
    try:
        r = f(*a)
        return ascii(r)
    except Exception as e:
        return "%s %s" % (type(e).__name__, ascii(e.args))


# ---- every alias and sequence of the table, and what is made by rule ----
HERE = os.path.dirname(os.path.abspath(__file__))
TABLE = os.path.join(HERE, *[".."] * 3, "kernel", "objects", "text", "unicode_aliases.h")
names = re.findall(r'ALIAS\("([^"]+)"', open(TABLE).read())
print(len(names), names == sorted(names))
for name in names + ["VS%d" % i for i in range(258)]:
    print(name, t(u.lookup, name), t(u.lookup, name.lower()), t(eval, "'\\N{%s}'" % name.title())[:12])
for one in "K NG C NY TT NN T N P M Y R L V LLL LL RR NNN J SH SS S H KSS Q KS".split():
    print(one, t(u.lookup, "TAMIL CONSONANT " + one), *(t(u.lookup, "Tamil Syllable " + one + vowel)
          for vowel in "A AA I II U UU E EE AI O OO AU AUU".split()))

# ---- the names of all characters, and back ----
state = 7
for first in range(0, 0x110000, 0x1000):
    block = [u.name(chr(c), "") for c in range(first, first + 0x1000)]
    kinds = [u.category(chr(c)) for c in range(first, first + 0x1000)]
    print("%X" % first, zlib.crc32("\n".join(block).encode()), zlib.crc32("".join(kinds).encode()))
    state = (state * 1103515245 + 12345) & 0x7fffffff
    name = block[state % 0x1000]
    if name:
        print(name, t(u.lookup, name), t(u.lookup, name.lower()), t(u.lookup, name + "X"))

# ---- particular ones ----
for n in ["LINE FEED","line feed","Line Feed","BYTE ORDER MARK","NULL","nul","LF","VS1","VS16","VS17","VS256","VS257","VS0","VS01","vs17","VS","VS 1","LATIN SMALL LETTER A","latin small letter a","LATIN  SMALL LETTER A"," LATIN SMALL LETTER A","LATIN SMALL LETTER A ",
 "HANGUL SYLLABLE GA","hangul syllable ga","Hangul Syllable GA","HANGUL SYLLABLE ga","HANGUL SYLLABLE A","HANGUL SYLLABLE HIH","HANGUL SYLLABLE","HANGUL SYLLABLE ","HANGUL SYLLABLE GAX","HANGUL SYLLABLE GGYAEGG",
 "CJK UNIFIED IDEOGRAPH-4E00","cjk unified ideograph-4e00","CJK UNIFIED IDEOGRAPH-4e00","Cjk UNIFIED IDEOGRAPH-4E00","CJK UNIFIED IDEOGRAPH-3400","CJK UNIFIED IDEOGRAPH-20000","CJK UNIFIED IDEOGRAPH-0041","CJK UNIFIED IDEOGRAPH-04E00","CJK UNIFIED IDEOGRAPH-9FFF","CJK UNIFIED IDEOGRAPH-A000","CJK UNIFIED IDEOGRAPH-2A6DF","CJK UNIFIED IDEOGRAPH-2A6E0","CJK UNIFIED IDEOGRAPH-31350","CJK UNIFIED IDEOGRAPH-","CJK UNIFIED IDEOGRAPH-4E0","CJK UNIFIED IDEOGRAPH-3134A",
 "CJK COMPATIBILITY IDEOGRAPH-F900","cjk compatibility ideograph-f900","TANGUT IDEOGRAPH-17000","TANGUT COMPONENT-001","NUSHU CHARACTER-1B170","KHITAN SMALL SCRIPT CHARACTER-18B00",
 "KEYCAP DIGIT ONE","keycap digit one","TAMIL SYLLABLE KAA","tamil syllable kaa","TAMIL CONSONANT K","TAMIL SYLLABLE KA","TAMIL SYLLABLE SHRII","TAMIL CONSONANT KSS","TAMIL SYLLABLE","TAMIL SYLLABLE NNNAU",
 "","A","<control>","<control-0000>","U+0041","NUL\0","SPACE\0X","x"*300,"x"*256,"x"*257,"\u00e9","LATIN SMALL LETTER \u00c9","LATIN_SMALL_LETTER_A","LATIN SMALL LETTER GHA","LATIN CAPITAL LETTER GHA","LATIN CAPITAL LETTER OI",
 "PRIVATE USE-E000","private-use-E000","SURROGATE-D800","UNICODE 1.0","FULL STOP","period","PERIOD","BELL","ALERT","BEL","NEW LINE","NEL","NO-BREAK SPACE","NBSP","ZWJ","ZWNJ","SHAKING FACE","PINK HEART","TAG SPACE","LANGUAGE TAG","SYRIAC SUBLINEAR COLON SKEWED LEFT","HOP", "PADDING CHARACTER","SGC","INDEX","IND","WEIERSTRASS ELLIPTIC FUNCTION","SCRIPT CAPITAL P","FUZZY","VARIATION SELECTOR-17","VARIATION SELECTOR-1", "SMALL ROMAN NUMERAL ONE", b"SPACE", b"LF", bytearray(b"SPACE"), 3, None]:
    print(ascii(n)[:60], t(u.lookup,n))
    if isinstance(n,str) and "\0" not in n and "}" not in n:
        print("   ", t(eval, '"\\N{%s}"'%n)[:300], t(lambda: re.fullmatch(r'\N{%s}'%n, "\n\r\x00 1a") is None), t(lambda: ("\\N{%s}"%n).encode("utf-8").decode("unicode_escape"))[:200], t(eval, 'f"\\N{%s}"'%n)[:200], t(eval, 'rb"\\N{%s}"'%n)[:60])
for c in "\n\0a\u00e9\uac00\u4e00\ue000\ufeff\ufe00\U000e0100\ud800\u0378\U0001faf9\U000122d4\u01a2\u2118\U00017000\u20d0\uf900\U0001d0c5":
    print(ascii(c), t(u.name,c), t(c.encode,"ascii","namereplace"), t(u.name,c,None))
print(t(re.compile,r"\N{KEYCAP DIGIT ONE}"), t(re.compile,r"[\N{LF}-\N{CR}]"), re.findall(r"[\N{LF}-\N{CR}\N{VS17}]","a\n\r\x0b\U000e0100"), t(re.compile,br"\N{LF}"), t(re.compile,r"\N"), t(re.compile,r"\N{"), t(re.compile,r"\N{}"), t(re.compile,r"\N{nope}"), t(re.compile,r"[\N{nope}]"), t(re.compile, r"\N{LF}*"), t(re.sub, "x", r"\N{LF}", "axb"))
print(t(u.lookup), t(u.lookup,"a","b"), t(u.name,"ab"), t(u.name,""), t(u.name,1))

# ---- malformed escapes ----
for s in [r"\N", r"\N{", r"\N{}", r"\N{}x", r"ab\N{}cd", r"\N{A", r"\N{LF", r"\Nx", r"\N}", r"\N{nope}xy", r"ab\N{nope}", r"\N{ }", r"\N{\x41}", r"\N{LF}\N{}", r"\N {LF}", r"\N{LATIN SMALL LETTER A}\N", "\\N{\u00e9}", "\u00e9\\N{nope}", "\\N{KEYCAP DIGIT ONE}", "a\\N{x\ny}", "\\N{" + "A"*300 + "}", "\\N{{LF}}", "x\\N{LF}}"]:
    for q in ("'%s'","f'%s'","'''%s'''"):
        print(ascii(s)[:50], q, t(eval, q % s)[:400])
    for e in ("strict","replace","ignore","backslashreplace"):
        print("   ",e,t(codecs.decode, s.encode("latin-1"), "unicode_escape", e)[:400])
