"""What the case files share: a function marked @case is a case; finish() runs all of them."""
import os
import sys
import time
import traceback

_cases = []


def case(function):
    _cases.append(function)
    return function


def raises(kind, words, function, *args, **kwargs):
    "The function must fail so."
    try:
        function(*args, **kwargs)
    except kind as error:
        assert words in str(error), "%r is not in %r" % (words, str(error))
        return error
    raise AssertionError("no %s" % kind.__name__)


def finish():
    for function in _cases:
        start = time.perf_counter()
        try:
            function()
        except BaseException:
            print("not ok - %s" % function.__name__.replace("_", " "))
            print("# " + traceback.format_exc().replace("\n", "\n# "))
        else:
            print("ok - %s" % function.__name__.replace("_", " "))
        if os.environ.get("CASES_TIMES"):
            print("# %.2f s" % (time.perf_counter() - start))
        sys.stdout.flush()
