# subprocess: other programs, and this one as python.
import os
import signal
import subprocess
import sys
import tempfile


def show(function, *arguments, **keywords):
    try:
        print(repr(function(*arguments, **keywords)))
    except BaseException as error:
        text = "" if isinstance(error, subprocess.TimeoutExpired) else error
        print(type(error).__name__, text, getattr(error, "output", ""), getattr(error, "filename", ""))


folder = tempfile.mkdtemp()
os.chdir(folder)
show(subprocess.run, ["true"])
show(subprocess.run, ["false"])
show(subprocess.run, ["false"], check=True)
show(subprocess.run, "exit 3", shell=True)
show(subprocess.run, ["echo", "hi"], capture_output=True)
show(subprocess.run, ["echo", "hi"], capture_output=True, text=True)
show(subprocess.run, ["echo", "h\u00e9"], stdout=subprocess.PIPE, encoding="utf-8")
show(subprocess.run, "echo out; echo err >&2", shell=True, capture_output=True, text=True)
show(subprocess.run, "echo out; echo err >&2", shell=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
show(subprocess.run, ["cat"], input=b"through", capture_output=True)
show(subprocess.run, ["cat"], input="th\u00e9\n", capture_output=True, text=True)
show(subprocess.run, ["cat"], input="text", capture_output=True)
show(subprocess.run, ["cat"], input=b"x" * 300000, stdout=subprocess.DEVNULL)
print(len(subprocess.run(["cat"], input=b"x" * 1000000, capture_output=True).stdout))
show(subprocess.run, ["cat"], stdin=subprocess.DEVNULL, capture_output=True)
show(subprocess.run, ["no-such-program-at-all"])
show(subprocess.run, "no such program at all")
show(subprocess.run, ["./absent"])
show(subprocess.run, ["pwd"], cwd="/usr", capture_output=True, text=True)
show(subprocess.run, ["pwd"], cwd="/nowhere")
show(subprocess.run, "echo $A$HOME", shell=True, env={"A": "1"}, capture_output=True)
show(subprocess.run, ["sleep", "10"], timeout=0.1)
show(subprocess.run, "echo first; sleep 10", shell=True, timeout=0.5, capture_output=True)
show(subprocess.run, ["sh", "-c", "kill -9 $$"])
show(subprocess.run, ["sh", "-c", "kill -9 $$"], check=True)
show(subprocess.run, ["echo"], input="x", stdin=subprocess.PIPE)
show(subprocess.run, ["echo"], capture_output=True, stdout=subprocess.PIPE)
show(subprocess.run, [])
show(subprocess.run, ["echo", 3])
show(subprocess.run, ["echo", "a\0b"])
show(subprocess.check_output, ["echo", "x"])
show(subprocess.check_output, ["echo", "x"], text=True)
show(subprocess.check_output, "echo x; exit 4", shell=True)
show(subprocess.check_output, ["cat"], input=b"in")
show(subprocess.check_output, ["echo"], stdout=1)
show(subprocess.call, ["sh", "-c", "exit 5"])
show(subprocess.check_call, ["true"])
show(subprocess.check_call, ["false"])
show(subprocess.getoutput, "echo one; echo two")
show(subprocess.getstatusoutput, "echo x; exit 2")
show(subprocess.CompletedProcess(["a"], 1, "o", "e").check_returncode)
print(os.popen("echo popen").read(), os.popen("exit 2").close(), subprocess.list2cmdline(["a b", 'c"d', "e\\", ""]))

print("-- Popen")
process = subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
print(process.poll(), process.pid > 0, process.stdin.write("line\n"), process.stdin.flush(), process.stdout.readline(), process.stdin.close(), process.stdout.read(), process.wait(), process.returncode, process)
process.stdout.close()
with subprocess.Popen(["sh", "-c", "read a; echo got $a; exit 7"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
    print(process.communicate(b"this\n"), process.returncode)
with subprocess.Popen("for i in 1 2 3; do echo line $i; done", shell=True, stdout=subprocess.PIPE, universal_newlines=True, bufsize=1) as process:
    for line in process.stdout:
        print(repr(line))
process = subprocess.Popen(["sleep", "10"])
show(process.wait, timeout=0.05)
show(process.communicate, timeout=0.05)
print(process.terminate(), process.wait(), process.poll(), process.send_signal(signal.SIGINT))
process = subprocess.Popen(["sleep", "10"])
print(process.kill(), process.wait())
with open("log", "w") as file:
    file.write("first\n")
    subprocess.run(["echo", "second"], stdout=file)
print(open("log").read())
with open("log") as file:
    print(subprocess.run(["cat"], stdin=file, capture_output=True).stdout)
one = subprocess.Popen(["echo", "piped"], stdout=subprocess.PIPE)
two = subprocess.Popen(["tr", "a-z", "A-Z"], stdin=one.stdout, stdout=subprocess.PIPE)
one.stdout.close()
print(two.communicate(), one.wait())
sys.stdout.flush()
subprocess.run(["echo", "to the same place"])
show(subprocess.Popen, ["true"], bufsize="x")
show(subprocess.Popen, ["true"], text=True, universal_newlines=False)

print("-- python")
with open("program.py", "w") as file:
    file.write("import sys, os\nprint(sys.argv, __name__, os.environ.get('MARK'), os.path.basename(__file__))\nprint(input())\nsys.exit(3)\n")
os.environ["MARK"] = "m"
os.mkdir("package")
open("package/__init__.py", "w").close()
with open("package/__main__.py", "w") as file:
    file.write("import sys\nprint('main of', __package__, __name__, sys.argv[1:])\n")
for command in ([sys.executable, "program.py", "a", "-b"], ["python3", "program.py"]):
    result = subprocess.run(command, input="typed\n", capture_output=True, text=True)
    print(result.stdout, result.stderr, result.returncode)
for command in (["-c", "import sys; print(sys.argv, __name__)", "x", "-y"], ["-m", "package", "w"], ["-m", "program", "z"], ["-u", "-c", "print(1)"], ["-c", "raise SystemExit('bye')"],
                ["-c", "1/0"], ["-m", "no_such_module"]):
    result = subprocess.run([sys.executable] + command, capture_output=True, text=True, input="")
    print(command, result.stdout.replace(folder, "<folder>"), result.stderr.splitlines()[-1:] if "-m" not in command else "", result.returncode)
print(subprocess.run([sys.executable, "-"], input="print('from standard input', __name__)", capture_output=True, text=True).stdout)
print(subprocess.run("python3 -c 'print(1 + 1)'; cd package && python3 __main__.py", shell=True, capture_output=True, text=True).stdout)
print(signal.SIGINT, repr(signal.SIGTERM), signal.Signals(9).name, signal.getsignal(signal.SIGINT) is signal.default_int_handler, signal.strsignal(11))
os.chdir("/")
subprocess.run(["rm", "-r", folder])
