"""Tables as text: values between commas, one row a line."""

import re
from _csv import (Dialect as _Dialect, Error, QUOTE_ALL, QUOTE_MINIMAL, QUOTE_NONE, QUOTE_NONNUMERIC, __version__, field_size_limit,
                  get_dialect, list_dialects, reader, register_dialect, unregister_dialect, writer)
from io import StringIO

__all__ = ["QUOTE_MINIMAL", "QUOTE_ALL", "QUOTE_NONNUMERIC", "QUOTE_NONE", "Error", "Dialect", "__doc__", "excel", "excel_tab",
           "field_size_limit", "reader", "writer", "register_dialect", "get_dialect", "list_dialects", "Sniffer", "unregister_dialect",
           "__version__", "DictReader", "DictWriter", "unix_dialect"]


class Dialect:
    "The base of dialects: derived classes set the attributes."

    _name, _valid = "", False
    delimiter = quotechar = escapechar = doublequote = skipinitialspace = lineterminator = quoting = None

    def __init__(self):
        if self.__class__ != Dialect:
            self._valid = True
        try:
            _Dialect(self)
        except TypeError as error:
            raise Error(str(error))


class excel(Dialect):
    "As Excel writes it."

    delimiter, quotechar, doublequote, skipinitialspace, lineterminator, quoting = ",", '"', True, False, "\r\n", QUOTE_MINIMAL


class excel_tab(excel):
    "As Excel writes it with tabs."

    delimiter = "\t"


class unix_dialect(Dialect):
    "Every field in quotes, lines as on Unix."

    delimiter, quotechar, doublequote, skipinitialspace, lineterminator, quoting = ",", '"', True, False, "\n", QUOTE_ALL


register_dialect("excel", excel)
register_dialect("excel-tab", excel_tab)
register_dialect("unix", unix_dialect)


class DictReader:
    "An iterator over rows as dicts; the first row has the names unless they are given."

    def __init__(self, f, fieldnames=None, restkey=None, restval=None, dialect="excel", *args, **kwds):
        if fieldnames is not None and iter(fieldnames) is fieldnames:
            fieldnames = list(fieldnames)
        self._fieldnames, self.restkey, self.restval = fieldnames, restkey, restval
        self.reader = reader(f, dialect, *args, **kwds)
        self.dialect, self.line_num = dialect, 0

    def __iter__(self):
        return self

    @property
    def fieldnames(self):
        "The keys of the rows: those given, or the first row."
        if self._fieldnames is None:
            try:
                self._fieldnames = next(self.reader)
            except StopIteration:
                pass
        self.line_num = self.reader.line_num
        return self._fieldnames

    @fieldnames.setter
    def fieldnames(self, value):
        self._fieldnames = value

    def __next__(self):
        if self.line_num == 0:
            self.fieldnames
        row = next(self.reader)
        self.line_num = self.reader.line_num
        while row == []:
            row = next(self.reader)
        names = self.fieldnames
        result = dict(zip(names, row))
        if len(names) < len(row):
            result[self.restkey] = row[len(names):]
        else:
            for name in names[len(row):]:
                result[name] = self.restval
        return result

    __class_getitem__ = classmethod(type(list[int]))


class DictWriter:
    "Writes dicts as rows."

    def __init__(self, f, fieldnames, restval="", extrasaction="raise", dialect="excel", *args, **kwds):
        if fieldnames is not None and iter(fieldnames) is fieldnames:
            fieldnames = list(fieldnames)
        self.fieldnames, self.restval = fieldnames, restval
        if extrasaction.lower() not in ("raise", "ignore"):
            raise ValueError("extrasaction (%s) must be 'raise' or 'ignore'" % extrasaction)
        self.extrasaction = extrasaction
        self.writer = writer(f, dialect, *args, **kwds)

    def writeheader(self):
        "Write the row of the names."
        return self.writerow(dict(zip(self.fieldnames, self.fieldnames)))

    def _row(self, rowdict):
        if self.extrasaction == "raise":
            wrong = rowdict.keys() - self.fieldnames
            if wrong:
                raise ValueError("dict contains fields not in fieldnames: " + ", ".join([repr(name) for name in wrong]))
        return (rowdict.get(name, self.restval) for name in self.fieldnames)

    def writerow(self, rowdict):
        "Write one dict."
        return self.writer.writerow(self._row(rowdict))

    def writerows(self, rowdicts):
        "Write many dicts."
        return self.writer.writerows(map(self._row, rowdicts))

    __class_getitem__ = classmethod(type(list[int]))


class Sniffer:
    "Guesses the dialect of a sample, and whether it has a row of names."

    def __init__(self):
        self.preferred = [",", "\t", ";", " ", ":"]

    def sniff(self, sample, delimiters=None):
        "The dialect of a sample, a class."
        quotechar, doublequote, delimiter, skipinitialspace = self._from_quotes(sample, delimiters)
        if not delimiter:
            delimiter, skipinitialspace = self._from_counts(sample, delimiters)
        if not delimiter:
            raise Error("Could not determine delimiter")

        class dialect(Dialect):
            _name, lineterminator, quoting = "sniffed", "\r\n", QUOTE_MINIMAL

        dialect.doublequote, dialect.delimiter = doublequote, delimiter
        dialect.quotechar = quotechar or '"'
        dialect.skipinitialspace = skipinitialspace
        return dialect

    def _from_quotes(self, sample, delimiters):
        # what stands beside quoted fields
        found, inside = [], "(?:(?!(?P=quote)).|(?P=quote){2})*+"  # up to the closing quote
        for pattern in (r"(?P<delim>[^\w\n\"'])(?P<space> ?)(?P<quote>[\"'])" + inside + r"(?P=quote)(?P=delim)",
                        r"(?:^|\n)(?P<quote>[\"'])" + inside + r"(?P=quote)(?P<delim>[^\w\n\"'])(?P<space> ?)",
                        r"(?P<delim>[^\w\n\"'])(?P<space> ?)(?P<quote>[\"'])" + inside + r"(?P=quote)(?:$|\n)",
                        r"(?:^|\n)(?P<quote>[\"'])" + inside + r"(?P=quote)(?:$|\n)"):
            found = list(re.finditer(pattern, sample, re.DOTALL | re.MULTILINE))
            if found:
                break
        if not found:
            return "", False, None, 0
        quotes, signs, spaces = {}, {}, 0
        for one in found:
            quotes[one["quote"]] = quotes.get(one["quote"], 0) + 1
            names = one.groupdict()
            sign = names.get("delim")
            if sign and (delimiters is None or sign in delimiters):
                signs[sign] = signs.get(sign, 0) + 1
            if names.get("space"):
                spaces += 1
        quote = max(quotes, key=quotes.get)
        if signs:
            delimiter = max(signs, key=signs.get)
            skip = signs[delimiter] == spaces
            if delimiter == "\n":
                delimiter = ""
        else:
            delimiter, skip = "", 0
        around = re.escape(delimiter)
        double = re.compile(r"((%s)|^)\W*%s[^%s\n]*%s[^%s\n]*%s\W*((%s)|$)" % (around, quote, around, quote, around, quote, around), re.MULTILINE)
        return quote, bool(double.search(sample)), delimiter, skip

    def _from_counts(self, data, delimiters):
        # a sign that is in most lines equally often
        lines = [line for line in data.split("\n") if line]
        signs = [chr(code) for code in range(127)]
        step = min(10, len(lines))
        counts, modes, chosen = {}, {}, {}
        start, end, rounds = 0, step, 0
        while start < len(lines):
            rounds += 1
            for line in lines[start:end]:
                for sign in signs:
                    one = counts.setdefault(sign, {})
                    number = line.count(sign)
                    one[number] = one.get(number, 0) + 1
            for sign, one in counts.items():
                items = list(one.items())
                if len(items) == 1 and items[0][0] == 0:
                    continue
                if len(items) > 1:
                    best = max(items, key=lambda pair: pair[1])
                    items.remove(best)
                    modes[sign] = best[0], best[1] - sum(pair[1] for pair in items)
                else:
                    modes[sign] = items[0]
            total = float(min(step * rounds, len(lines)))
            consistency = 1.0
            while not chosen and consistency >= 0.9:
                for sign, (number, lines_with) in modes.items():
                    if number > 0 and lines_with > 0 and lines_with / total >= consistency and (delimiters is None or sign in delimiters):
                        chosen[sign] = number, lines_with
                consistency -= 0.01
            if len(chosen) == 1:
                sign = list(chosen)[0]
                return sign, lines[0].count(sign) == lines[0].count(sign + " ")
            start, end = end, end + step
        if not chosen:
            return "", 0
        for sign in self.preferred:
            if sign in chosen:
                return sign, lines[0].count(sign) == lines[0].count(sign + " ")
        sign = max((pair, sign) for sign, pair in chosen.items())[1]
        return sign, lines[0].count(sign) == lines[0].count(sign + " ")

    def has_header(self, sample):
        "Whether the first row looks like names."
        rows = reader(StringIO(sample), self.sniff(sample))
        header = next(rows)
        kinds = dict.fromkeys(range(len(header)))
        for number, row in enumerate(rows):
            if number > 20:
                break
            if len(row) != len(header):
                continue
            for column in list(kinds):
                try:
                    complex(row[column])
                    kind = complex
                except (ValueError, OverflowError):
                    kind = len(row[column])
                if kind != kinds[column]:
                    if kinds[column] is None:
                        kinds[column] = kind
                    else:
                        del kinds[column]
        votes = 0
        for column, kind in kinds.items():
            if isinstance(kind, int):
                votes += 1 if len(header[column]) != kind else -1
            else:
                try:
                    kind(header[column])
                except (ValueError, TypeError):
                    votes += 1
                else:
                    votes -= 1
        return votes > 0
