"""Generated and mutated programs: no crash, no sanitizer's report, no hang, and a session that goes on.

A hundred here; an hour of them with CUPOLA_TEST_LONG=1, as `./bootstrap check-long` does in the build with sanitizers.
The seeds are fixed, so that what fails here fails again: tests/fuzz/run_programs.py tells how."""
# timeout: 7200
import os
import subprocess
import sys
import tempfile

from tap import SOURCE, run_tests, test

LONG = bool(os.environ.get("CUPOLA_TEST_LONG"))


def search(*words):
    with tempfile.TemporaryDirectory() as folder:
        result = subprocess.run([sys.executable, os.path.join(SOURCE, "tests", "fuzz", "run_programs.py"), "--build", os.environ["CUPOLA_BUILD"],
                                 "--findings", folder] + list(words), capture_output=True, text=True, errors="replace")
        reports = ""
        for name in sorted(os.listdir(folder))[:6]:
            with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as file:
                reports += "--- %s\n%s\n" % (name, file.read()[:1500] if name.endswith(".txt") else "")
        assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-3000:] + reports


@test
def generated_and_mutated_programs_leave_a_usable_session():
    search("--kinds", "gc", "--count", "120")


if LONG:
    @test
    def an_hour_of_programs():
        search("--kinds", "ggcl", "--seconds", "3600", "--seed", "3000000")

run_tests()
