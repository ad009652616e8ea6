"""Facts about the engine of regular expressions."""

MAGIC = 20220615
CODESIZE = 4
MAXREPEAT = 0xffffffff
MAXGROUPS = 0x3fffffff
copyright = " Regular expressions over PCRE2 "


def getcodesize():
    "The bytes of a unit of code."
    return CODESIZE


def ascii_iscased(character, /):
    "Whether a code is that of a letter of ASCII."
    return character < 128 and chr(character).isalpha()


def ascii_tolower(character, /):
    "The code of the small letter, for letters of ASCII."
    return ord(chr(character).lower()) if character < 128 else character


def unicode_iscased(character, /):
    "Whether a code's character has another case."
    letter = chr(character)
    return letter.lower() != letter or letter.upper() != letter


def unicode_tolower(character, /):
    "The code of the small letter."
    return ord(chr(character).lower()[0])
