"""The kernel as clients see it, beyond what jupyter_kernel_test covers."""
import json
import os
import re
import signal
import subprocess
import sys
import time

from tap import Skip, report_skip, run_tests, test

try:
    from kernel_client import Kernel, results_of, states_of, text_of, types_of
except ImportError:
    report_skip("the kernel's protocol", "the .venv is not there")
    sys.exit(0)

shared = Kernel()  # for the tests that leave it usable


# ---- messages and their order

@test
def a_cell_is_busy_input_output_reply_idle():
    reply, messages = shared.execute("print('out')\n6*7")
    assert reply["status"] == "ok" and reply["payload"] == [] and reply["user_expressions"] == {}
    assert types_of(messages) == ["status", "execute_input", "stream", "execute_result", "status"], types_of(messages)
    assert states_of(messages) == ["busy", "idle"]
    assert messages[1]["content"] == {"code": "print('out')\n6*7", "execution_count": reply["execution_count"]}
    assert messages[3]["content"]["execution_count"] == reply["execution_count"]
    assert results_of(messages) == ["42"]


@test
def headers_are_as_the_protocol_wants_them():
    request = shared.client.execute("print(1)")
    messages = [shared.reply(request)] + shared.published(request)
    seen = set()
    for message in messages:
        header = message["header"]
        assert header["version"] == "5.6" and header["msg_type"] == message["msg_type"]
        assert header["session"] != shared.client.session.session
        assert header["msg_id"] not in seen
        seen.add(header["msg_id"])
        assert message["parent_header"]["msg_id"] == request
    raw = json.dumps([str(message["header"]["date"]) for message in messages])
    assert raw


@test
def dates_have_six_digits_and_z():
    import zmq
    with Kernel(wait=False) as kernel:
        with open(kernel.connection_file, encoding="utf-8") as file:
            connection = json.load(file)
        socket = zmq.Context.instance().socket(zmq.SUB)
        socket.setsockopt(zmq.SUBSCRIBE, b"")
        socket.connect("tcp://127.0.0.1:%d" % connection["iopub_port"])
        kernel.client.wait_for_ready(timeout=20)
        kernel.execute("print(1)")
        headers = []
        while socket.poll(300):
            parts = socket.recv_multipart()
            headers.append(json.loads(parts[parts.index(b"<IDS|MSG>") + 2]))
        socket.close(0)
        assert len(headers) >= 4
        for header in headers:
            assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", header["date"]), header


@test
def kernel_info_tells_the_language():
    request = shared.client.kernel_info()
    content = shared.reply(request)["content"]
    assert content["status"] == "ok" and content["protocol_version"] == "5.6"
    assert content["implementation"] == "cupola" and content["implementation_version"]
    language = content["language_info"]
    assert language["name"] == "python" and language["file_extension"] == ".py"
    assert {"mimetype", "pygments_lexer", "codemirror_mode", "nbconvert_exporter", "version"} <= set(language)
    assert content["banner"] and all(set(link) == {"text", "url"} for link in content["help_links"])
    assert states_of(shared.published(request)) == ["busy", "idle"]


@test
def an_unknown_message_is_busy_and_idle():
    for channel in ("shell", "control"):
        request = shared.request("frobnicate_request", {"x": 1}, channel)
        assert states_of(shared.published(request)) == ["busy", "idle"]
    assert shared.execute("1")[0]["status"] == "ok"


@test
def control_answers_while_a_cell_runs():
    request = shared.client.execute("import time\ntime.sleep(1.5)")
    shared.wait_until_busy(request)
    began = time.monotonic()
    for _ in range(3):
        info = shared.request("kernel_info_request", {}, "control")
        assert shared.reply(info, "control")["content"]["status"] == "ok"
    assert time.monotonic() - began < 1
    assert shared.reply(request)["content"]["status"] == "ok"


@test
def usage_counts_memory():
    request = shared.request("usage_request", {}, "control")
    content = shared.reply(request, "control")["content"]
    assert content["pid"] == shared.process.pid and content["cpu_count"] >= 1
    assert 1 << 20 < content["kernel_memory"] < 1 << 30
    assert content["host_virtual_memory"]["total"] > content["host_virtual_memory"]["available"]


@test
def the_heartbeat_beats():
    import zmq
    with open(shared.connection_file, encoding="utf-8") as file:
        connection = json.load(file)
    socket = zmq.Context.instance().socket(zmq.REQ)
    socket.connect("tcp://127.0.0.1:%d" % connection["hb_port"])
    request = shared.client.execute("import time\ntime.sleep(0.5)")
    for _ in range(3):
        socket.send(b"ping")
        assert socket.poll(400) and socket.recv() == b"ping"
    socket.close(0)
    shared.reply(request)


@test
def comms_of_unknown_targets_are_closed():
    request = shared.request("comm_open", {"comm_id": "abc", "target_name": "nobody", "data": {}})
    messages = shared.published(request)
    assert types_of(messages) == ["status", "comm_close", "status"]
    assert messages[1]["content"]["comm_id"] == "abc"
    request = shared.request("comm_info_request", {})
    assert shared.reply(request)["content"] == {"status": "ok", "comms": {}}


# ---- streams

@test
def a_hundred_thousand_lines_arrive_whole_in_few_messages():
    reply, messages = shared.execute("for i in range(100000): print(i)")
    assert reply["status"] == "ok"
    assert text_of(messages) == "".join("%d\n" % i for i in range(100000))
    assert len(messages) < 100, len(messages)


@test
def stdout_and_stderr_are_told_apart():
    _, messages = shared.execute("import sys\nprint('a'); print('b', file=sys.stderr); print('c')")
    assert text_of(messages) == "a\nc\n" and text_of(messages, "stderr") == "b\n"


@test
def what_is_printed_comes_before_the_display():
    _, messages = shared.execute("from IPython.display import display\nprint(1); display(2); print(3)")
    assert types_of(messages)[2:-1] == ["stream", "display_data", "stream"], types_of(messages)


@test
def descriptor_output_is_captured():
    _, messages = shared.execute("import os\n_ = os.write(1, b'one\\n'); _ = os.write(2, b'two\\n')")
    assert text_of(messages) == "one\n" and text_of(messages, "stderr") == "two\n", messages
    _, messages = shared.execute("import os\n_ = os.write(1, b'\\xe2\\x82'); _ = os.write(1, b'\\xac\\n')")
    assert text_of(messages) == "\u20ac\n"


@test
def children_write_into_the_cell():
    _, messages = shared.execute("!echo from a child")
    assert text_of(messages).replace("\r", "") == "from a child\n", messages


@test
def flushing_after_every_line_stays_under_the_servers_limit():
    _, messages = shared.execute("for i in range(3000): print(i, flush=True)")
    assert text_of(messages).count("\n") == 3000 and len(messages) < 700, len(messages)


@test
def text_of_any_kind_survives():
    text = "\u00e9\u20ac\U0001f642\\u0000\\x1b[31mred"
    _, messages = shared.execute('print("%s")' % text)
    assert text_of(messages) == "\u00e9\u20ac\U0001f642\x00\x1b[31mred\n", repr(text_of(messages))


@test
def output_belongs_to_the_cell_that_made_it():
    requests = [shared.client.execute("print(%d)" % i) for i in range(50)]
    for i, request in enumerate(requests):
        assert shared.reply(request)["content"]["status"] == "ok"
    for i, request in enumerate(requests):
        assert text_of(shared.published(request)) == "%d\n" % i


# ---- execute's options

@test
def silent_shows_and_counts_nothing():
    before = shared.execute("1")[0]["execution_count"]
    reply, messages = shared.execute("7*7", silent=True)
    assert reply["status"] == "ok" and types_of(messages) == ["status", "status"], types_of(messages)
    assert shared.execute("1")[0]["execution_count"] == before + 1


@test
def store_history_false_does_not_count():
    before = shared.execute("1")[0]["execution_count"]
    reply, messages = shared.execute("7*7", store_history=False)
    assert results_of(messages) == ["49"]
    assert shared.execute("1")[0]["execution_count"] == before + 1


@test
def user_expressions_are_evaluated():
    reply, _ = shared.execute("q = 20", user_expressions={"good": "q + 1", "bad": "nothing_there", "wrong": "1 +"})
    expressions = reply["user_expressions"]
    assert expressions["good"]["status"] == "ok" and expressions["good"]["data"]["text/plain"] == "21"
    assert expressions["good"]["metadata"] == {}
    assert expressions["bad"]["status"] == "error" and expressions["bad"]["ename"] == "NameError"
    assert expressions["wrong"]["ename"] == "SyntaxError"


@test
def an_error_aborts_the_cells_behind_it():
    failing = "import time; time.sleep(0.2); 1/0"  # the others are there when it fails, however busy the machine
    requests = [shared.client.execute(code) for code in (failing, "print('no')", "print('neither')")]
    info = shared.client.kernel_info()
    replies = [shared.reply(request)["content"] for request in requests]
    assert [reply["status"] for reply in replies] == ["error", "aborted", "aborted"], replies
    assert replies[0]["ename"] == "ZeroDivisionError" and replies[0]["traceback"]
    assert shared.reply(info)["content"]["status"] == "ok"
    messages = shared.published(requests[0])
    assert types_of(messages) == ["status", "execute_input", "error", "status"]
    for request in requests[1:]:
        assert states_of(shared.published(request)) == ["busy", "idle"]
    reply, messages = shared.execute("print('again')")
    assert reply["status"] == "ok" and text_of(messages) == "again\n"


@test
def stop_on_error_false_goes_on():
    first = shared.client.execute("1/0", stop_on_error=False)
    second = shared.client.execute("print('yes')")
    assert shared.reply(first)["content"]["status"] == "error"
    assert shared.reply(second)["content"]["status"] == "ok"
    assert text_of(shared.published(second)) == "yes\n"


@test
def a_silent_error_aborts_nothing():
    first = shared.client.execute("1/0", silent=True)
    second = shared.client.execute("print('yes')")
    assert shared.reply(first)["content"]["status"] == "error"
    assert shared.reply(second)["content"]["status"] == "ok"


@test
def payloads_page_and_next_input():
    reply, _ = shared.execute("print?")
    assert [payload["source"] for payload in reply["payload"]] == ["page"]
    reply, _ = shared.execute("get_ipython().set_next_input('x = 1')")
    assert reply["payload"] == [{"source": "set_next_input", "text": "x = 1", "replace": False}], reply["payload"]


@test
def displays_can_be_updated():
    _, messages = shared.execute("from IPython.display import display\n"
                                 "h = display('one', display_id='here')\nh.update('two')")
    kinds = types_of(messages)[2:-1]
    assert kinds == ["display_data", "update_display_data"], kinds
    for message, text in zip(messages[2:4], ("'one'", "'two'")):
        assert message["content"]["transient"] == {"display_id": "here"}
        assert message["content"]["data"]["text/plain"] == text


@test
def history_of_this_session():
    shared.execute("marker_one = 1")
    shared.execute("marker_one + 1")
    request = shared.client.history(hist_access_type="tail", n=2, output=True)
    history = shared.reply(request)["content"]["history"]
    assert [entry[2][0] for entry in history] == ["marker_one = 1", "marker_one + 1"]
    assert history[1][2][1] == "2" and history[0][2][1] is None
    request = shared.client.history(hist_access_type="search", pattern="marker_one*", unique=True)
    assert len(shared.reply(request)["content"]["history"]) == 2


# ---- interrupts: the session stays usable

def interrupt_within(code, limit=2.0, by="signal", after=0.3):
    request = shared.client.execute(code)
    shared.wait_until_busy(request)
    time.sleep(after)
    began = time.monotonic()
    if by == "signal":
        os.kill(shared.process.pid, signal.SIGINT)
    else:
        control = shared.request("interrupt_request", {}, "control")
        assert shared.reply(control, "control")["content"]["status"] == "ok"
    reply = shared.reply(request)["content"]
    assert reply["status"] == "error" and reply["ename"] == "KeyboardInterrupt", reply
    assert time.monotonic() - began < limit, time.monotonic() - began
    shared.published(request)
    reply, messages = shared.execute("print('usable')")
    assert reply["status"] == "ok" and text_of(messages) == "usable\n"


@test
def interrupt_stops_a_loop():
    interrupt_within("while True: pass")
    interrupt_within("while True: pass", by="message")


@test
def interrupt_stops_a_sleep():
    interrupt_within("import time\ntime.sleep(30)")


@test
def interrupt_stops_a_sort():
    interrupt_within("x = [str((i * 7919) % 1000003) for i in range(1000000)]\nwhile True: y = sorted(x)", after=1.5)


@test
def interrupt_stops_a_comprehension():
    interrupt_within("x = sum(i * i for i in range(10**12))")


@test
def interrupt_stops_an_input():
    request = shared.client.execute("input('? ')")
    assert shared.client.get_stdin_msg(timeout=10)["content"]["prompt"] == "? "
    os.kill(shared.process.pid, signal.SIGINT)
    assert shared.reply(request)["content"]["ename"] == "KeyboardInterrupt"
    assert shared.execute("1")[0]["status"] == "ok"


@test
def an_interrupt_can_be_caught():
    request = shared.client.execute("try:\n    while True: pass\nexcept KeyboardInterrupt:\n    print('caught')")
    shared.wait_until_busy(request)
    time.sleep(0.2)
    os.kill(shared.process.pid, signal.SIGINT)
    assert shared.reply(request)["content"]["status"] == "ok"
    assert text_of(shared.published(request)) == "caught\n"


@test
def an_interrupt_at_idle_is_ignored():
    os.kill(shared.process.pid, signal.SIGINT)
    time.sleep(0.1)
    reply, messages = shared.execute("print('fine')")
    assert reply["status"] == "ok" and text_of(messages) == "fine\n"


# ---- input

@test
def input_asks_the_front_end():
    request = shared.client.execute("print('before')\nname = input('Name: ')\nprint('Hello', name)")
    asked = shared.client.get_stdin_msg(timeout=10)
    assert asked["content"] == {"prompt": "Name: ", "password": False}
    assert asked["parent_header"]["msg_id"] == request
    shared.client.input("B\u00e9n")
    assert shared.reply(request)["content"]["status"] == "ok"
    assert text_of(shared.published(request)) == "before\nHello B\u00e9n\n"


@test
def input_ends_with_control_d():
    request = shared.client.execute("input()")
    shared.client.get_stdin_msg(timeout=10)
    shared.client.input("\x04")
    assert shared.reply(request)["content"]["ename"] == "EOFError"


@test
def a_stale_answer_is_not_taken():
    shared.client.input("stale")
    time.sleep(0.1)
    request = shared.client.execute("print(input())")
    shared.client.get_stdin_msg(timeout=10)
    shared.client.input("fresh")
    shared.reply(request)
    assert text_of(shared.published(request)) == "fresh\n"


@test
def passwords_are_asked_for_as_such():
    request = shared.client.execute("import getpass\nx = getpass.getpass('Secret: ')")
    asked = shared.client.get_stdin_msg(timeout=10)
    assert asked["content"] == {"prompt": "Secret: ", "password": True}
    shared.client.input("s")
    assert shared.reply(request)["content"]["status"] == "ok"


@test
def without_stdin_input_raises():
    reply, _ = shared.execute("input()", allow_stdin=False)
    assert reply["status"] == "error" and reply["ename"] == "StdinNotImplementedError", reply


# ---- bad messages

@test
def a_bad_signature_is_dropped_and_ends_nothing():
    good = shared.client.session.key
    shared.client.session.key = b"wrong"
    request = shared.client.execute("print('never')")
    shared.client.session.key = good
    reply, messages = shared.execute("print('still here')")
    assert reply["status"] == "ok" and text_of(messages) == "still here\n"
    assert shared.has_no_more()
    assert request


@test
def a_repeated_message_is_refused():
    session, socket = shared.client.session, shared.client.shell_channel.socket
    message = session.msg("execute_request", {"code": "replayed = globals().get('replayed', 0) + 1", "silent": False,
                                              "store_history": True, "user_expressions": {}, "allow_stdin": False,
                                              "stop_on_error": True})
    wire = session.serialize(message)
    socket.send_multipart(wire)
    socket.send_multipart(wire)
    shared.reply(message["header"]["msg_id"])
    _, messages = shared.execute("replayed")
    assert results_of(messages) == ["1"]


@test
def rubbish_is_dropped():
    socket = shared.client.shell_channel.socket
    for parts in ([b""], [b"x"] * 3, [b"<IDS|MSG>"], [b"<IDS|MSG>", b"", b"{", b"{}", b"{}", b"{}"],
                  [b"<IDS|MSG>", b"0" * 64, b"\xff", b"{}", b"{}", b"{}"], [b"a"] * 1000):
        socket.send_multipart(parts)
    assert shared.execute("1")[0]["status"] == "ok"


@test
def cells_of_any_kind_end():
    for code in ("", "  \n\t", "#", "\x00", "(" * 5000, "x=" * 5000, "\ufeff1", "'" * 3, "\\", "a" * 100000):
        assert shared.execute(code)[0]["status"] in ("ok", "error"), code[:20]
    assert shared.execute("1")[0]["status"] == "ok"


@test
def cursors_count_code_points():
    shared.execute("abcde_name = 1")
    code = "'\U0001f642\u00e9'; abcde_na"
    request = shared.client.complete(code, len(code))
    content = shared.reply(request)["content"]
    assert content["matches"] == ["abcde_name"], content
    assert (content["cursor_start"], content["cursor_end"]) == (6, len(code)), content
    types = content["metadata"]["_jupyter_types_experimental"]
    assert types[0]["text"] == "abcde_name" and types[0]["start"] == 6


@test
def inspection_finds_or_not():
    request = shared.client.inspect("len")
    content = shared.reply(request)["content"]
    assert content["found"] and "text/plain" in content["data"] and content["metadata"] == {}
    request = shared.client.inspect("nothing_of_that_name")
    content = shared.reply(request)["content"]
    assert content == {"status": "ok", "found": False, "data": {}, "metadata": {}}, content


# ---- other kernels: transports, ends

@test
def ipc_works():
    with Kernel(transport="ipc") as kernel:
        reply, messages = kernel.execute("print('over ipc')")
        assert reply["status"] == "ok" and text_of(messages) == "over ipc\n"


@test
def starting_is_published_once_and_the_welcome_first():
    with Kernel(wait=False) as kernel:
        message = kernel.client.get_iopub_msg(timeout=20)
        assert message["msg_type"] == "iopub_welcome" and message["content"] == {"subscription": ""}
        assert message["parent_header"] == {}


def shut_down(kernel, restart=False, channel="control"):
    request = kernel.request("shutdown_request", {"restart": restart}, channel)
    began = time.monotonic()
    content = kernel.reply(request, channel)["content"]
    assert content == {"status": "ok", "restart": restart}, content
    assert kernel.wait_for_exit() == 0
    return time.monotonic() - began


@test
def shutdown_answers_and_ends():
    for channel in ("control", "shell"):
        with Kernel() as kernel:
            assert shut_down(kernel, channel=channel) < 1.5
            assert kernel.process.stderr.read() == b""


@test
def shutdown_ends_a_cell_that_runs():
    with Kernel() as kernel:
        request = kernel.client.execute("while True: pass")
        kernel.wait_until_busy(request)
        assert shut_down(kernel, restart=True) < 2.4


@test
def exit_leaves():
    with Kernel() as kernel:
        request = kernel.client.execute("exit()")
        reply = kernel.reply(request)["content"]
        assert reply["status"] == "ok" and reply["payload"][0]["source"] == "ask_exit", reply
        assert kernel.wait_for_exit() == 0


@test
def terminate_ends_it():
    with Kernel() as kernel:
        kernel.process.send_signal(signal.SIGTERM)
        assert kernel.wait_for_exit() == 0


@test
def it_does_not_outlive_its_parent():
    with Kernel(wait=False) as kernel:
        kernel.process.kill()
        script = ("import os, subprocess, sys\n"
                  "environment = dict(os.environ, JPY_PARENT_PID=str(os.getpid()))\n"
                  "child = subprocess.Popen(sys.argv[1:], env=environment, stdout=subprocess.DEVNULL,\n"
                  "                         stderr=subprocess.DEVNULL)\n"
                  "print(child.pid, flush=True)\nimport time\ntime.sleep(1)\n")
        process = subprocess.run([sys.executable, "-c", script, os.environ["CUPOLA"], "kernel", "-f",
                                  kernel.connection_file], capture_output=True, text=True, check=True,
                                 env=kernel.environment)
        pid = int(process.stdout)
        for _ in range(40):
            try:
                with open("/proc/%d/stat" % pid, encoding="utf-8") as file:
                    if file.read().rsplit(")", 1)[1].split()[0] == "Z":
                        return
            except FileNotFoundError:
                return
            time.sleep(0.1)
        os.kill(pid, signal.SIGKILL)
        raise AssertionError("the kernel lives on")


@test
def a_client_that_comes_back_is_answered():
    import zmq
    session = shared.client.session
    sockets = []
    for _ in range(2):  # the second takes over the identity of the first, which is still connected
        socket = zmq.Context.instance().socket(zmq.DEALER)
        socket.setsockopt(zmq.IDENTITY, b"the-same-client")
        socket.connect("tcp://127.0.0.1:%d" % shared.client.shell_port)
        sockets.append(socket)
        time.sleep(0.2)
        message = session.send(socket, "kernel_info_request")
        assert socket.poll(5000), "no answer"
        reply = session.deserialize(session.feed_identities(socket.recv_multipart())[1])
        assert reply["parent_header"]["msg_id"] == message["header"]["msg_id"]
    for socket in sockets:
        socket.close(0)


@test
def capture_can_be_switched_off():
    with Kernel(environment={"CUPOLA_CAPTURE_OUTPUT": "0"}) as kernel:
        _, messages = kernel.execute("import os\n_ = os.write(1, b'raw\\n')\nprint('shown')")
        assert text_of(messages) == "shown\n"


with shared:
    run_tests()
