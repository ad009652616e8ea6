"""configparser: reading, references, conversions, writing, errors; cmd: lines, help, columns."""
import cmd
import configparser
import io

TEXT = """
# a comment
[DEFAULT]
home = /home/%(user)s
user = ann

[server]
Host = example.org
port: 8080
debug = yes
path = %(home)s/data
    second line

    after a gap
; another
rate=1.5
empty =
percent = 50%%

[other section]
key = a = b : c
user = bob
"""


def attempt(function, *arguments, **options):
    try:
        print(repr(function(*arguments, **options)))
    except Exception as error:
        print(type(error).__mro__[1].__name__, type(error).__name__, error, error.args)


parser = configparser.ConfigParser()
parser.read_string(TEXT)
print(parser.sections(), parser.defaults(), list(parser), len(parser), "server" in parser, "DEFAULT" in parser)
for section in parser:
    print(parser[section], list(parser[section]), len(parser[section]))
    for key in parser[section]:
        print("  ", key, repr(parser[section][key]))
print(parser.getint("server", "port"), parser.getfloat("server", "rate"), parser.getboolean("server", "debug"))
server = parser["server"]
print(server.getint("port"), server.get("none"), server.get("none", "x"), server.getboolean("none", fallback=True), server.name, server.parser is parser)
print(parser.get("server", "path", raw=True), parser.get("server", "home", vars={"user": "carl"}), parser.items("other section"))
print(dict(parser.items("server"))["path"], parser.options("server"), parser.has_option("server", "HOST"), parser.has_option("x", "y"))
for call in ((parser.get, "none", "x"), (parser.get, "server", "none"), (parser.getint, "server", "host"), (parser.getboolean, "server", "host"),
             (parser.add_section, "server"), (parser.add_section, "DEFAULT"), (parser.set, "server", "a", "50%"), (parser.set, "server", "a", 5),
             (parser.set, "none", "a", "5"), (parser.items, "none"), (parser.options, "none"), (parser.__getitem__, "none"),
             (parser.__delitem__, "DEFAULT"), (parser.remove_section, "none"), (parser.remove_option, "server", "rate"), (parser.remove_option, "none", "x"),
             (parser.read, "/no/such/file"), (parser.read_string, "a = 1"), (parser.read_string, "[a]\nb"), (parser.read_string, "[a]\n= 5\nx"),
             (parser.read_string, "[b]\na=1\na=2"), (parser.read_string, "[c]\n[c]"), (server.__getitem__, "none")):
    attempt(*call)
parser.read_dict({"new": {"a": 1, "b": "%(a)s%(a)s"}, "loop": {"x": "%(y)s", "y": "%(x)s"}, "bad": {"x": "%(none)s"}})
print(parser["new"]["b"])
attempt(parser.get, "loop", "x")
attempt(parser.get, "bad", "x")
parser["made"] = {"one": "1", "Two": "2"}
parser["made"]["three"] = "3"
del parser["made"]["one"]
attempt(parser["made"].__setitem__, "four", 4)
attempt(parser["made"].__delitem__, "four")
parser.remove_section("loop")
out = io.StringIO()
parser.write(out)
print(out.getvalue())
print(parser.popitem()[0])

extended = configparser.ConfigParser(interpolation=configparser.ExtendedInterpolation(), allow_no_value=True, inline_comment_prefixes="#",
                                     delimiters="=", converters={"list": lambda text: text.split(",")})
extended.read_string("[a]\nx = 1 # one\nflag\nlist = p,q\ny = ${x}/${b:z} $$\n[b]\nz = ${a:x}0\n")
print(dict(extended["a"]), extended["a"].getlist("list"), extended.getlist("a", "list"), extended["b"]["z"], list(extended.converters))
extended.write(out := io.StringIO(), space_around_delimiters=False)
print(out.getvalue())
raw = configparser.RawConfigParser(strict=False, empty_lines_in_values=False)
raw.optionxform = str
raw.read_string("[A]\nName = %(x)s\n  more\n\nName = again\n[A]\nnext: 5")
print(dict(raw["A"]))


class Shell(cmd.Cmd):
    intro = "Welcome"
    prompt = "> "
    use_rawinput = False

    def do_add(self, line):
        """add NUMBERS: their sum"""
        print(sum(map(int, line.split())))

    def do_quit(self, line):
        return True

    def do_shell(self, line):
        "shell TEXT"
        print("shell", line)

    def do_help(self, arg):
        """Tells."""
        return super().do_help(arg)

    def help_more(self):
        print("more help")

    def postcmd(self, stop, line):
        print("after", repr(line), stop, repr(self.lastcmd))
        return stop


shell = Shell(stdin=io.StringIO("add 1 2\n\nhelp\n? add\nhelp more\nhelp none\n!ls -l\nunknown x\nhelp quit\nadd_x\n=5\nquit now\n"))
shell.stdout = io.StringIO()
shell.cmdloop()
print(shell.stdout.getvalue())
print(shell.parseline("  a-b c"), shell.parseline("?"), shell.parseline(""), sorted(shell.completenames("q")))
plain = cmd.Cmd(stdout=io.StringIO())
for names in (["a"], [], [str(i) * (i % 7 + 1) for i in range(40)], ["x" * 50] * 3):
    plain.columnize(names)
plain.columnize(["ab", "c", "defg"] * 9, 30)
print(plain.stdout.getvalue())
