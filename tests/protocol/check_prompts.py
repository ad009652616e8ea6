"""Interrupts at prompts: of input(), the debugger and others. One is enough, and what is said of it are ipykernel's words."""
import os
import re
import signal

from tap import run_tests, test
from kernel_client import Kernel, results_of, text_of

STOPPED = "--KeyboardInterrupt--\n\nKeyboardInterrupt: Interrupted by user\n"

# the cell; what is answered (! is an interrupt, the last one again and again); how often it asks; (status, error); the end of its output
CELLS = [
    ("import pdb, sys\ndef steps():\n    pdb.set_trace()\n    a = 1\n    b = 2\n    return a + b\nprint(steps())", "!", 1, ("ok", None),
     STOPPED + "3\n"),
    ("print(steps())", "n n !", 3, ("ok", None), STOPPED + "3\n"),
    ("print(steps())", "a,b=7,7 !", 2, ("ok", None), STOPPED + "3\n"),
    ("print(sys.gettrace())", "!", 0, ("ok", None), "None\n"),
    ("if True:\n    pdb.set_trace()\n    print('after')", "!", 1, ("ok", None), STOPPED + "after\n"),
    ("def one(): return 1\ndef calls():\n    pdb.set_trace(); a = one()\n    for i in range(3): a += one()\n    return a\n"
     "print(calls(), calls())", "!", 2, ("ok", None), STOPPED + "4 4\n"),
    ("def stops():\n    breakpoint()\n    return 5\nprint(stops())", "!", 1, ("ok", None), STOPPED + "5\n"),
    ("from IPython.core.debugger import set_trace\nset_trace()\nprint('after')", "!", 1, ("ok", None), STOPPED + "after\n"),
    ("pdb.run('a = 1\\nb = 2')\nprint('after')", "!", 1, ("ok", None), STOPPED + "after\n"),
    ("print(pdb.runcall(one))", "!", 1, ("ok", None), STOPPED + "1\n"),
    ("try: 1 / 0\nexcept ZeroDivisionError as error: pdb.post_mortem(error.__traceback__)\nprint('after')", "!", 1, ("ok", None),
     STOPPED + "after\n"),
    ("def fails(x): return 1 / x\nfails(0)", "!", 0, ("error", "ZeroDivisionError"), ""),
    ("%debug", "!", 1, ("ok", None), STOPPED),
    ("%debug", "u !", 2, ("ok", None), STOPPED),
    ("%debug one()", "s !", 2, ("ok", None), STOPPED),
    ("%%debug\nx = one()\nprint(x)", "n !", 2, ("ok", None), STOPPED + "1\n"),
    ("%pdb on\nfails(0)", "!", 1, ("error", "ZeroDivisionError"), STOPPED),
    ("%pdb off\nprint('off')", "!", 0, ("ok", None), "off\n"),
    ("if True:\n    pdb.set_trace()\n    print('after')", "commands !", 2, ("ok", None), None),  # without a breakpoint: refused
    ("def stops():\n    pdb.set_trace()\n    a = 1\n    return a\nprint(stops())", "b_4 commands ! !", 5, ("ok", None),
     "*** command definition aborted, old commands restored\n" + STOPPED + "> FILE(4)stops()\n      1 def stops():\n      2     pdb.set_trace()\n"
     "      3     a = 1\n1---> 4     return a\n      5 print(stops())\n\n" + STOPPED + "1\n"),
    ("input('? ')\nprint('never')", "!", 1, ("error", "KeyboardInterrupt: Interrupted by user"), ""),
    ("try: input()\nexcept KeyboardInterrupt as interrupt: print(interrupt.args)", "!", 1, ("ok", None), "('Interrupted by user',)\n"),
    ("import getpass\ngetpass.getpass('Secret: ')", "!", 1, ("error", "KeyboardInterrupt: Interrupted by user"), ""),
    ("import cmd\ncmd.Cmd().cmdloop()", "!", 1, ("error", "KeyboardInterrupt: Interrupted by user"), ""),
    ("print(input('a'))\ninput('b')", "yes !", 2, ("error", "KeyboardInterrupt: Interrupted by user"), "yes\n"),
    ("import signal\nclass Late(Exception): pass\ndef late(number, frame): raise Late('too long')\nbefore = signal.signal(signal.SIGINT, late)\n"
     "try: input()\nfinally: before = signal.signal(signal.SIGINT, before)", "!", 1, ("error", "Late: too long"), ""),
    ("print(7)", "!", 0, ("ok", None), "7\n"),
]

with Kernel() as kernel:
    def talk(cell, answers):
        """(status, error, number of prompts, what was printed)"""
        request = kernel.client.execute(cell)
        count = 0
        while not kernel.client.shell_channel.socket.poll(5):
            if not kernel.client.stdin_channel.socket.poll(5):
                continue
            kernel.client.get_stdin_msg(timeout=1)
            assert count < 9, cell
            word = answers[min(count, len(answers) - 1)]
            count += 1
            if word == "!":
                os.killpg(kernel.process.pid, signal.SIGINT)
            else:
                kernel.client.input(word.replace("_", " "))
        reply = kernel.reply(request)["content"]
        text = re.sub(r"<ipython-input-[^>]*>", "FILE", text_of(kernel.published(request)))
        error = "%(ename)s: %(evalue)s" % reply if reply["status"] == "error" else None
        return reply["status"], error, count, text

    @test
    def an_interrupt_ends_the_prompt():
        for cell, words, asked, (status, error), end in CELLS:
            found = talk(cell, words.split())
            assert found[0] == status and (found[1] or "").startswith(error or "") and found[2] == asked, (cell, found)
            assert end is None or found[3].endswith(end), (cell, found)

    @test
    def the_kernel_goes_on():
        assert results_of(kernel.execute("6 * 7")[1]) == ["42"]

    run_tests()
