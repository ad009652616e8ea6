"""The command line: help, version, install, wrong calls."""
import json
import os
import subprocess
import tempfile

from tap import CUPOLA, SOURCE, run_tests, test


def run(*words, **environment):
    return subprocess.run([CUPOLA, *words], capture_output=True, text=True, timeout=60,
                          env=dict(os.environ, **environment), check=False)


@test
def help_lists_the_commands():
    done = run("--help")
    assert done.returncode == 0 and done.stderr == ""
    for command in ("kernel", "run", "repl", "install", "version"):
        assert "\n  " + command in done.stdout, command


@test
def the_version_names_what_was_found():
    done = run("version")
    assert done.returncode == 0, done.stderr
    names = [line.split()[0] for line in done.stdout.splitlines()]
    for name in ("cupola", "language", "protocol", "threads", "CUDA", "BLAS", "LLVM"):
        assert name in names, name
    assert run("--version").stdout.startswith("Python 3.11.")  # it is the python of sys.executable


@test
def threads_honour_the_environment():
    assert "threads    1 (OMP_NUM_THREADS)" in run("version", OMP_NUM_THREADS="1").stdout or os.cpu_count() == 1
    assert "threads    1 (SLURM_CPUS_PER_TASK)" in run("version", SLURM_CPUS_PER_TASK="1").stdout or os.cpu_count() == 1


@test
def wrong_calls_exit_with_2():
    for words in ((), ("frobnicate",), ("install", "--frob"), ("install", "--name", "../x"), ("kernel",), ("run",),
                  ("repl", "x"), ("version", "x")):
        done = run(*words)
        assert done.returncode == 2 and done.stdout == "" and done.stderr, words


@test
def a_connection_file_that_cannot_be_read_is_one_line_and_2():
    with tempfile.TemporaryDirectory() as folder:
        bad = os.path.join(folder, "bad.json")
        for text in (None, "", "{", "[]", "{}", '{"transport": "udp", "ip": "x"}', '{"shell_port": 1}', "\xff\xfe"):
            if text is not None:
                with open(bad, "w", encoding="latin-1") as file:
                    file.write(text)
            done = run("kernel", "-f", bad)
            assert done.returncode == 2, (text, done)
            assert done.stdout == "" and done.stderr.count("\n") == 1 and bad in done.stderr, (text, done.stderr)


@test
def install_writes_the_kernelspec():
    with tempfile.TemporaryDirectory() as folder:
        ways = [(("--user",), {"JUPYTER_DATA_DIR": folder + "/a"}, folder + "/a"),
                ((), {"JUPYTER_DATA_DIR": "", "XDG_DATA_HOME": folder + "/b"}, folder + "/b/jupyter"),
                ((), {"JUPYTER_DATA_DIR": "", "XDG_DATA_HOME": "", "HOME": folder}, folder + "/.local/share/jupyter"),
                (("--prefix", folder + "/c d"), {}, folder + "/c d/share/jupyter"),
                (("--prefix=" + folder + "/e",), {}, folder + "/e/share/jupyter"),
                (("--sys-prefix",), {"VIRTUAL_ENV": folder + "/f"}, folder + "/f/share/jupyter")]
        for words, environment, data in ways:
            for name in ("cupola", "cupola-2"):
                done = run("install", *words, "--name", name, **environment)
                assert done.returncode == 0, done.stderr
                spec = os.path.join(data, "kernels", name)
                with open(os.path.join(spec, "kernel.json"), encoding="utf-8") as file:
                    content = json.load(file)
                assert content["argv"] == [os.path.realpath(CUPOLA), "kernel", "-f", "{connection_file}"]
                assert content["language"] == "python" and content["display_name"] == "Cupola (Python, GPU)"
                assert content["kernel_protocol_version"] == "5.6"
                for logo in ("logo-32x32.png", "logo-64x64.png", "logo-svg.svg"):
                    with open(os.path.join(SOURCE, "kernelspec", logo), "rb") as original:
                        with open(os.path.join(spec, logo), "rb") as copy:
                            assert original.read() == copy.read(), logo


@test
def every_command_tells_its_usage():
    for command in ("kernel", "run", "repl", "install", "version"):
        for word in ("--help", "-h"):
            done = run(command, word)
            assert done.returncode == 0 and done.stderr == "", (command, done)
            assert done.stdout.startswith("usage: cupola " + command), (command, done.stdout)


@test
def a_folder_is_no_program():
    with tempfile.TemporaryDirectory() as folder:
        done = run("run", folder)
        assert done.returncode == 1 and done.stdout == "", done
        assert done.stderr == "cupola: can't find '__main__' module in '%s'\n" % folder, done.stderr


@test
def several_notebooks_do_not_go_into_one_file():
    with tempfile.TemporaryDirectory() as folder:
        done = run("run", "a.ipynb", "b.ipynb", "-o", folder + "/out.ipynb")
        assert done.returncode == 2 and "folder" in done.stderr, done
        assert not os.path.exists(folder + "/out.ipynb")


@test
def install_says_when_it_cannot():
    done = run("install", "--prefix", "/proc/nowhere")
    assert done.returncode == 1 and done.stderr.count("\n") == 1 and "/proc/nowhere" in done.stderr


@test
def bytes_on_stdin_that_are_no_text_come_whole():
    program = ("import sys\nfrom_bytes = sys.stdin.buffer\nprint(ascii(sys.stdin.readline()), from_bytes.read(3), from_bytes.readline(), "
               "from_bytes.read(5), from_bytes.read())\n")
    text = b"a\xff\nb\xfe\xfd\xfcc\nd\xe2\x82e\xc3\xa9z\xff\nlast\xc3"
    whole = [subprocess.run([python, "-c", program], input=text, capture_output=True, env=dict(os.environ, LC_ALL="C")).stdout
             for python in (CUPOLA, "/usr/bin/python3")]
    assert whole[0] == whole[1], whole
    assert whole[0].split(b" b", 1)[0] == b"'a\\udcff\\n'", whole


run_tests()
