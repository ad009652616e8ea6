"""The kinds of tokens, by number and by name, as the version that sys tells of has them."""
import sys as _sys

_MINOR = _sys.version_info[1]
_NAMES = ("ENDMARKER NAME NUMBER STRING NEWLINE INDENT DEDENT LPAR RPAR LSQB RSQB COLON COMMA SEMI PLUS MINUS STAR SLASH VBAR AMPER LESS GREATER "
          "EQUAL DOT PERCENT LBRACE RBRACE EQEQUAL NOTEQUAL LESSEQUAL GREATEREQUAL TILDE CIRCUMFLEX LEFTSHIFT RIGHTSHIFT DOUBLESTAR PLUSEQUAL "
          "MINEQUAL STAREQUAL SLASHEQUAL PERCENTEQUAL AMPEREQUAL VBAREQUAL CIRCUMFLEXEQUAL LEFTSHIFTEQUAL RIGHTSHIFTEQUAL DOUBLESTAREQUAL "
          "DOUBLESLASH DOUBLESLASHEQUAL AT ATEQUAL RARROW ELLIPSIS COLONEQUAL OP AWAIT ASYNC TYPE_IGNORE TYPE_COMMENT SOFT_KEYWORD ERRORTOKEN "
          "COMMENT NL ENCODING N_TOKENS").split()
if _MINOR >= 12:
    _place = _NAMES.index("OP")
    _kinds = ["EXCLAMATION", "OP"] + ["AWAIT", "ASYNC"] * (_MINOR == 12) + ["TYPE_IGNORE", "TYPE_COMMENT", "SOFT_KEYWORD"]
    for _letter in "FT"[:1 + (_MINOR >= 14)]:
        _kinds += [_letter + "STRING_" + _part for _part in ("START", "MIDDLE", "END")]
    _NAMES[_place:] = _kinds + ["COMMENT", "NL", "ERRORTOKEN", "ENCODING", "N_TOKENS"]
for _number, _name in enumerate(_NAMES):
    globals()[_name] = _number
NT_OFFSET = 256
tok_name = dict(enumerate(_NAMES[:-1]))
tok_name[N_TOKENS], tok_name[NT_OFFSET] = "N_TOKENS", "NT_OFFSET"  # noqa: F821
EXACT_TOKEN_TYPES = {text: _NAMES.index(name) for text, name in (
    pair.split() for pair in ("!= NOTEQUAL|% PERCENT|%= PERCENTEQUAL|& AMPER|&= AMPEREQUAL|( LPAR|) RPAR|* STAR|** DOUBLESTAR|**= DOUBLESTAREQUAL|"
                              "*= STAREQUAL|+ PLUS|+= PLUSEQUAL|, COMMA|- MINUS|-= MINEQUAL|-> RARROW|. DOT|... ELLIPSIS|/ SLASH|// DOUBLESLASH|"
                              "//= DOUBLESLASHEQUAL|/= SLASHEQUAL|: COLON|:= COLONEQUAL|; SEMI|< LESS|<< LEFTSHIFT|<<= LEFTSHIFTEQUAL|<= LESSEQUAL|"
                              "= EQUAL|== EQEQUAL|> GREATER|>= GREATEREQUAL|>> RIGHTSHIFT|>>= RIGHTSHIFTEQUAL|@ AT|@= ATEQUAL|[ LSQB|] RSQB|"
                              "^ CIRCUMFLEX|^= CIRCUMFLEXEQUAL|{ LBRACE|VB VBAR|VB= VBAREQUAL|} RBRACE|~ TILDE").replace("VB VBAR", "\0 VBAR").replace(
                                  "VB= VBAREQUAL", "\0= VBAREQUAL").split("|"))}
EXACT_TOKEN_TYPES = {text.replace("\0", "|"): number for text, number in EXACT_TOKEN_TYPES.items()}
if _MINOR >= 12:
    EXACT_TOKEN_TYPES = {"!": _NAMES.index("EXCLAMATION"), **EXACT_TOKEN_TYPES}
__all__ = ["tok_name", "ISTERMINAL", "ISNONTERMINAL", "ISEOF", *_NAMES, "NT_OFFSET"]


def ISTERMINAL(x):
    """Is it the number of a token?"""
    return x < NT_OFFSET


def ISNONTERMINAL(x):
    """Is it the number of a rule of the grammar?"""
    return x >= NT_OFFSET


def ISEOF(x):
    """Is it the number of the end?"""
    return x == 0
