"""Words as a shell cuts them."""

import os
import re
import sys
from collections import deque
from io import StringIO

__all__ = ["shlex", "split", "quote", "join"]


class shlex:
    "An iterator over the words of a text or a file."

    def __init__(self, instream=None, infile=None, posix=False, punctuation_chars=False):
        if isinstance(instream, str):
            instream = StringIO(instream)
        self.instream, self.infile = (sys.stdin, None) if instream is None else (instream, infile)
        self.posix, self.eof = posix, None if posix else ""
        self.commenters, self.whitespace, self.whitespace_split = "#", " \t\r\n", False
        self.wordchars = "abcdfeghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
        if posix:
            self.wordchars += "ßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞ"
        self.quotes, self.escape, self.escapedquotes = "'\"", "\\", '"'
        self.state, self.pushback, self.lineno, self.debug, self.token = " ", deque(), 1, 0, ""
        self.filestack, self.source = deque(), None
        self._punctuation_chars = "();<>|&" if punctuation_chars is True else punctuation_chars or ""
        if self._punctuation_chars:
            self._pushback_chars = deque()
            self.wordchars += "~-./*?="
            self.wordchars = "".join(one for one in self.wordchars if one not in self._punctuation_chars)

    @property
    def punctuation_chars(self):
        "The characters that form words of their own."
        return self._punctuation_chars

    def push_token(self, tok):
        "Put a word in front of those to come."
        self.pushback.appendleft(tok)

    def push_source(self, newstream, newfile=None):
        "Read from another text first."
        if isinstance(newstream, str):
            newstream = StringIO(newstream)
        self.filestack.appendleft((self.infile, self.instream, self.lineno))
        self.infile, self.instream, self.lineno = newfile, newstream, 1

    def pop_source(self):
        "Back to the text before."
        self.instream.close()
        self.infile, self.instream, self.lineno = self.filestack.popleft()
        self.state = " "

    def sourcehook(self, newfile):
        "The name and the file of a text that is included."
        if newfile[0] == '"':
            newfile = newfile[1:-1]
        if isinstance(self.infile, str) and not os.path.isabs(newfile):
            newfile = os.path.join(os.path.dirname(self.infile), newfile)
        return newfile, open(newfile)

    def error_leader(self, infile=None, lineno=None):
        "The place in front of a message."
        return '"%s", line %d: ' % (self.infile if infile is None else infile, self.lineno if lineno is None else lineno)

    def get_token(self):
        "The next word; eof at the end."
        if self.pushback:
            return self.pushback.popleft()
        word = self.read_token()
        if self.source is not None:
            while word == self.source:
                found = self.sourcehook(self.read_token())
                if found:
                    self.push_source(found[1], found[0])
                word = self.get_token()
        while word == self.eof:
            if not self.filestack:
                return self.eof
            self.pop_source()
            word = self.get_token()
        return word

    def _next(self):
        if self._punctuation_chars and self._pushback_chars:
            return self._pushback_chars.pop()
        return self.instream.read(1)

    def read_token(self):
        "The next word as it is read, pushed back ones and included sources aside."
        # states: None at the end, " " between words, "a" in a word, "c" in punctuation, a quote, an escape
        quoted, outer = False, " "
        while True:
            sign = self._next()
            if sign == "\n":
                self.lineno += 1
            state = self.state
            if state is None:
                self.token = ""
                break
            if state == " ":
                if not sign:
                    self.state = None
                    break
                if sign in self.whitespace:
                    if self.token or (self.posix and quoted):
                        break
                elif sign in self.commenters:
                    self.instream.readline()
                    self.lineno += 1
                elif self.posix and sign in self.escape:
                    outer, self.state = "a", sign
                elif sign in self.wordchars:
                    self.token, self.state = sign, "a"
                elif sign in self._punctuation_chars:
                    self.token, self.state = sign, "c"
                elif sign in self.quotes:
                    if not self.posix:
                        self.token = sign
                    self.state = sign
                elif self.whitespace_split:
                    self.token, self.state = sign, "a"
                else:
                    self.token = sign
                    if self.token or (self.posix and quoted):
                        break
            elif state in self.quotes:
                quoted = True
                if not sign:
                    raise ValueError("No closing quotation")
                if sign == state:
                    if not self.posix:
                        self.token += sign
                        self.state = " "
                        break
                    self.state = "a"
                elif self.posix and sign in self.escape and state in self.escapedquotes:
                    outer, self.state = state, sign
                else:
                    self.token += sign
            elif state in self.escape:
                if not sign:
                    raise ValueError("No escaped character")
                if outer in self.quotes and sign != state and sign != outer:
                    self.token += state
                self.token += sign
                self.state = outer
            else:
                if not sign:
                    self.state = None
                    break
                if sign in self.whitespace:
                    self.state = " "
                    if self.token or (self.posix and quoted):
                        break
                elif sign in self.commenters:
                    self.instream.readline()
                    self.lineno += 1
                    if self.posix:
                        self.state = " "
                        if self.token or quoted:
                            break
                elif state == "c":
                    if sign in self._punctuation_chars:
                        self.token += sign
                    else:
                        if sign not in self.whitespace:
                            self._pushback_chars.append(sign)
                        self.state = " "
                        break
                elif self.posix and sign in self.quotes:
                    self.state = sign
                elif self.posix and sign in self.escape:
                    outer, self.state = "a", sign
                elif sign in self.wordchars or sign in self.quotes or (self.whitespace_split and sign not in self._punctuation_chars):
                    self.token += sign
                else:
                    if self._punctuation_chars:
                        self._pushback_chars.append(sign)
                    else:
                        self.pushback.appendleft(sign)
                    self.state = " "
                    if self.token or (self.posix and quoted):
                        break
        word, self.token = self.token, ""
        if self.posix and not quoted and word == "":
            word = None
        return word

    def __iter__(self):
        return self

    def __next__(self):
        word = self.get_token()
        if word == self.eof:
            raise StopIteration
        return word


def split(s, comments=False, posix=True):
    """The words of a command line.

    >>> split("cp 'a b' c")
    ['cp', 'a b', 'c']
    """
    if s is None:
        import warnings
        warnings.warn("Passing None for 's' to shlex.split() is deprecated.", DeprecationWarning, stacklevel=2)
    words = shlex(s, posix=posix)
    words.whitespace_split = True
    if not comments:
        words.commenters = ""
    return list(words)


def join(split_command):
    "A command line of these words."
    return " ".join(quote(word) for word in split_command)


_unsafe = re.compile(r"[^\w@%+=:,./-]", re.ASCII).search


def quote(s):
    """The text as one word of a command line.

    >>> quote("a b")
    "'a b'"
    """
    if not s:
        return "''"
    return "'" + s.replace("'", "'\"'\"'") + "'" if _unsafe(s) else s
