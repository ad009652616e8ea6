"""Regular expressions."""

import enum
from _re import (Match, Pattern, _cache, _compile, compile, escape, findall, finditer, fullmatch, match, purge, search, split, sub,
                 subn)

__all__ = ["match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer", "compile", "purge", "template", "escape",
           "error", "Pattern", "Match", "A", "I", "L", "M", "S", "X", "U", "ASCII", "IGNORECASE", "LOCALE", "MULTILINE", "DOTALL",
           "VERBOSE", "UNICODE", "NOFLAG", "RegexFlag"]

__version__ = "2.2.1"


class RegexFlag(enum.IntFlag, boundary=enum.KEEP):
    "The flags of compile(); they may be or-ed."

    NOFLAG = 0
    ASCII = A = 256
    IGNORECASE = I = 2
    LOCALE = L = 4
    UNICODE = U = 32
    MULTILINE = M = 8
    DOTALL = S = 16
    VERBOSE = X = 64
    TEMPLATE = T = 1
    DEBUG = 128

    def __repr__(self):
        rest, names = int(self), []
        for flag in RegexFlag:
            if flag and rest & flag._value_:
                names.append("re." + flag._name_)
                rest &= ~flag._value_
        if not names:
            return "re.RegexFlag(%d)" % rest if rest else "re.NOFLAG"
        return "|".join(names + [hex(rest)] if rest else names)

    __str__ = object.__str__


globals().update(RegexFlag.__members__)


class error(Exception):
    "A pattern or a template that is none: msg, pattern, pos, lineno, colno."

    __module__ = "re"

    def __init__(self, msg, pattern=None, pos=None):
        self.msg, self.pattern, self.pos, self.lineno, self.colno = msg, pattern, pos, None, None
        where = ""
        if pos is not None and pattern is not None:
            end = b"\n" if isinstance(pattern, (bytes, bytearray)) else "\n"
            above = pattern[:pos]
            self.lineno, self.colno = 1 + above.count(end), pos - above.rfind(end)
            where = " at position %d" % pos
            if end in pattern:
                where += " (line %d, column %d)" % (self.lineno, self.colno)
        super().__init__(msg + where)


def template(pattern, flags=0):
    "As compile(), with the flag TEMPLATE."
    import warnings
    warnings.warn("The re.template() function is deprecated as it is an undocumented feature without an obvious purpose. "
                  "Use re.compile() instead.", DeprecationWarning)
    return compile(pattern, flags | T)


class Scanner:
    "Cuts text into tokens: a list of (pattern, action) pairs, of which the first that matches is taken."

    def __init__(self, lexicon, flags=0):
        flags = int(flags)
        self.lexicon = lexicon
        self._patterns = [(compile(phrase, flags), action) for phrase, action in lexicon]
        self.match, self._flags = None, flags

    @property
    def scanner(self):
        "The pattern made of all rules."
        return compile("|".join("(%s)" % phrase for phrase, _ in self.lexicon), self._flags)

    def scan(self, string):
        "The pair of what the actions returned and the text that nothing matched."
        result, at = [], 0
        while True:
            for pattern, action in self._patterns:
                found = pattern.match(string, at)
                if found is not None:
                    break
            if found is None or found.end() == at:
                return result, string[at:]
            if callable(action):
                self.match = found
                action = action(self, found.group())
            if action is not None:
                result.append(action)
            at = found.end()
