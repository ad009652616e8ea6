"""The command line of a test program."""

import os
import sys
from unittest import loader, runner
from unittest.signals import installHandler

__unittest = True

_HELP = """usage: %(program)s [-h] [-v] [-q] [--locals] [-f] [-c] [-b] [-k TESTNAMEPATTERNS] [tests ...]

positional arguments:
  tests                a list of any number of test modules, classes and test
                       methods.

options:
  -h, --help           show this help message and exit
  -v, --verbose        Verbose output
  -q, --quiet          Quiet output
  --locals             Show local variables in tracebacks
  -f, --failfast       Stop on first fail or error
  -c, --catch          Catch Ctrl-C and display results so far
  -b, --buffer         Buffer stdout and stderr during tests
  -k TESTNAMEPATTERNS  Only run tests which match the given substring
"""


def _convert_name(name):
    # A file's name stands for its module.
    if os.path.isfile(name) and name.lower().endswith(".py"):
        if os.path.isabs(name):
            relative = os.path.relpath(name, os.getcwd())
            if os.path.isabs(relative) or relative.startswith(os.pardir):
                return name
            name = relative
        return os.path.normpath(name)[:-3].replace("\\", ".").replace("/", ".")
    return name


def _to_fnmatch(pattern):
    return pattern if "*" in pattern else "*%s*" % pattern


class TestProgram:
    "Loads and runs the tests of a module: unittest.main()."

    module = None
    verbosity = 1
    failfast = catchbreak = buffer = progName = warnings = testNamePatterns = None
    _discovery_parser = None

    def __init__(self, module="__main__", defaultTest=None, argv=None, testRunner=None,
                 testLoader=loader.defaultTestLoader, exit=True, verbosity=1, failfast=None, catchbreak=None,
                 buffer=None, warnings=None, *, tb_locals=False):
        if isinstance(module, str):
            self.module = __import__(module)
            for part in module.split(".")[1:]:
                self.module = getattr(self.module, part)
        else:
            self.module = module
        if argv is None:
            argv = sys.argv
        self.exit = exit
        self.failfast, self.catchbreak, self.buffer = failfast, catchbreak, buffer
        self.verbosity = verbosity
        self.tb_locals = tb_locals
        if warnings is None and not getattr(sys, "warnoptions", None):
            self.warnings = "default"
        else:
            self.warnings = warnings
        self.defaultTest = defaultTest
        self.testRunner = testRunner
        self.testLoader = testLoader
        self.progName = os.path.basename(argv[0])
        self.parseArgs(argv)
        self.runTests()

    def usageExit(self, msg=None):
        "Print how the program is called, and end it."
        import warnings
        warnings.warn("TestProgram.usageExit() is deprecated and will be removed in Python 3.13", DeprecationWarning)
        if msg:
            print(msg)
        self._print_help()
        sys.exit(2)

    def _print_help(self, *args, **kwargs):
        print(_HELP % {"program": self.progName}, end="")

    def _usage_error(self, message):
        sys.stderr.write(_HELP.partition("\n")[0] % {"program": self.progName} + "\n")
        sys.stderr.write("%s: error: %s\n" % (self.progName, message))
        sys.exit(2)

    def parseArgs(self, argv):
        "Take the options and the names of tests from the command line."
        names, patterns = [], []
        rest = list(argv[1:])
        if self.module is None and rest and rest[0].lower() == "discover":
            return self._do_discovery(rest[1:])
        while rest:
            option = rest.pop(0)
            if option == "--":
                names.extend(rest)
                break
            if not option.startswith("-") or option == "-":
                names.append(option)
            elif option.startswith("--"):
                self._long_option(option)
            else:
                letters = option[1:]
                while letters:
                    letter, letters = letters[0], letters[1:]
                    if letter == "k":
                        if not letters and not rest:
                            self._usage_error("argument -k: expected one argument")
                        patterns.append(_to_fnmatch(letters or rest.pop(0)))
                        letters = ""
                    else:
                        self._short_option(letter, option)
        if patterns:
            self.testNamePatterns = patterns
        for name in ("failfast", "catchbreak", "buffer"):
            if getattr(self, name) is None:
                setattr(self, name, False)
        if names:
            self.testNames = [_convert_name(name) for name in names]
            if __name__ == "__main__":
                self.module = None
        elif self.defaultTest is None:
            self.testNames = None
        elif isinstance(self.defaultTest, str):
            self.testNames = (self.defaultTest,)
        else:
            self.testNames = list(self.defaultTest)
        if self.module is None and not names:
            return self._do_discovery([])
        self.createTests()

    def _set(self, name):
        if name == "help":
            self._print_help()
            sys.exit(0)
        elif name == "verbose":
            self.verbosity = 2
        elif name == "quiet":
            self.verbosity = 0
        elif name == "locals":
            self.tb_locals = True
        else:
            name = "catchbreak" if name == "catch" else name
            if getattr(self, name) is None:
                setattr(self, name, True)

    def _long_option(self, option):
        known = ("help", "verbose", "quiet", "locals", "failfast", "catch", "buffer")
        meant = [name for name in known if name.startswith(option[2:])]
        if option[2:] in known:
            meant = [option[2:]]
        if len(meant) != 1:
            self._usage_error("unrecognized arguments: %s" % option)
        self._set(meant[0])

    def _short_option(self, letter, option):
        names = {"h": "help", "v": "verbose", "q": "quiet", "f": "failfast", "c": "catch", "b": "buffer"}
        if letter not in names:
            self._usage_error("unrecognized arguments: %s" % option)
        self._set(names[letter])

    def createTests(self, from_discovery=False, Loader=None):
        "Load what was named, or everything."
        if self.testNamePatterns:
            self.testLoader.testNamePatterns = self.testNamePatterns
        if from_discovery:
            self.test = (self.testLoader if Loader is None else Loader()).discover(self.start, self.pattern, self.top)
        elif self.testNames is None:
            self.test = self.testLoader.loadTestsFromModule(self.module)
        else:
            self.test = self.testLoader.loadTestsFromNames(self.testNames, self.module)

    def _do_discovery(self, argv, Loader=None):
        values = list(argv) + [None] * 3
        self.start, self.pattern, self.top = values[0] or ".", values[1] or "test*.py", values[2]
        self.createTests(from_discovery=True, Loader=Loader)

    def runTests(self):
        "Run them, and end the program with their success as its status."
        if self.catchbreak:
            installHandler()
        if self.testRunner is None:
            self.testRunner = runner.TextTestRunner
        test_runner = self.testRunner
        if isinstance(test_runner, type):
            options = {"verbosity": self.verbosity, "failfast": self.failfast, "buffer": self.buffer,
                       "warnings": self.warnings}
            try:
                try:
                    test_runner = self.testRunner(tb_locals=self.tb_locals, **options)
                except TypeError:
                    test_runner = self.testRunner(**options)
            except TypeError:
                test_runner = self.testRunner()  # one that knows no options
        self.result = test_runner.run(self.test)
        if self.exit:
            sys.exit(not self.result.wasSuccessful())


main = TestProgram
