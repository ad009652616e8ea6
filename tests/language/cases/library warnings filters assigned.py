import sys
import warnings
from unittest import mock

sys.stderr = sys.stdout


def issue(text, category=UserWarning):
    try:
        warnings.warn_explicit(text, category, "file", 3)
    except Warning as error:
        print("raised", type(error).__name__, error)


issue("one")
before = warnings.filters
warnings.filters = [("ignore", None, UserWarning, None, 0)]
issue("two")
print(warnings.filters, warnings.filters is before)
warnings.simplefilter("error")
print(warnings.filters)
issue("three")
mine = []
warnings.filters = mine
issue("four")
mine.append(("error", None, Warning, None, 0))
issue("five")
with warnings.catch_warnings():
    warnings.filters = []
    issue("six")
print(warnings.filters is mine)
issue("seven")
warnings.filters = before
issue("eight")
with mock.patch.object(warnings, "filters", [("ignore", None, Warning, None, 0)]):
    issue("nine")
issue("ten")
print(warnings.filters is before)
