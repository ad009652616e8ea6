# unittest: the text of results, failures and errors; times are taken out.
import io
import sys
import unittest


class Times:
    def __init__(self):
        self.parts = []

    def write(self, text):
        self.parts.append(text)

    def flush(self):
        pass

    def show(self):
        import time
        text = "".join(self.parts)
        lines = []
        for line in text.split("\n"):
            if line.startswith("Ran "):
                line = line[:line.index(" in ")]
            lines.append(line)
        print("\n".join(lines))


def run(*cases, **options):
    stream = Times()
    suite = unittest.TestSuite()
    for case in cases:
        suite.addTests(unittest.defaultTestLoader.loadTestsFromTestCase(case))
    result = unittest.TextTestRunner(stream=stream, **options).run(suite)
    stream.show()
    print(result, result.wasSuccessful())
    return result


class Passing(unittest.TestCase):
    def test_one(self):
        self.assertEqual(1, 1)

    def test_two(self):
        "The second test.\n\n        More of it."
        self.assertTrue(True)


class Mixed(unittest.TestCase):
    def setUp(self):
        self.order = []
        self.addCleanup(self.order.append, "cleanup")

    def helper(self, x):
        self.assertEqual(x, 2)

    def test_a_fails(self):
        self.helper(1)

    def test_b_error(self):
        return 1 / 0

    @unittest.skip("not today")
    def test_c_skipped(self):
        raise AssertionError

    @unittest.expectedFailure
    def test_d_expected(self):
        self.fail("as it should")

    @unittest.expectedFailure
    def test_e_unexpected(self):
        pass

    def test_f_subtests(self):
        for i in range(4):
            with self.subTest(i=i):
                self.assertEqual(i % 2, 0)
        with self.subTest("message", k="v"):
            raise KeyError("k")
        with self.subTest():
            self.skipTest("part")

    def test_g_message(self):
        self.assertIn(3, [1, 2], "with words")

    def test_h_skips(self):
        self.skipTest("inside")

    @unittest.skipIf(True, "because")
    def test_i(self):
        pass

    @unittest.skipUnless(True, "because")
    def test_j(self):
        pass

    def test_k_chain(self):
        try:
            {}["x"]
        except KeyError as error:
            raise ValueError("second") from error

    def test_l_chained_assertion(self):
        try:
            self.fail("first")
        except AssertionError:
            self.fail("second")


class Fixtures(unittest.TestCase):
    log = []

    @classmethod
    def setUpClass(cls):
        cls.log.append("setUpClass")
        cls.addClassCleanup(cls.log.append, "class cleanup")

    @classmethod
    def tearDownClass(cls):
        cls.log.append("tearDownClass")

    def setUp(self):
        self.log.append("setUp")

    def tearDown(self):
        self.log.append("tearDown")

    def test_1(self):
        self.addCleanup(self.log.append, "c1")
        self.addCleanup(self.log.append, "c2")
        self.log.append("test")


class BadSetUp(unittest.TestCase):
    def setUp(self):
        raise RuntimeError("no set up")

    def test_x(self):
        pass


class BadClass(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        raise RuntimeError("no class")

    def test_x(self):
        pass

    def test_y(self):
        pass


class BadTearDown(unittest.TestCase):
    def tearDown(self):
        self.fail("in tearDown")

    @classmethod
    def tearDownClass(cls):
        raise OSError("class torn")

    def test_x(self):
        self.fail("in test")


@unittest.skip("whole class")
class SkippedClass(unittest.TestCase):
    def test_x(self):
        pass


run(Passing)
run(Passing, verbosity=2)
run(Passing, verbosity=0)
run(Passing, verbosity=2, descriptions=False)
for verbosity in 0, 1, 2:
    result = run(Mixed, verbosity=verbosity)
print(len(result.failures), len(result.errors), result.skipped, result.unexpectedSuccesses)
print(result.expectedFailures[0][0])
run(Fixtures)
print(Fixtures.log)
run(BadSetUp, BadClass, BadTearDown, SkippedClass, verbosity=2)
run(Mixed, failfast=True)


class Printing(unittest.TestCase):
    def test_loud(self):
        print("to stdout")
        print("to stderr", file=sys.stderr)
        self.fail("loud")

    def test_silent(self):
        print("not seen")


def setUpModule():
    print("setUpModule")


def tearDownModule():
    print("tearDownModule")


run(Printing)
program = unittest.main(argv=["", "Passing", "Fixtures.test_1"], exit=False,
                        testRunner=unittest.TextTestRunner(stream=io.StringIO()))
print(type(program), program.result)
print(unittest.TestSuite([Passing("test_one"), Mixed("test_g_message")]))
print(repr(Passing("test_one")), Passing("test_one").id(), Passing("test_two").shortDescription())
print(Passing("test_one") == Passing("test_one"), Passing("test_one") == Passing("test_two"))
try:
    Passing("nothing")
except ValueError as error:
    print(error)
try:
    Mixed("test_g_message").debug()
except AssertionError as error:
    print(error)
print(unittest.FunctionTestCase(setUpModule).id())
print(unittest.defaultTestLoader.getTestCaseNames(Mixed))
tests = unittest.defaultTestLoader.loadTestsFromName("__main__.Passing")
print(tests.countTestCases())
