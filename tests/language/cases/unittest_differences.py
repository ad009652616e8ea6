# unittest: messages that show differences.
import unittest

test = unittest.TestCase()
for first, second in (([1, 2, 3], [1, 5, 3]), ([1], [1, 2, 3]), ({"a": 1, "b": 2}, {"a": 1, "b": 3}), ("one\ntwo\n", "one\ntoo\n"),
                      ("abc", "abd"), ((1, 2), (1,)), (list(range(100)), list(range(99)) + [0]), ({"x": "y" * 50}, {"x": "y" * 49}),
                      ("a\n" * 400, "b\n" * 400)):
    try:
        test.assertEqual(first, second)
    except AssertionError as error:
        print(error)
