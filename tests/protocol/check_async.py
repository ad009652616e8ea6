"""await in cells, tasks that go on between cells, asyncio.run() in a cell, interrupts while a cell awaits; signal handlers."""
import os
import re
import signal
import time

from kernel_client import Kernel, results_of, text_of
from tap import run_tests, test


with Kernel() as kernel:
    def run(source):
        return kernel.execute(source, allow_stdin=False)

    def result(source):
        reply, messages = run(source)
        assert reply["status"] == "ok", reply
        return results_of(messages)

    def failure(source):
        reply, _ = run(source)
        return reply.get("ename"), reply.get("evalue")

    @test
    def cells_await():
        assert result("import asyncio\nasync def later(x, seconds=0.01):\n    await asyncio.sleep(seconds)\n    return x\n"
                      "value = await later(5)\nvalue") == ["5"]
        assert result("await asyncio.gather(later(1), later(2))") == ["[1, 2]"]
        assert result("async def numbers():\n    for i in range(3):\n        yield i\nfound = []\nasync for x in numbers():\n    found.append(x)\n"
                      "found, [x async for x in numbers()]") == ["([0, 1, 2], [0, 1, 2])"]
        assert result("async with asyncio.Lock() as held:\n    pass\nheld is None") == ["True"]

    @test
    def an_error_in_an_awaited_coroutine_shows_the_cell_first():
        reply, _ = run("async def bad():\n    raise ValueError('x')\nawait bad()")
        text = re.sub(r"\x1b\[[0-9;]*m", "", "\n".join(reply["traceback"]))
        assert reply["ename"] == "ValueError" and "asyncio" not in text and text.index("----> 3 await bad") < text.index("----> 2     raise"), text

    @test
    def tasks_go_on_between_cells():
        run("log = []\nasync def tick():\n    while True:\n        log.append(len(log))\n        await asyncio.sleep(0.01)\n"
            "task = asyncio.create_task(tick())")
        time.sleep(0.3)
        assert result("len(log) > 5") == ["True"]
        assert result("task.cancel(); await asyncio.sleep(0); task.cancelled()") == ["True"]

    @test
    def a_task_starts_at_the_end_of_its_cell():
        reply, messages = run("async def hello():\n    print('from the task')\ntask = asyncio.create_task(hello())\nprint('cell')")
        assert text_of(messages).split("\n")[:2] == ["cell", "from the task"], text_of(messages)

    def belongs(first, second):
        """What two cells got to show, each by its own request, once the second is through."""
        requests = [kernel.client.execute(source, allow_stdin=False) for source in (first, second)]
        shown, ended = {request: [] for request in requests}, 0
        while ended < 2:
            message = kernel.client.get_iopub_msg(timeout=10)
            kind, content, request = message["msg_type"], message["content"], message["parent_header"].get("msg_id")
            ended += kind == "status" and content["execution_state"] == "idle" and request in requests
            if kind == "stream":
                shown[request].append((content["name"], content["text"]))
            elif kind == "display_data":
                shown[request].append((kind, content["data"]["text/plain"]))
        for request in requests:
            assert kernel.reply(request)["content"]["status"] == "ok"
        return [shown[request] for request in requests]

    @test
    def output_of_a_task_goes_to_the_cell_that_created_it():
        rows = [
            ("async def late():\n    await held.wait(); print('late'); display(5); print('error', file=sys.stderr)\ntask = asyncio.create_task(late())",
             "held.set(); await task; print('second')", [("stdout", "late\n"), ("display_data", "5"), ("stderr", "error\n")]),
            ("async def late():\n    await held.wait(); await asyncio.create_task(inner())\nasync def inner(): print('inner')\n"
             "task = asyncio.ensure_future(late())", "held.set(); await task; print('second')", [("stdout", "inner\n")]),
            ("task = asyncio.get_running_loop().create_future()\nasyncio.get_running_loop().call_later(0.05, lambda: (print('late'), task.set_result(1)))\n;",
             "await task; print('second')", [("stdout", "late\n")]),
            ("async def late(): await held.wait(); await asyncio.to_thread(print, 'late')\ntask = asyncio.create_task(late())",
             "held.set(); await task; print('second')", [("stdout", "late\n")])]
        for first, second, wanted in rows:
            found = belongs("import asyncio, sys\nheld = asyncio.Event()\n" + first.rstrip(";"), second)
            assert found == [wanted, [("stdout", "second\n")]], (first, found)

    @test
    def output_of_a_thread_goes_to_the_cell_that_started_it():
        found = belongs("import threading\nheld = threading.Event()\ndef late(): held.wait(); print('late'); display(5)\n"
                        "thread = threading.Thread(target=late)\nthread.start()", "held.set(); thread.join(); print('second')")
        assert found == [[("stdout", "late\n"), ("display_data", "5")], [("stdout", "second\n")]], found

    @test
    def a_wakeup_from_a_thread_is_seen_between_cells():
        run("import threading\nloop = asyncio.get_running_loop()\nseen = []\n"
            "threading.Timer(0.1, lambda: loop.call_soon_threadsafe(seen.append, 1)).start()")
        time.sleep(0.4)
        assert result("seen") == ["[1]"]

    @test
    def the_loop_runs():
        assert failure("coroutine = later(1)\ntry:\n    asyncio.run(coroutine)\nfinally:\n    coroutine.close()") == \
            ("RuntimeError", "asyncio.run() cannot be called from a running event loop")
        assert failure("asyncio.get_event_loop().run_until_complete(asyncio.sleep(0))") == ("RuntimeError", "This event loop is already running")
        assert result("asyncio.get_running_loop() is asyncio.get_event_loop(), asyncio.get_event_loop().is_running()") == ["(True, True)"]

    @test
    def another_thread_may_have_a_loop():
        assert result("found = []\nthread = threading.Thread(target=lambda: found.append(asyncio.run(later(7))))\nthread.start()\nthread.join()\n"
                      "found") == ["[7]"]

    @test
    def an_awaiting_cell_is_interrupted():
        for source, name in (("await asyncio.sleep(30)", "CancelledError"), ("await asyncio.sleep(0)\nwhile True: pass", "KeyboardInterrupt")):
            request = kernel.client.execute(source)
            kernel.wait_until_busy(request)
            time.sleep(0.3)
            start = time.monotonic()
            os.kill(kernel.process.pid, signal.SIGINT)
            reply = kernel.reply(request)
            assert reply["content"].get("ename") == name, reply["content"]
            assert time.monotonic() - start < 2
        assert result("await later(1)") == ["1"]

    @test
    def a_busy_task_does_not_lock_the_kernel():
        run("async def spin():\n    await asyncio.sleep(0.05)\n    while True: pass\ntask = asyncio.create_task(spin())")
        time.sleep(0.3)
        os.kill(kernel.process.pid, signal.SIGINT)
        assert result("1 + 1") == ["2"]

    @test
    def control_is_answered_while_a_cell_awaits():
        request = kernel.client.execute("await asyncio.sleep(0.5)")
        kernel.wait_until_busy(request)
        message = kernel.client.session.msg("kernel_info_request", {})
        kernel.client.control_channel.send(message)
        start = time.monotonic()
        kernel.reply(message["header"]["msg_id"], channel="control")
        assert time.monotonic() - start < 0.4
        assert kernel.reply(request)["content"]["status"] == "ok"

    @test
    def autoawait_can_be_switched_off():
        run("%autoawait off")
        assert failure("await later(1)")[0] == "SyntaxError"
        run("%autoawait on")
        assert result("await later(1)") == ["1"]

    @test
    def loops_nest_when_wanted():
        assert result("import nest_asyncio\nnest_asyncio.apply()\nasyncio.run(later(3)), asyncio.get_event_loop().run_until_complete(later(4))") == ["(3, 4)"]
        assert result("async def outer():\n    return asyncio.get_event_loop().run_until_complete(later(5)), asyncio.current_task() is not None\n"
                      "await outer()") == ["(5, True)"]
        run("import asyncio.base_events\nasyncio.base_events._nesting = False")

    @test
    def handlers_of_signals_are_called():
        assert result("import signal, time\ndef late(number, frame):\n    raise TimeoutError('too long')\nsignal.signal(signal.SIGALRM, late)\n"
                      "signal.alarm(1)\ntry:\n    time.sleep(20)\nexcept TimeoutError as error:\n    found = str(error)\nfound") == ["'too long'"]
        run("signal.setitimer(signal.ITIMER_REAL, 0.05)\nwhile True: pass")
        assert result("1") == ["1"]
        run("interrupts = []\nbefore = signal.signal(signal.SIGINT, lambda number, frame: interrupts.append(number))")
        request = kernel.client.execute("end = time.monotonic() + 1\nwhile time.monotonic() < end and not interrupts: pass\ninterrupts")
        kernel.wait_until_busy(request)
        time.sleep(0.2)
        os.kill(kernel.process.pid, signal.SIGINT)
        assert kernel.reply(request)["content"]["status"] == "ok"
        assert result("signal.signal(signal.SIGINT, before); interrupts") == ["[2]"]
        run("ends = []\nbefore = signal.signal(signal.SIGTERM, lambda number, frame: ends.append(number))")
        os.kill(kernel.process.pid, signal.SIGTERM)
        time.sleep(0.2)
        assert result("signal.signal(signal.SIGTERM, before); ends") == ["[15]"]

    run_tests()
