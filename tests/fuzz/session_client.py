"""Talks to session_server.c: one cell in, what became of it out."""
import os
import re
import subprocess
import tempfile

# The report of a finding is worth more than speed; what is too large is refused as it is without the sanitizer.
ASAN = "allocator_may_return_null=1:max_allocation_size_mb=300:detect_stack_use_after_return=0:handle_abort=1:malloc_context_size=12"
IS_FINDING = re.compile(r"ERROR: (Address|Leak)Sanitizer|runtime error:|AddressSanitizer:DEADLYSIGNAL")


class Outcome:
    def __init__(self, fate, allocations, usable, held, error, output, report):
        self.fate, self.allocations, self.usable, self.error = fate, int(allocations), usable == "1", error
        self.held = int(held)  # blocks that the interpreter has not given back at its end
        self.output = output.decode("utf-8", "replace")
        self.report = report.decode("utf-8", "replace")

    def problem(self):
        """Why this is a finding, or None."""
        if self.fate == "hang":
            return self.fate # where it was is in the report
        if IS_FINDING.search(self.report):
            return "sanitizer"
        if self.fate != "ok":
            return self.fate
        if not self.usable:
            return "unusable"
        if self.held:
            return "%d blocks leaked" % self.held
        return None

    def place(self):
        """The innermost frames of ours in a sanitizer's report: findings with the same ones are one."""
        kind = re.search(r"(?:ERROR: \w+: |ERROR: \w+Sanitizer: |runtime error: )([^\n]{0,60})", self.report)
        frames = re.findall(r"#\d+ 0x\w+ in (\S+) \S*?(?:kernel|arraylib|base|protocol)/\S*?([\w.]+:\d+)", self.report)
        at = re.search(r"(\S+?:\d+):\d+: runtime error", self.report)
        return (re.sub(r"0x\w+|\d+", "N", kind.group(1)) if kind else self.problem() or "",
                (os.path.basename(at.group(1)),) if at else tuple("%s %s" % frame for frame in frames[:3]))


class Server:
    def __init__(self, program, modules=(), environment=()):
        self.program, self.modules = program, list(modules)
        self.environment = dict(os.environ, ASAN_OPTIONS=ASAN, UBSAN_OPTIONS="print_stacktrace=1", PYTHONHASHSEED="0")
        self.environment.update(environment)
        self.folder = tempfile.TemporaryDirectory()
        os.chmod(self.folder.name, 0o755)
        self.process = None

    def start(self):
        scratch = os.path.join(self.folder.name, "scratch")
        if not os.path.isdir(scratch):
            os.mkdir(scratch)
            os.chmod(scratch, 0o777)
        self.errors = open(os.path.join(self.folder.name, "errors"), "w+b")
        self.process = subprocess.Popen([self.program] + self.modules, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=self.errors, env=self.environment, cwd=scratch, start_new_session=True)

    def run(self, source, milliseconds=2000, first=0, count=0, leaks=False):
        if not self.process:
            self.start()
        cell = source if isinstance(source, bytes) else source.encode("utf-8", "surrogatepass")
        stdin, stdout = self.process.stdin, self.process.stdout
        stdin.write(b"%d %d %d %d %d\n" % (len(cell), milliseconds, first, count, leaks) + cell)
        stdin.flush()
        line = stdout.readline().decode()
        if not line:
            self.errors.seek(0)
            raise RuntimeError("the server ended: " + self.errors.read().decode("utf-8", "replace")[-3000:])
        fate, allocations, usable, held, error, output, report = line.split()
        return Outcome(fate, allocations, usable, held, error, stdout.read(int(output)), stdout.read(int(report)))

    def close(self):
        if self.process:
            self.process.stdin.close()
            self.process.wait(60)
            self.process.stdout.close()
            self.errors.close()
            self.process = None
        self.folder.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()
