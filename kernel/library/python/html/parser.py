"""Reads HTML piece by piece."""

import re
from html import unescape

__all__ = ["HTMLParser"]

_tag_name = re.compile(r"[a-zA-Z][^\t\n\r\f />\x00]*")
_attribute = re.compile(r"""((?<=['"\t\n\r\f /])[^\t\n\r\f />][^\t\n\r\f /=>]*)(\s*=+\s*('[^']*'|"[^"]*"|(?!['"])[^>\s]*))?(?:\s|/(?!>))*""")
_start_end = re.compile(r"""<[a-zA-Z][^\t\n\r\f />\x00]*(?:[\s/]*(?:(?<=['"\s/])[^\s/>][^\s/=>]*(?:\s*=+\s*(?:'[^']*'|"[^"]*"|(?!['"])[^>\s]*)\s*)?(?:\s|/(?!>))*)*)?\s*""")
_name_reference = re.compile(r"&([a-zA-Z][-.a-zA-Z0-9]*)[^a-zA-Z0-9]")
_number_reference = re.compile(r"&#(?:[0-9]+|[xX][0-9a-fA-F]+)[^0-9a-fA-F]")


class HTMLParser:
    "Calls its handle_...() methods for what feed() is given; derived classes define them."

    CDATA_CONTENT_ELEMENTS = ("script", "style")

    def __init__(self, *, convert_charrefs=True):
        self.convert_charrefs = convert_charrefs
        self.reset()

    def reset(self):
        "Forget all text."
        self.rawdata, self.lasttag, self.interesting, self.cdata_elem = "", "???", None, None
        self.lineno, self.offset = 1, 0
        self._start_text = None

    def feed(self, data):
        "Read more text."
        self.rawdata += data
        self.goahead(False)

    def close(self):
        "No more text follows."
        self.goahead(True)

    def getpos(self):
        "The pair (line, offset) of where the reading is."
        return self.lineno, self.offset

    def get_starttag_text(self):
        "The text of the last start tag."
        return self._start_text

    def set_cdata_mode(self, elem):
        "Read what follows as text, up to the end tag of elem."
        self.cdata_elem = elem.lower()

    def clear_cdata_mode(self):
        "Read tags again."
        self.cdata_elem = None

    def _advance(self, start, end):
        text = self.rawdata[start:end]
        lines = text.count("\n")
        if lines:
            self.lineno += lines
            self.offset = end - start - text.rindex("\n") - 1
        else:
            self.offset += end - start
        return end

    def _text(self, text):
        if text:
            self.handle_data(unescape(text) if self.convert_charrefs and not self.cdata_elem else text)

    def goahead(self, end):
        "Read as far as the text is complete, or with `end` all."
        raw, at, length = self.rawdata, 0, len(self.rawdata)
        while at < length:
            if self.cdata_elem:
                found = re.compile(r"</%s(?=[\t\n\r\f />])" % re.escape(self.cdata_elem), re.I).search(raw, at)
                stop = found.start() if found else length
                if not found and not end:
                    stop = raw.rfind("</", at)
                    stop = length if stop < 0 else stop
                    if stop == at:
                        break
            elif self.convert_charrefs:
                stop = raw.find("<", at)
                if stop < 0:
                    ampersand = raw.rfind("&", max(at, length - 34))
                    if not end and ampersand >= 0 and not re.search(r"[\s;]", raw[ampersand:]):
                        break
                    stop = length
            else:
                found = re.compile("[&<]").search(raw, at)
                stop = found.start() if found else length
            self._text(raw[at:stop])
            at = self._advance(at, stop)
            if at == length:
                break
            next_at = self._markup(at, end) if raw[at] == "<" else self._reference(at, end)
            if next_at < 0:
                break
            at = self._advance(at, next_at)
        if end and at < length:
            self._text(raw[at:])
            at = self._advance(at, length)
        self.rawdata = raw[at:]

    def _reference(self, at, end):
        raw = self.rawdata
        found = _number_reference.match(raw, at)
        if found:
            self.handle_charref(found.group()[2:-1])
        else:
            found = _name_reference.match(raw, at)
            if found:
                self.handle_entityref(found.group(1))
        if found:
            stop = found.end()
            return stop if raw[stop - 1] == ";" else stop - 1
        if re.compile(r"&(#[xX]?[0-9a-fA-F]*|[a-zA-Z][-.a-zA-Z0-9]*)?\Z").match(raw, at) and not end:
            return -1
        self.handle_data("&")
        return at + 1

    def _markup(self, at, end):
        raw = self.rawdata
        if raw.startswith("<!--", at):
            stop = re.compile(r"--!?>").search(raw, at + 4)
            if not stop:
                return -1
            self.handle_comment(raw[at + 4:stop.start()])
            return stop.end()
        if raw.startswith("<?", at):
            stop = raw.find(">", at + 2)
            if stop < 0:
                return -1
            self.handle_pi(raw[at + 2:stop])
            return stop + 1
        if raw.startswith("<!", at):
            stop = raw.find(">", at + 2)
            if stop < 0:
                return -1
            if raw[at + 2:at + 9].lower() == "doctype":
                self.handle_decl(raw[at + 2:stop])
            elif raw.startswith("<![", at):
                stop = raw.find("]>" if not raw.startswith("<![CDATA[", at) else "]]>", at)
                if stop < 0:
                    return -1
                size = 3 if raw.startswith("<![CDATA[", at) else 2
                self.unknown_decl(raw[at + 3:stop])
                return stop + size
            else:
                self.handle_comment(raw[at + 2:stop])
            return stop + 1
        if raw.startswith("</", at):
            return self._end_tag(at)
        if _tag_name.match(raw, at + 1):
            return self._start_tag(at)
        if at + 1 < len(raw) or end:
            self.handle_data("<")
            return at + 1
        return -1

    def _end_tag(self, at):
        raw = self.rawdata
        stop = raw.find(">", at + 2)
        if stop < 0:
            return -1
        found = _tag_name.match(raw, at + 2)
        if not found:
            if raw[at + 2:at + 3] == ">":
                return at + 3
            self.handle_comment(raw[at + 2:stop])
            return stop + 1
        tag = found.group().lower()
        if self.cdata_elem is not None and tag != self.cdata_elem:
            self.handle_data(raw[at:stop + 1])
            return stop + 1
        self.handle_endtag(tag)
        self.clear_cdata_mode()
        return stop + 1

    def _start_tag(self, at):
        raw = self.rawdata
        found = _start_end.match(raw, at)
        stop = found.end()
        if raw.startswith(">", stop):
            stop += 1
        elif raw.startswith("/>", stop):
            stop += 2
        else:
            if raw.find(">", stop) < 0:
                return -1
            stop = raw.find(">", stop) + 1
            self.handle_data(raw[at:stop])
            return stop
        self._start_text = raw[at:stop]
        name = _tag_name.match(raw, at + 1)
        self.lasttag = tag = name.group().lower()
        place, attributes = name.end(), []
        while place < stop and raw[place] in " \t\n\r\f/" and not raw.startswith("/>", place):
            place += 1
        while place < stop:
            one = _attribute.match(raw, place)
            if not one:
                break
            key, rest, value = one.group(1, 2, 3)
            if not rest:
                value = None
            elif value[:1] == value[-1:] and value[:1] in ("'", '"'):
                value = value[1:-1]
            if value:
                value = unescape(value)
            attributes.append((key.lower(), value))
            place = one.end()
        if self._start_text.endswith("/>"):
            self.handle_startendtag(tag, attributes)
        else:
            self.handle_starttag(tag, attributes)
            if tag in self.CDATA_CONTENT_ELEMENTS:
                self.set_cdata_mode(tag)
        return stop

    def handle_startendtag(self, tag, attrs):
        "A tag such as <br/>; by default start and end are handled one after the other."
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_starttag(self, tag, attrs):
        "A start tag, with its attributes as pairs; to be overridden, as all handlers."

    def handle_endtag(self, tag):
        "An end tag."

    def handle_charref(self, name):
        "A character by its number, as in &#62;, when they are not converted."

    def handle_entityref(self, name):
        "A character by its name, as in &gt;, when they are not converted."

    def handle_data(self, data):
        "Text."

    def handle_comment(self, data):
        "A comment."

    def handle_decl(self, decl):
        "A declaration such as DOCTYPE html."

    def handle_pi(self, data):
        "A processing instruction."

    def unknown_decl(self, data):
        "A declaration in brackets that is not known."
