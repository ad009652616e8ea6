# Every assertion, holding and failing: what it says.
import unittest
import warnings

test = unittest.TestCase()
test.maxDiff = 640


def tell(name, *args, **options):
    try:
        getattr(test, name)(*args, **options)
    except AssertionError as error:
        print(name, "->", error)
    except Exception as error:
        print(name, "raises", type(error).__name__, error)
    else:
        print(name, "holds")


class Odd:
    def __repr__(self):
        raise ValueError


class Equal:
    def __eq__(self, other):
        return True

    def __repr__(self):
        return "Equal()"


tell("assertEqual", 1, 1)
tell("assertEqual", 1, 2)
tell("assertEqual", 1, 2, "words")
tell("assertEqual", 1, 2, msg="words")
tell("assertEqual", 1.0, 1)
tell("assertEqual", list(range(50)) + [1], tuple(range(50)))
tell("assertEqual", 10 ** 120, 10 ** 120 + 1)
tell("assertEqual", 10 ** 90 * 7, 10 ** 90 * 7 + 10 ** 40)
tell("assertNotEqual", 1, 2)
tell("assertNotEqual", 1, 1)
tell("assertTrue", [])
tell("assertTrue", [1])
tell("assertFalse", "x", "why")
tell("assertIs", None, None)
tell("assertIs", 1, "1")
tell("assertIsNot", None, None)
tell("assertIsNone", 0)
tell("assertIsNotNone", None)
tell("assertIsNotNone", None, "there")
tell("assertIn", 1, [1])
tell("assertIn", "x", {"a": 1})
tell("assertNotIn", 1, [1])
tell("assertNotIn", 2, [1])
tell("assertIsInstance", 1, int)
tell("assertIsInstance", 1, str)
tell("assertIsInstance", 1, (str, bytes))
tell("assertNotIsInstance", 1, int)
tell("assertGreater", 1, 1)
tell("assertGreater", 2, 1)
tell("assertGreaterEqual", 0, 1)
tell("assertGreaterEqual", 1, 1)
tell("assertLess", 1, 1)
tell("assertLess", 0, 1)
tell("assertLessEqual", 2, 1)
tell("assertLessEqual", 1, 1)
tell("assertAlmostEqual", 1.0, 1.00000001)
tell("assertAlmostEqual", 1.0, 1.001)
tell("assertAlmostEqual", 1.0, 1.001, 2)
tell("assertAlmostEqual", 1.0, 1.001, places=3)
tell("assertAlmostEqual", 1.0, 1.5, delta=1)
tell("assertAlmostEqual", 1.0, 1.5, delta=0.25)
tell("assertAlmostEqual", 1.0, 1.5, places=1, delta=0.25)
tell("assertNotAlmostEqual", 1.0, 1.00000001)
tell("assertNotAlmostEqual", 1.0, 1.001)
tell("assertNotAlmostEqual", 1.0, 1.5, delta=1)
tell("assertNotAlmostEqual", 1.0, 1.5, delta=0.25)
tell("assertAlmostEqual", 1 + 1j, 1 + 2j)
tell("assertAlmostEqual", "a", "b")
tell("assertSetEqual", {1, 2}, {2, 1})
tell("assertSetEqual", {1, 2}, {2, 3})
tell("assertEqual", {1}, {1, 2}, "sets")
tell("assertEqual", frozenset([1]), frozenset())
tell("assertSetEqual", [1], {1})
tell("assertSetEqual", {1}, 5)
tell("assertCountEqual", [1, 2, 1], [2, 1, 1])
tell("assertCountEqual", [1, 2, 1], [2, 1, 3])
tell("assertCountEqual", [[1], [2]], [[2], [1]])
tell("assertCountEqual", [[1], [2], [1]], [[2], [3]])
tell("assertListEqual", [1], (1,))
tell("assertListEqual", (1,), [1])
tell("assertTupleEqual", (1,), [1])
tell("assertSequenceEqual", [1], (1,))
tell("assertDictEqual", {}, [])
tell("assertDictEqual", {"a": 1}, {"a": 1})
tell("assertMultiLineEqual", "a", b"a")
tell("assertEqual", Equal(), 4)
tell("assertNotEqual", Equal(), 4)
tell("assertRaises", ValueError, int, "x")
tell("assertRaises", ValueError, int, "1")
tell("assertRaises", (ValueError, TypeError), int, "1")
tell("assertRaises", ValueError, lambda: {}["x"])
tell("assertRaises", 5, int)
tell("assertRaises", ValueError, None)
tell("assertRaises", ValueError, nothing=1)
tell("assertWarns", ValueError, int)
tell("assertWarns", UserWarning, warnings.warn, "x")
tell("assertWarns", UserWarning, int)
tell("assertWarns", DeprecationWarning, warnings.warn, "x")
tell("fail")
tell("fail", "words")
tell("skipTest", "words")


def context(kind, action, **options):
    try:
        with test.assertRaises(kind, **options) as caught:
            action()
    except AssertionError as error:
        print("context ->", error)
    except Exception as error:
        print("context lets through", repr(error))
    else:
        print("context", repr(caught.exception), caught.exception.__traceback__)


context(ZeroDivisionError, lambda: 1 / 0)
context(ZeroDivisionError, lambda: 1)
context(ZeroDivisionError, lambda: 1, msg="said")
context(ZeroDivisionError, lambda: None.x)
context((ZeroDivisionError, AttributeError), lambda: None.x)
with test.assertWarns(RuntimeWarning) as caught:
    warnings.warn("careful", RuntimeWarning)
print(caught.warning, caught.lineno, len(caught.warnings))
test.longMessage = False
tell("assertEqual", 1, 2, "only this")
tell("assertEqual", 1, 2)
test.longMessage = True


class Point:
    def __init__(self, x):
        self.x = x


def same_x(first, second, msg=None):
    if first.x != second.x:
        raise test.failureException(msg or "x differs")


test.addTypeEqualityFunc(Point, same_x)
tell("assertEqual", Point(1), Point(1))
tell("assertEqual", Point(1), Point(2))
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    test.assertEquals(1, 1)
    test.assert_(True)
    print([str(one.message) for one in caught])
