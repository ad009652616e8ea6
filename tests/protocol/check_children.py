"""The programs and processes that cells start: who gets an interrupt, and who is left when the kernel, the run of a notebook or
a script ends. Each process of a test is known by a word in its environment."""
import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import uuid

from tap import CUPOLA, run_tests, test
from kernel_client import Kernel, text_of

PATIENCE = 40  # seconds, of a busy machine: what is waited for comes at once elsewhere

STAY = {"session": "import subprocess; a = subprocess.Popen(['sleep', '701'], start_new_session=True)",
        "setsid": "import os, subprocess; b = subprocess.Popen(['sleep', '702'], preexec_fn=os.setsid)",
        "group": "import subprocess; c = subprocess.Popen(['sleep', '703'], process_group=0)"}
PROGRAMS = {"program": "import subprocess; d = subprocess.Popen(['sleep', '801'])",
            "orphan": "import subprocess; e = subprocess.Popen('sleep 802 & ', shell=True)",
            "system": "import os; f = os.system('sleep 803 >/dev/null 2>&1 &')",
            "pipe": "import os; g = os.popen('sleep 804')",
            "nohup": "import subprocess; h = subprocess.Popen(['nohup', 'sleep', '805'], stdout=-3, stderr=-3)",
            "thread": "import subprocess, threading; i = threading.Thread(target=subprocess.Popen, args=(['sleep', '806'],))\n"
                      "i.start(); i.join()"}
CELLS = {"script": "%%bash --bg\nsleep 807", "behind": "%%bash\nsleep 808 >/dev/null 2>&1 &",
         "asyncio": "import asyncio; j = await asyncio.create_subprocess_exec('sleep', '809')"}
COPIES = {"daemon": "import multiprocessing, time; k = multiprocessing.Process(target=time.sleep, args=(78,), daemon=True); k.start()",
          "pool": "import multiprocessing; l = multiprocessing.Pool(2); l.map(abs, [1, 2])",
          "executor": "from concurrent.futures import ProcessPoolExecutor; m = ProcessPoolExecutor(2); list(m.map(abs, [1, 2]))",
          "pool of a thread": "import threading\ndef start():\n    global n\n    n = multiprocessing.Pool(2); n.map(abs, [1, 2])\n"
                              "o = threading.Thread(target=start); o.start(); o.join()"}


def living(word):
    """{process: its words} of those with this word in their environment."""
    found = {}
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/environ" % process, errors="replace") as file:
                ours = word in file.read()
            with open("/proc/%s/stat" % process) as file:
                ours = ours and file.read().rsplit(")", 1)[1].split()[0] not in "ZX"
            if ours:
                with open("/proc/%s/cmdline" % process) as file:
                    found[int(process)] = file.read().replace("\0", " ").strip()
        except OSError:
            pass
    return found


def left(word, wanted, seconds=PATIENCE):
    """What lives on, once it is what is wanted or time is over: the words of its processes, in order."""
    end = time.monotonic() + seconds
    while True:
        found = sorted(living(word).values())
        if found == sorted(wanted) or time.monotonic() > end:
            return found
        time.sleep(0.05)


def wait_for(happened, describe, seconds=PATIENCE):
    end = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < end, describe()
        time.sleep(0.05)


@contextlib.contextmanager
def marked():
    word = uuid.uuid4().hex
    try:
        yield word
    finally:
        for process in living(word):
            with contextlib.suppress(OSError):
                os.kill(process, signal.SIGKILL)


def with_children(cells, ends, wanted, copies=0):
    """Run the cells in a kernel, end it, and compare who is left."""
    with marked() as word, Kernel(environment={"MARK": word}) as kernel:
        for cell in cells:
            reply, _ = kernel.execute(cell, allow_stdin=False)
            assert reply["status"] == "ok", (cell, reply)
        wait_for(lambda: len(living(word)) == 1 + len(cells) + copies, lambda: living(word))
        ends(kernel)
        kernel.wait_for_exit(PATIENCE)
        found = left(word, wanted)
        assert found == sorted(wanted), found


def shut_down(kernel):
    kernel.reply(kernel.request("shutdown_request", {"restart": False}, "control"), "control")


DETACHED = ["sleep 701", "sleep 702", "sleep 703"]


@test
def a_shutdown_ends_all_that_was_not_detached():
    cells = [cell for table in (STAY, PROGRAMS, CELLS, COPIES) for cell in table.values()]
    # /bin/sh of os.popen, bash behind the script, a second copy in each of three pools
    with_children(cells, shut_down, DETACHED, copies=5)


@test
def what_does_not_heed_sigterm_is_killed():
    with_children(["import subprocess; p = subprocess.Popen(['sh', '-c', 'trap \"\" TERM INT HUP; exec sleep 810'])"], shut_down, [])


@test
def a_terminated_kernel_ends_them_too():
    with_children([STAY["session"], PROGRAMS["program"], PROGRAMS["orphan"], COPIES["pool"]],
                  lambda kernel: kernel.process.terminate(), DETACHED[:1], copies=1)


@test
def a_kernel_that_exits_ends_them_too():
    with_children([PROGRAMS["program"], COPIES["daemon"]], lambda kernel: kernel.client.execute("exit()"), [])


@test
def a_busy_kernel_ends_them_too():
    def end(kernel):
        kernel.wait_until_busy(kernel.client.execute("import time\nwhile True:\n    try: time.sleep(60)\n    except BaseException: pass"))
        shut_down(kernel)
    with_children([PROGRAMS["orphan"], COPIES["pool"]], end, [], copies=1)


@test
def killing_the_group_ends_all_but_what_was_detached():
    cells = [*STAY.values(), *PROGRAMS.values(), *COPIES.values()]
    with_children(cells, lambda kernel: os.killpg(kernel.process.pid, signal.SIGKILL), DETACHED, copies=4)


@test
def copies_end_with_a_kernel_that_is_killed():
    with_children([*COPIES.values()], lambda kernel: kernel.process.kill(), [], copies=3)


@test
def copies_end_with_a_kernel_that_crashes():
    with_children([COPIES["pool"]], lambda kernel: kernel.client.execute("import os; os.abort()"), [], copies=1)


@test
def a_program_in_a_terminal_ends_with_its_kernel():
    with marked() as word, Kernel(environment={"MARK": word}) as kernel:
        kernel.wait_until_busy(kernel.client.execute("!sleep 811"))
        assert left(word, [*living(word).values(), "sleep 811"])[-1] == "sleep 811"
        kernel.process.kill()
        assert left(word, []) == []


@test
def orphans_are_waited_for():
    def zombies(kernel):
        found = []
        for process in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError), open("/proc/%s/stat" % process) as file:
                state, parent = file.read().rsplit(")", 1)[1].split()[:2]
                found += [process] * (state == "Z" and int(parent) == kernel.process.pid)
        return len(found)
    with Kernel() as kernel:
        kernel.execute("import os, subprocess, time; own = subprocess.Popen(['true']); os.system('sleep 0.1 &')")
        def one_is_left():  # the program's own, for which nobody has waited yet
            kernel.execute("1")
            return zombies(kernel) == 1
        wait_for(one_is_left, lambda: zombies(kernel))
        _, messages = kernel.execute("os.system('true &')\nprint(os.wait()[0] == own.pid)\n"
                                     "try: os.wait()\nexcept ChildProcessError: print('no more')")
        assert text_of(messages) == "True\nno more\n", messages
        wait_for(lambda: zombies(kernel) == 0, lambda: zombies(kernel))


# ---- interrupts

def by_group(kernel):
    os.killpg(kernel.process.pid, signal.SIGINT)


def by_message(kernel):
    kernel.reply(kernel.request("interrupt_request", {}, "control"), "control")


def interrupted(kernel, word, cell, how, program):
    """(status, error's name, what was printed) of a cell that is interrupted while the program runs; all of which then ends."""
    kept = sorted(living(word).values())
    request = kernel.client.execute(cell)
    kernel.wait_until_busy(request)
    assert left(word, kept + program) == sorted(kept + program), living(word)
    how(kernel)
    content = kernel.reply(request)["content"]
    text = text_of(kernel.published(request))
    assert left(word, kept) == kept, living(word)
    return content["status"], content.get("ename"), text


@test
def an_interrupt_is_the_programs_and_the_cell_goes_on():
    with marked() as word, Kernel(environment={"MARK": word}) as kernel:
        for how in by_group, by_message:
            for cell, program, text in (("!sleep 821\nprint(_exit_code)", ["sleep 821"], "^C\r\n-2\n"),
                                        ("!trap 'echo bye; exit 5' INT; while :; do sleep 0.03; done\nprint(_exit_code)", None, None),
                                        ("x = !sleep 822\nprint(x)", ["sleep 822"], "^C\n[]\n"),
                                        ("import os\nprint(os.system('exec sleep 823'))", ["sleep 823"], "2\n")):
                if program:
                    found = interrupted(kernel, word, cell, how, program)
                    assert found == ("ok", None, text), (cell, found)
            found = interrupted(kernel, word, "%%bash\nsleep 824\necho after", how, ["bash", "sleep 824"])
            assert found == ("error", "CalledProcessError", "Process was interrupted.\n"), found


@test
def a_program_may_end_its_own_way():
    with marked() as word, Kernel(environment={"MARK": word}) as kernel:
        request = kernel.client.execute("!trap 'echo bye; exit 5' INT; echo on; while :; do sleep 0.02; done\nprint(_exit_code)")
        before = ""
        while "on" not in before:  # the line's end may come on its own
            message = kernel.client.get_iopub_msg(timeout=PATIENCE)
            before += text_of([message])
            assert message["msg_type"] != "error"
        by_group(kernel)
        assert before + text_of(kernel.published(request)) == "on\r\n^C\r\nbye\r\n5\n"
        assert kernel.reply(request)["content"]["status"] == "ok"
        found = interrupted(kernel, word, "!trap '' INT; exec sleep 825\nprint(_exit_code)", by_group, ["sleep 825"])
        assert found == ("ok", None, "^C\r\n-1\n"), found


@test
def waits_for_programs_are_interrupted():
    with marked() as word, Kernel(environment={"MARK": word}) as kernel:
        for how in by_group, by_message:
            for cell in ("subprocess.run(['sleep', '826'])", "subprocess.Popen(['sleep', '826']).wait()",
                         "subprocess.Popen(['sleep', '826'], stdout=-1).communicate()", "subprocess.check_output(['sleep', '826'])"):
                found = interrupted(kernel, word, "import subprocess\n" + cell, how, ["sleep 826"])
                assert found[:2] == ("error", "KeyboardInterrupt"), (cell, found)
        found = interrupted(kernel, word, "import time\np = subprocess.Popen(['sleep', '827'])\ntry: time.sleep(20)\n"
                            "except KeyboardInterrupt: print(p.wait())", by_group, ["sleep 827"])
        assert found == ("ok", None, "-2\n"), found


@test
def copies_get_keyboardinterrupt():
    with Kernel() as kernel:
        kernel.execute("import multiprocessing, signal, time\nbegun = multiprocessing.SimpleQueue()\n"
                       "def wait(x):\n    try:\n        begun.put(x); time.sleep(60)\n    except KeyboardInterrupt: return 'told'\n"
                       "def interrupted(pool):\n    try:\n        waiting = pool.map_async(wait, [1, 2])\n        begun.get(), begun.get()\n"
                       "        print('begun', flush=True); return waiting.get()\n    except KeyboardInterrupt: return 'main'")
        for start, wanted in (("multiprocessing.Pool(2)", "main [1, 2]\n"),
                              ("multiprocessing.Pool(2, signal.signal, (signal.SIGINT, signal.SIG_IGN))", "main [1, 2]\n")):
            kernel.execute("pool = %s\npool.map(abs, [1, 2])" % start)
            end = "print(interrupted(pool), pool.map(abs, [-1, -2]) if wait else None)"
            if "SIG_IGN" in start:
                end = "print(interrupted(pool), [worker.exitcode for worker in multiprocessing.active_children()]); pool.terminate()"
                wanted = "main [None, None]\n"
            request = kernel.client.execute(end)
            kernel.wait_until_written(request)
            by_group(kernel)
            assert kernel.reply(request)["content"]["status"] == "ok"
            found = text_of(kernel.published(request))
            assert found == wanted, (start, found)
            kernel.execute("pool.terminate(); pool.join()")
        _, messages = kernel.execute("class Ends(Exception): pass\ndef end(number, frame): raise Ends\nbefore = signal.signal(signal.SIGTERM, end)\n"
                                     "def late(queue):\n    try:\n        queue.put('on'); time.sleep(30)\n    except Ends: queue.put('ended')\n"
                                     "queue = multiprocessing.SimpleQueue()\nprocess = multiprocessing.Process(target=late, args=(queue,))\n"
                                     "process.start()\nqueue.get()\nprocess.terminate()\nprint(queue.get())\nprocess.join()\n"
                                     "before = signal.signal(signal.SIGTERM, before)\nprint(process.exitcode)")
        assert text_of(messages) == "ended\n0\n", messages


# ---- notebooks and scripts

def run(words, lines, end=None, notebook=False, left=0):
    """Run a notebook or a script to its end, or until it waits and gets a signal: the words of those that live on, once
    no more than `left` do or some seconds have passed."""
    with marked() as word, tempfile.TemporaryDirectory() as folder:
        ready = os.path.join(folder, "ready")
        lines = [*lines, "open(%r, 'w').close()" % ready] + ["import time; time.sleep(60)"] * bool(end)
        path = os.path.join(folder, "x.ipynb" if notebook else "x.py")
        with open(path, "w", encoding="utf-8") as file:
            if notebook:
                cells = [{"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": line} for line in lines]
                json.dump({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4}, file)
            else:
                file.write("\n".join(lines))
        process = subprocess.Popen([*words, path], env=dict(os.environ, MARK=word), stdout=-3, stderr=-3)
        try:
            while end and not os.path.exists(ready):
                assert process.poll() is None
                time.sleep(0.01)
            if end:
                process.send_signal(end)
            process.wait(PATIENCE)
            time.sleep(0.2)
            latest = time.monotonic() + PATIENCE
            while len(living(word)) > left and time.monotonic() < latest:
                time.sleep(0.05)
            return sorted(text.replace(path, "x").split("/")[-1] for text in living(word).values())
        finally:
            process.kill()


@test
def the_run_of_a_notebook_ends_them_as_a_kernel():
    cells = [STAY["session"], PROGRAMS["program"], PROGRAMS["orphan"], CELLS["script"], COPIES["daemon"]]
    assert run([CUPOLA, "run"], cells, notebook=True, left=1) == ["sleep 701"]
    for number in signal.SIGKILL, signal.SIGTERM:
        assert run([CUPOLA, "run"], [COPIES["pool"], COPIES["executor"], COPIES["daemon"]], number, notebook=True) == []


@test
def a_script_leaves_its_programs_and_ends_its_pools():
    for end in None, signal.SIGKILL:
        lines = [STAY["session"], PROGRAMS["program"], PROGRAMS["orphan"], PROGRAMS["system"]]
        found = [run(words, lines, end, left=4) for words in ([CUPOLA, "run"], [sys.executable])]
        assert found[0] == found[1] == ["sleep 701", "sleep 801", "sleep 802", "sleep 803"], found
    for number in signal.SIGKILL, signal.SIGTERM:
        assert run([CUPOLA, "run"], [COPIES["pool"], COPIES["executor"], COPIES["pool of a thread"]], number) == []


run_tests()
