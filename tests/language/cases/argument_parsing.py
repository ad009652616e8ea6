# argparse: help, usage, values and errors.
import argparse
import os
import sys

os.environ["COLUMNS"] = "80"


def run(parser, *lines):
    for line in lines:
        words = line.split() if isinstance(line, str) else line
        try:
            print(words, parser.parse_args(words))
        except SystemExit as error:
            sys.stdout.flush()
            print(words, "exit", error.code)
        except Exception as error:
            print(words, type(error).__name__, error)


class Loud(argparse.ArgumentParser):
    def _print_message(self, message, file=None):
        sys.stdout.write(message)


def make(**keywords):
    return Loud(prog="prog", **keywords)


parser = make(description="A program that does things with files, and whose description is long enough to be broken over two lines.", epilog="The end.")
parser.add_argument("file", help="the file to read")
parser.add_argument("rest", nargs="*", help="more files")
parser.add_argument("-v", "--verbose", action="store_true", help="say more")
parser.add_argument("-n", "--number", type=int, default=3, metavar="N", help="how many (default: %(default)s)")
parser.add_argument("--a-rather-long-option-name", help="help that stands on a line of its own since the option is long, and is long itself")
parser.add_argument("--mode", choices=["fast", "slow"], default="fast")
parser.add_argument("--level", choices=range(3), type=int)
parser.add_argument("-q", action="count", default=0)
parser.add_argument("--no-color", dest="color", action="store_false")
parser.add_argument("--version", action="version", version="%(prog)s 1.0")
parser.add_argument("--hidden", help=argparse.SUPPRESS)
print(parser.format_help())
print(parser.format_usage())
run(parser, "a", "a b c -v", "-v -n 5 a", "a --number=7", "a -n7", "a -qqq", "a -vq", "a --mode slow", "a --mode none", "a --level 2", "a --level 9", "a -n x", "", "a --unknown", "-h", "--version",
    "a --verb", "a --no-color", "-n", "a --number", "-- -a", "a -- -b -c", "a -n -5", "a -n=5", "a --mode=", "a -v=3", "a --verbose=3", "-x a", "a b -v c", "a --n 4", "a --no 4", "a --num 4 --hidden x")

print("-- nargs")
for nargs in (None, "?", "*", "+", 1, 2, argparse.REMAINDER):
    parser = make()
    parser.add_argument("--opt", nargs=nargs, default="d", **({"const": "c"} if nargs == "?" else {}))
    parser.add_argument("first", nargs=nargs)
    parser.add_argument("last", nargs="?", default="L")
    print(nargs, parser.format_help())
    run(parser, "", "a", "a b", "a b c", "--opt", "--opt x", "--opt x y", "--opt x y z", "a --opt x", "a b --opt x y z", "x --other y", "-- a -- b")

print("-- actions")
parser = make()
parser.add_argument("--append", action="append")
parser.add_argument("--numbers", action="append", type=int, nargs=2, metavar=("A", "B"))
parser.add_argument("--extend", action="extend", nargs="+", default=["x"])
parser.add_argument("--const", action="store_const", const=42)
parser.add_argument("--append-const", action="append_const", const=1, dest="many")
parser.add_argument("--two", action="append_const", const=2, dest="many")
parser.add_argument("--flag", action=argparse.BooleanOptionalAction, default=True, help="a flag")
parser.add_argument("--plain", action=argparse.BooleanOptionalAction)
parser.add_argument("--required", required=True)
parser.add_argument("--default-text", type=int, default="7")
parser.add_argument("--suppressed", default=argparse.SUPPRESS)
print(parser.format_help())
run(parser, "--required 1", "", "--required 1 --append a --append b --numbers 1 2 --numbers 3 4 --extend p q --extend r --const --append-const --two --no-flag --plain",
    "--required 1 --numbers 1", "--required 1 --numbers 1 x", "--required 1 --suppressed s", "--requ 1 --appen a")


class Custom(argparse.Action):
    def __call__(self, parser, namespace, values, option_string=None):
        print("custom", namespace, values, option_string)
        setattr(namespace, self.dest, (option_string, values))


parser = make(argument_default="AD", prefix_chars="-+", allow_abbrev=False)
parser.add_argument("+x", "++extra", action=Custom)
parser.add_argument("-y", type=float)
parser.add_argument("place", type=lambda text: text.upper(), nargs="?", action=Custom)
parser.set_defaults(other="O", y=1.5)
print(parser.format_help(), parser.get_default("other"), parser.get_default("y"))
run(parser, "+x 1", "++extra=2 p", "-y 2", "-y z", "++ext 3", "-1", "")

print("-- types and errors")


def even(text):
    number = int(text)
    if number % 2:
        raise argparse.ArgumentTypeError("%r is odd" % text)
    return number


parser = make()
parser.add_argument("--even", type=even)
parser.add_argument("--size", type=lambda text: int(text))
parser.add_argument("--numbers", type=int, nargs="+", choices=[1, 2, 3])
parser.add_argument("-1", dest="one", action="store_true")
run(parser, "--even 2", "--even 3", "--even x", "--size x", "--numbers 1 2", "--numbers 1 5", "-1", "--even -2", "--numbers", "--ev 2 --si 3")
for arguments, keywords in ((("-a", "b"), {}), (("x",), {"required": True}), (("x",), {"dest": "y"}), (("--x",), {"action": "nothing"}), (("--x",), {"nargs": 0}), (("--x",), {"type": "int"}),
                            (("--even",), {}), (("--x",), {"action": "store_true", "type": int}), (("--x",), {"const": 1}), (("--y",), {"metavar": ("A", "B"), "nargs": 3}), ((), {}), (("-",), {}),
                            (("--x",), {"nargs": "q"})):
    try:
        print(parser.add_argument(*arguments, **keywords))
    except Exception as error:
        print(type(error).__name__, error)
parser = make(exit_on_error=False)
parser.add_argument("--n", type=int)
run(parser, "--n x", "--n 1")
parser = make(conflict_handler="resolve")
parser.add_argument("-f", "--foo", help="old")
parser.add_argument("--foo", help="new")
print(parser.format_help())

print("-- groups")
parser = make(add_help=False)
group = parser.add_argument_group("a group", "its description")
group.add_argument("--in", dest="inside")
group.add_argument("place")
exclusive = parser.add_mutually_exclusive_group(required=True)
exclusive.add_argument("--left", action="store_true")
exclusive.add_argument("--right", action="store_true")
exclusive.add_argument("--middle", type=int)
other = parser.add_mutually_exclusive_group()
other.add_argument("-a")
other.add_argument("-b", nargs="*")
print(parser.format_help())
run(parser, "p --left", "p", "p --left --right", "p --middle 3 --left", "p --left -a 1 -b", "p --left -a 1 -b 2", "p --right --in x")

print("-- sub-commands")
parser = make(description="outer")
parser.add_argument("--debug", action="store_true")
commands = parser.add_subparsers(title="commands", description="what can be done", dest="command", help="one of them", metavar="COMMAND")
add = commands.add_parser("add", help="add things", aliases=["plus", "a"])
add.add_argument("numbers", nargs="+", type=int)
add.set_defaults(function=sum)
remove = commands.add_parser("remove", help="remove things", description="removes")
remove.add_argument("name")
remove.add_argument("-f", "--force", action="store_true")
print(parser.format_help(), add.format_help(), remove.format_help())
run(parser, "remove x -f", "--debug remove x", "remove x --debug", "remove", "nothing", "", "remove -h", "remove x y")
print(parser.parse_args(["plus", "1", "2"]).command, parser.parse_args(["a", "1", "2"]).function is sum)
parser = make()
commands = parser.add_subparsers(required=True)
commands.add_parser("one")
commands.add_parser("two").add_argument("x", type=int)
print(parser.format_help())
run(parser, "", "one", "two", "two x", "two 3", "three")

print("-- the rest")
parser = make()
parser.add_argument("-x", type=int)
parser.add_argument("names", nargs="*")
print(parser.parse_known_args("-x 1 a b --other 3 -z".split()), parser.parse_intermixed_args("a -x 1 b".split()))
namespace = argparse.Namespace(given=1, names=["kept"])
print(parser.parse_args([], namespace) is namespace, namespace, namespace == argparse.Namespace(given=1, names=[], x=None), "given" in namespace, argparse.Namespace(**{"a b": 1}))
parent = argparse.ArgumentParser(add_help=False)
parent.add_argument("--shared", help="from the parent")
print(make(parents=[parent], usage="%(prog)s [anything]").format_help())
for formatter in (argparse.RawDescriptionHelpFormatter, argparse.RawTextHelpFormatter, argparse.ArgumentDefaultsHelpFormatter, argparse.MetavarTypeHelpFormatter):
    parser = make(description="line one\n  line two", formatter_class=formatter)
    parser.add_argument("--number", type=int, default=4, help="a number\n  indented")
    parser.add_argument("text", type=str, nargs="?", default="t", help="a text")
    parser.add_argument("--flag", action="store_true", help="no default: %(prog)s")
    print(parser.format_help()) if formatter is not argparse.MetavarTypeHelpFormatter else None
for width in (30, 60, 200):
    print(argparse.ArgumentParser(prog="p" * 30, formatter_class=lambda prog: argparse.HelpFormatter(prog, width=width), description="word " * 20).format_help())
parser = make()
for name in "alpha beta gamma delta epsilon zeta eta theta iota".split():
    parser.add_argument("--" + name, help=name * 3)
for name in "kappa lambda_ my nu xi omicron pi rho sigma tau".split():
    parser.add_argument(name)
print(parser.format_usage())
parser = argparse.ArgumentParser(prog="a-program-whose-name-is-so-long-that-its-usage-cannot-stand-on-the-same-line")
for name in "alpha beta gamma delta epsilon".split():
    parser.add_argument("--" + name)
parser.add_argument("positional")
print(parser.format_usage(), parser)
with open("/tmp/cupola-arguments-%d" % os.getpid(), "w") as file:
    file.write("-x\n5\nname\n")
parser = make(fromfile_prefix_chars="@")
parser.add_argument("-x", type=int)
parser.add_argument("names", nargs="*")
run(parser, [], ["a", "@" + file.name][:1])
print(parser.parse_args(["@" + file.name, "more"]))
os.remove(file.name)
parser = make()
parser.add_argument("--file", type=argparse.FileType("r"))
parser.add_argument("--out", type=argparse.FileType("w"), default="-")
run(parser, "--file /no/such/file")
print(parser.parse_args([]).out is sys.stdout, argparse.FileType("rb"), argparse.FileType("r", encoding="utf-8"))
parser = argparse.ArgumentParser(prog="real")
parser.add_argument("needed")
parser.parse_args(["--bad"])
