"""The control channel: what is asked there is answered beside a cell. And the words behind `cupola kernel -f FILE`."""
import json
import subprocess
import time

from tap import CUPOLA, run_tests, test
from kernel_client import Kernel, results_of, states_of, text_of, types_of


def cell(code, **options):
    return dict({"code": code, "silent": False, "store_history": True, "user_expressions": {}, "allow_stdin": False,
                 "stop_on_error": True}, **options)


kernel = Kernel()


def ask(kind, content):
    """(content of the answer, what was published)"""
    request = kernel.request(kind, content, "control")
    answer = kernel.reply(request, "control")
    assert answer["msg_type"] == kind.replace("_request", "_reply"), answer["msg_type"]
    return answer["content"], kernel.published(request)


@test
def all_questions_are_answered():
    kernel.execute("abc_1 = 5")
    reply, messages = ask("execute_request", cell("print('out')\nabc_1", user_expressions={"x": "abc_1 + 1"}))
    assert reply["status"] == "ok" and reply["user_expressions"]["x"]["data"]["text/plain"] == "6", reply
    assert types_of(messages) == ["status", "execute_input", "stream", "execute_result", "status"], types_of(messages)
    assert text_of(messages) == "out\n" and results_of(messages) == ["5"] and states_of(messages) == ["busy", "idle"]
    assert ask("complete_request", {"code": "abc_", "cursor_pos": 4})[0]["matches"] == ["abc_1"]
    assert ask("inspect_request", {"code": "len", "cursor_pos": 3, "detail_level": 0})[0]["found"]
    assert ask("is_complete_request", {"code": "for x in y:"})[0] == {"status": "incomplete", "indent": "    "}
    assert ask("comm_info_request", {})[0] == {"status": "ok", "comms": {}}
    found = ask("history_request", {"hist_access_type": "tail", "n": 1, "output": False, "raw": True})[0]["history"]
    assert found[0][2] == "print('out')\nabc_1", found
    assert ask("kernel_info_request", {})[0]["implementation"] == "cupola"


@test
def connections_have_their_ports():
    with open(kernel.connection_file, encoding="utf-8") as file:
        wanted = {name: port for name, port in json.load(file).items() if name.endswith("_port")}
    for channel in "control", "shell":
        reply = kernel.reply(kernel.request("connect_request", {}, channel), channel)["content"]
        assert reply == dict(wanted, status="ok") and len(wanted) == 5, reply


@test
def a_cell_runs_beside_another():
    request = kernel.client.execute("done = False\nprint('outer', flush=True)\nwhile not done: pass\nprint(done)\n'result'")
    kernel.wait_until_written(request)
    reply, messages = ask("execute_request", cell("print('inner')\ndone = 'by control'\nIn[-1]"))
    assert reply["status"] == "ok", reply
    assert text_of(messages) == "inner\n" and results_of(messages) == ["\"print('inner')\\ndone = 'by control'\\nIn[-1]\""], messages
    outer = kernel.reply(request)["content"]
    assert outer["status"] == "ok" and reply["execution_count"] == outer["execution_count"] + 1, (reply, outer)
    messages = kernel.published(request)
    assert text_of(messages).endswith("by control\n") and results_of(messages) == ["'result'"], messages
    assert kernel.execute("1")[0]["execution_count"] == outer["execution_count"] + 2
    assert results_of(kernel.execute("Out[%d]" % outer["execution_count"])[1]) == ["'result'"]


@test
def wherever_the_other_waits():
    kernel.execute("import asyncio, contextlib, io, os, subprocess, tempfile, threading, time\nevent = threading.Event()\n"
                   "path = os.path.join(tempfile.mkdtemp(), 'go on'); program = subprocess.Popen(['sleep', '60'])")
    for code, release in (("time.sleep(1)", ""), ("while not done: time.sleep(0.01)", "done = True"), ("event.wait(60)", "event.set()"),
                          ("await later.wait()", "later.set()"),
                          ("!while [ ! -e '{path}' ]; do sleep 0.02; done", "open(path, 'w').close()"),
                          ("os.system('while [ ! -e \"%s\" ]; do sleep 0.02; done' % path)", "open(path, 'w').close()"),
                          ("program.wait()", "program.kill()"),
                          ("%%capture kept\nevent.wait(60)", "event.set()"),
                          ("with contextlib.redirect_stdout(io.StringIO()): event.wait(60)", "event.set()"),
                          ("thread = threading.Thread(target=event.wait, args=(60,))\nthread.start()\nthread.join()", "event.set()"),
                          ("class Held:\n    def __repr__(self): event.wait(60); return 'shown'\nHeld()", "event.set()")):
        kernel.execute("event.clear(); later = asyncio.Event(); done = False\nif os.path.exists(path): os.remove(path)")
        request = kernel.client.execute(code)
        kernel.wait_until_busy(request)
        assert ask("complete_request", {"code": "abc_", "cursor_pos": 4})[0]["matches"] == ["abc_1"]
        reply, messages = ask("execute_request", cell(release + "\nprint('seen')\n6 * 7"))
        assert reply["status"] == "ok" and results_of(messages) == ["42"], (code, reply, messages)
        assert text_of(messages) == "seen\n" or "redirect" in code, (code, messages)
        assert kernel.reply(request)["content"]["status"] == "ok", code
    request = kernel.client.execute("name = input('? ')")
    kernel.client.get_stdin_msg(timeout=10)
    assert results_of(ask("execute_request", cell("6 * 7"))[1]) == ["42"]
    kernel.client.input("answer")
    assert kernel.reply(request)["content"]["status"] == "ok"
    assert results_of(kernel.execute("name")[1]) == ["'answer'"]


@test
def awaiting_works_there():
    kernel.execute("async def later(x):\n    await asyncio.sleep(0.01)\n    return x")
    request = kernel.client.execute("await asyncio.sleep(0.6)\nawait later(1)")
    kernel.wait_until_busy(request)
    assert results_of(ask("execute_request", cell("await later(2)"))[1]) == ["2"]
    assert kernel.reply(request)["content"]["status"] == "ok"
    assert results_of(kernel.published(request)) == ["1"]


@test
def errors_there_are_its_own():
    request = kernel.client.execute("time.sleep(0.5)\n'on'")
    kernel.wait_until_busy(request)
    behind = kernel.client.execute("'behind'")
    reply, messages = ask("execute_request", cell("def inner(): 1 / 0\ninner()"))
    assert reply["ename"] == "ZeroDivisionError" and types_of(messages)[-2] == "error", messages
    assert not any("sleep" in line for line in reply["traceback"]), reply["traceback"]
    for other, result in ((request, "'on'"), (behind, "'behind'")):
        assert kernel.reply(other)["content"]["status"] == "ok"
        assert results_of(kernel.published(other)) == [result]


@test
def a_failing_cell_aborts_what_waits_but_not_there():
    failing = kernel.client.execute("time.sleep(0.3)\n1 / 0")
    kernel.wait_until_busy(failing)
    waiting = [kernel.client.execute("print(%d)" % i) for i in range(2)]
    reply, messages = ask("execute_request", cell("print('control')"))
    assert reply["status"] == "ok" and text_of(messages) == "control\n"
    info = kernel.request("kernel_info_request", {})
    assert kernel.reply(failing)["content"]["status"] == "error"
    assert [kernel.reply(request)["content"]["status"] for request in waiting] == ["aborted", "aborted"]
    assert kernel.reply(info)["content"]["status"] == "ok"
    assert kernel.execute("1")[0]["status"] == "ok"


@test
def an_interrupt_there_is_the_inner_cells():
    request = kernel.client.execute("stop = False\nprint('on', flush=True)\nwhile not stop: pass\n'on'")
    kernel.wait_until_written(request)
    inner = kernel.request("execute_request", cell("stop = True\nprint('in', flush=True)\nwhile True: pass"), "control")
    kernel.wait_until_written(inner)
    assert ask("interrupt_request", {})[0]["status"] == "ok"
    assert kernel.reply(inner, "control")["content"]["ename"] == "KeyboardInterrupt"
    assert kernel.reply(request)["content"]["status"] == "ok"


@test
def questions_there_are_answered_while_one_is_under_way():
    inner = kernel.request("execute_request", cell("time.sleep(0.5)"), "control")
    kernel.wait_until_busy(inner)
    began = time.monotonic()
    assert ask("kernel_info_request", {})[0]["status"] == "ok" and time.monotonic() - began < 0.4
    later = kernel.request("execute_request", cell("'later'"), "control")
    assert kernel.reply(inner, "control")["content"]["status"] == "ok"
    assert kernel.reply(later, "control")["content"]["status"] == "ok"


@test
def what_ipykernel_is_configured_with_is_taken():
    file = "{connection_file}"
    for words in (["-f=" + file], ["--f=" + file], ["--connection-file=" + file], ["--IPKernelApp.connection_file=" + file, "--debug"],
                  ["-f", file, "--log-level=10", "--matplotlib=inline", "--pylab=inline", "--ip=127.0.0.1", "--colors=NoColor"],
                  ["--HistoryManager.enabled=False", "--profile", "default", "-f", file, "--IPKernelApp.exec_lines=['x = 1']"]):
        with Kernel([CUPOLA, "kernel", *words]) as other:
            assert other.execute("1")[0]["status"] == "ok", words
    for words in ([], ["-f"], ["word"], ["word", "-f", "x"], ["--debug"]):
        done = subprocess.run([CUPOLA, "kernel", *words], capture_output=True, text=True)
        assert done.returncode == 2 and done.stderr.startswith("usage: cupola kernel -f"), (words, done)


@test
def it_can_be_shut_down_while_both_are_busy():
    with Kernel() as other:
        request = other.client.execute("while True: pass")
        other.wait_until_busy(request)
        inner = other.request("execute_request", cell("while True: pass"), "control")
        other.wait_until_busy(inner)
        other.reply(other.request("shutdown_request", {"restart": False}, "control"), "control")
        assert other.wait_for_exit() == 0


with kernel:
    run_tests()
