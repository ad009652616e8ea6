"""csv: rows from text, text from rows, dialects, guesses, errors."""
import csv
import io


def t(f, *a, **k):
    try:
        print(a, k, f(*a, **k))
    except BaseException as e:
        print(a, k, type(e).__name__, e)


def r(lines, *a, **k):
    return list(csv.reader(lines, *a, **k))


def w(*rows, **k):
    o = io.StringIO()
    x = csv.writer(o, **k)
    print([x.writerow(q) for q in rows])
    return o.getvalue()


samples = ["a,b,c\r\n", "", "\n", "a", "a,", ",", ",,", '"a","b"\n', '"a""b",c', '"a\nb",c', 'a"b,c', '"a"b,c', ' a, b', '"a" ,b', "a,b\r", "a\\,b,c",
           'a;b;"c;d"', "1,2.5,x", '"1",2', "\t", "a\tb", '""', '"",""', '"a"\n\n"b"', "'a,b',c", 'a,"b\\"c",d', '"a\\', 'x,"y', "a\0b,c", '" a"', ' "a"', 'a, "b"',
           "é,ü", '"é""ü"', "a,b,", '"a",']
for sample in samples:
    for k in ({}, {"delimiter": ";"}, {"quotechar": "'"}, {"quotechar": None}, {"escapechar": "\\"}, {"doublequote": False}, {"skipinitialspace": True}, {"strict": True},
              {"quoting": csv.QUOTE_NONE}, {"quoting": csv.QUOTE_NONE, "escapechar": "\\"}, {"quoting": csv.QUOTE_NONNUMERIC}, {"delimiter": "\t", "skipinitialspace": True}):
        t(r, [sample], **k)
        t(r, sample.splitlines(True), **k)
for lines in (["a\rb"], [b"a"], 5, ['"a\n', 'b"\n', "c"], ['"a', "b"], [], [""], ["a", "", "b"], ["a\n\n"], ["a\nb"]):
    t(r, lines)
rows = [[1, None, 2.5, "a,b", 'q"x', "l\n", "r\r", True, ""], [], [""], [None], ["a"], [" a", "b "], ["é", "x;y"], [1j, b"x"], ["\\"], ["'"], (1, 2), "ab", [0.1, 1e100]]
for k in ({}, {"quoting": csv.QUOTE_ALL}, {"quoting": csv.QUOTE_NONNUMERIC}, {"quoting": csv.QUOTE_NONE}, {"quoting": csv.QUOTE_NONE, "escapechar": "\\"}, {"doublequote": False},
          {"doublequote": False, "escapechar": "\\"}, {"delimiter": ";"}, {"lineterminator": "!"}, {"lineterminator": "\n"}, {"quotechar": "'"}, {"delimiter": "\t", "quotechar": "|"}):
    for row in rows:
        t(w, row, **k)
t(w, 5)
for k in [dict(delimiter=""), dict(delimiter="ab"), dict(delimiter=5), dict(quotechar=5), dict(quotechar="ab"), dict(quoting=9), dict(quoting="x"), dict(lineterminator=5), dict(lineterminator=None),
          dict(escapechar="ab"), dict(escapechar=""), dict(foo=1), dict(delimiter=None), dict(quotechar="", quoting=csv.QUOTE_NONE), dict(quotechar=None, quoting=1)]:
    t(csv.reader, [], **k)
t(csv.reader, [], "nope")
t(csv.writer, 5)
t(csv.field_size_limit, "x")
t(csv.field_size_limit)
t(csv.register_dialect, 5)
t(csv.register_dialect, "x", foo=1)
t(csv.get_dialect, "nope")
t(csv.unregister_dialect, "nope")
csv.register_dialect("mine", delimiter=":", quoting=csv.QUOTE_ALL)
print(csv.list_dialects(), r(["a:b"], "mine"), csv.get_dialect("mine").delimiter)
csv.unregister_dialect("mine")
d = csv.get_dialect("excel-tab")
print(d.delimiter, d.quotechar, repr(d.lineterminator), d.quoting, d.strict, d.skipinitialspace, d.doublequote, d.escapechar, type(d))
t(csv.Dialect)
x = csv.reader(["a", "b"])
print(type(x), next(x), x.line_num, x.dialect.delimiter, csv.Error.__module__)
text = "name,age\nann,5\nbob\ncy,6,7\n\n"
print(list(csv.DictReader(io.StringIO(text))), list(csv.DictReader(io.StringIO(text), restkey="rest", restval=0)), list(csv.DictReader(["1,2"], ["a", "b"])))
reader = csv.DictReader(io.StringIO(text))
print(reader.fieldnames, next(reader), reader.line_num)
o = io.StringIO()
dw = csv.DictWriter(o, ["a", "b"], restval="-", lineterminator="\n")
dw.writeheader()
dw.writerow({"a": 1})
dw.writerows([{"a": 1, "b": 2}, {}])
t(dw.writerow, {"c": 1})
print(o.getvalue())
csv.DictWriter(o, ["a"], extrasaction="ignore").writerow({"a": 1, "z": 2})
t(lambda: csv.DictWriter(o, ["a"], extrasaction="foo"))
for sample in ("a;b;c\n1;2;3\n4;5;6\n", "a,b\n1,2\n", "'a','b'\n'c','d'\n", 'x\ty\n1\t2\n', '"a", "b"\n"c", "d"\n', "name age\nann 5\nbob 6\n", "a|b|c\n1|2|3\n"):
    s = csv.Sniffer().sniff(sample)
    print(repr(s.delimiter), repr(s.quotechar), s.skipinitialspace, s.doublequote, csv.Sniffer().has_header(sample))
t(csv.Sniffer().sniff, "abc")
t(csv.Sniffer().sniff, "a,b;c\n1,2;3\n", delimiters=";")
csv.field_size_limit(3)
t(r, ["abcd"])
t(r, ['"abcd"'])
csv.field_size_limit(131072)
print(r(["a\tb"], dialect="excel-tab"), w(["a", "b"], dialect="excel-tab"), r(["a;b"], dialect=csv.excel, delimiter=";"))
csv.register_dialect("again", dialect="excel", delimiter="|")
print(r(["a|b"], dialect="again"))
