"""Threads, processes and other programs in a kernel: they go on between cells, print, and can be interrupted."""
import os
import signal
import time

from kernel_client import Kernel, results_of, text_of
from tap import run_tests, test


with Kernel() as kernel:
    def run(source):
        return kernel.execute(source, allow_stdin=False)

    @test
    def a_thread_goes_on_between_cells():
        run("import threading, time\ncount = 0\nstop = False\ndef spin():\n    global count\n    while not stop:\n        count += 1\n"
            "        time.sleep(0.001)\nthread = threading.Thread(target=spin, daemon=True)\nthread.start()\nbefore = count")
        time.sleep(0.3)
        assert results_of(run("count > before + 10")[1]) == ["True"]
        assert results_of(run("stop = True; thread.join(); thread.is_alive()")[1]) == ["False"]

    @test
    def a_thread_prints_into_the_cell_that_waits_for_it():
        _, messages = run("thread = threading.Thread(target=print, args=('from the thread',))\nthread.start()\nthread.join()")
        assert "from the thread" in text_of(messages), text_of(messages)

    @test
    def an_error_in_a_thread_is_shown_and_the_cell_goes_on():
        reply, messages = run("thread = threading.Thread(target=lambda: 1 / 0)\nthread.start()\nthread.join()\nprint('on')")
        assert reply["status"] == "ok"
        assert "ZeroDivisionError" in text_of(messages, "stderr") and "on" in text_of(messages)

    @test
    def waiting_is_interrupted():
        for wait in ("threading.Event().wait()", "__import__('queue').Queue().get()", "__import__('subprocess').run(['sleep', '30'])"):
            request = kernel.client.execute(wait)
            kernel.wait_until_busy(request)
            time.sleep(0.3)
            start = time.monotonic()
            os.kill(kernel.process.pid, signal.SIGINT)
            reply = kernel.reply(request)
            assert reply["content"].get("ename") == "KeyboardInterrupt", reply["content"]
            assert time.monotonic() - start < 2

    @test
    def functions_of_the_notebook_run_in_other_processes():
        run("def square(x):\n    return x * x")
        _, messages = run("from multiprocessing import Pool\nwith Pool(2) as pool:\n    print(pool.map(square, range(5)))")
        assert "[0, 1, 4, 9, 16]" in text_of(messages), text_of(messages)

    @test
    def python_is_this_program():
        _, messages = run("import subprocess, sys\nprint(subprocess.check_output([sys.executable, '-c', 'import sys; print(sys.implementation.name)'], "
                          "text=True), subprocess.run(['python3', '-c', 'print(6 * 7)'], capture_output=True, text=True).stdout)")
        assert text_of(messages).split() == ["cupola", "42"], text_of(messages)

    run_tests()
