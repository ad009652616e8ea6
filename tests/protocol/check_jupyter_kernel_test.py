"""jupyter_kernel_test with every attribute filled: 13 tests, none skipped."""
# run: alone
import os
import subprocess
import sys
import tempfile
import unittest

from tap import CUPOLA, report, report_skip

try:
    import jupyter_kernel_test
except ImportError:
    report_skip("jupyter_kernel_test", "the .venv is not there")
    sys.exit(0)


class CupolaTests(jupyter_kernel_test.KernelTests):
    kernel_name = "cupola"
    language_name = "python"
    file_extension = ".py"
    code_hello_world = "print('hello, world')"
    code_stderr = "import sys; print('test', file=sys.stderr)"
    completion_samples = [
        {"text": "from math import sq", "matches": ["sqrt"]},
        {"text": "isinst", "matches": ["isinstance"]},
        {"text": "'abc'.isnum", "matches": ["isnumeric"]},
        {"text": "zip_nothing_like_it", "matches": []},
    ]
    complete_code_samples = ["1", "print('hello')", "def f(x):\n  return x*2\n\n\n", "x = [1,\n2]", "for i in x: pass\n"]
    incomplete_code_samples = ["print('hello", "def f(x):\n  x*2", "x = [1,", "'''abc", "if x:"]
    invalid_code_samples = ["import = 7q", "x = )", "1 +* 2", "return = 3"]
    code_page_something = "print?"
    code_generate_error = "raise ValueError('hello')"
    code_execute_result = [
        {"code": "1+2+3", "result": "6"},
        {"code": "[n*n for n in range(1, 4)]", "result": "[1, 4, 9]"},
        {"code": "'a' * 3", "result": "'aaa'"},
    ]
    code_display_data = [
        {"code": "from IPython.display import HTML, display; display(HTML('<b>test</b>'))", "mime": "text/html"},
        {"code": "display('text')", "mime": "text/plain"},
    ]
    code_history_pattern = "1?2*"
    supported_history_operations = ("tail", "range", "search")
    code_inspect_sample = "zip"
    code_clear_output = "from IPython.display import clear_output; clear_output()"


class CupolaWelcomeTests(jupyter_kernel_test.IopubWelcomeTests):
    kernel_name = "cupola"
    support_iopub_welcome = True


class Result(unittest.TestResult):
    """Prints each test as it ends; a failed sub-test fails its test."""

    def stopTest(self, test):
        name = test.id().split(".")[-1]
        wrong = [text for about, text in self.failures + self.errors
                 if about is test or getattr(about, "test_case", None) is test]
        skipped = [reason for about, reason in self.skipped
                   if about is test or getattr(about, "test_case", None) is test]
        report(name, not wrong and not skipped, "\n".join(wrong + ["skipped: " + reason for reason in skipped]))


with tempfile.TemporaryDirectory() as folder:
    os.environ.update(JUPYTER_PATH=folder + "/share/jupyter", JUPYTER_DATA_DIR=folder + "/data", XDG_DATA_HOME=folder,
                      JUPYTER_RUNTIME_DIR=folder + "/runtime", IPYTHONDIR=folder)
    subprocess.run([CUPOLA, "install", "--prefix", folder], check=True, stdout=subprocess.DEVNULL)
    loader = unittest.TestLoader()
    suite = unittest.TestSuite([loader.loadTestsFromTestCase(case) for case in (CupolaTests, CupolaWelcomeTests)])
    result = suite.run(Result())
    report("13 tests and no set-up failed", result.testsRun == 13 and not [
        about for about, _ in result.errors if not isinstance(about, unittest.TestCase)],
        "\n".join("%s: %s" % pair for pair in result.errors if not isinstance(pair[0], unittest.TestCase)))
    sys.exit(0 if result.wasSuccessful() else 1)
