"""Start, idle memory, round trip and printed lines, beside ipykernel in the same run.

    tests/bench/protocol/run.py [path of cupola]      (under .venv's Python)
"""
import os
import statistics
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
sys.path.insert(0, os.path.join(SOURCE, "tests", "protocol"))
os.environ.setdefault("CUPOLA", sys.argv[1] if len(sys.argv) > 1 else os.path.join(SOURCE, "build", "cupola"))

import zmq  # noqa: E402
from jupyter_client.session import Session  # noqa: E402
from kernel_client import Kernel, text_of  # noqa: E402

COMMANDS = {
    "cupola": [os.environ["CUPOLA"], "kernel", "-f", "{connection_file}"],
    "ipykernel": [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"],
}


def start_seconds(command):
    """From spawn to the kernel_info_reply, by a bare socket: jupyter_client itself waits in steps of 100 ms."""
    with Kernel(command, wait=False) as kernel:
        client, began = kernel.client, kernel.started
        socket = zmq.Context.instance().socket(zmq.DEALER)
        socket.setsockopt(zmq.RECONNECT_IVL, 1)
        socket.setsockopt(zmq.RECONNECT_IVL_MAX, 5)
        socket.connect("tcp://%s:%d" % (client.ip, client.shell_port))
        session = Session(key=client.session.key)
        session.send(socket, "kernel_info_request")
        socket.recv_multipart()
        socket.close(0)
        return time.monotonic() - began


def idle_bytes(kernel):
    time.sleep(0.3)
    with open("/proc/%d/smaps_rollup" % kernel.process.pid, encoding="utf-8") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("Pss:"))


def round_trip_seconds(kernel, count=200):
    """execute_request to its idle, by a bare pair of sockets."""
    client = kernel.client
    times = []
    for i in range(count + 20):
        began = time.perf_counter()
        request = client.execute("x = %d" % i)
        kernel.reply(request)
        kernel.published(request)
        times.append(time.perf_counter() - began)
    return statistics.median(times[20:])


def lines_seconds(kernel):
    times = []
    for _ in range(3):
        began = time.perf_counter()
        _, messages = kernel.execute("for i in range(100000): print(i)")
        times.append(time.perf_counter() - began)
        assert text_of(messages).count("\n") == 100000
    return min(times)


def main():
    rows = {}
    for name, command in COMMANDS.items():
        starts = [start_seconds(command) for _ in range(7 if name == "cupola" else 3)]
        with Kernel(command) as kernel:
            rows[name] = (1e3 * statistics.median(starts), idle_bytes(kernel) / 2**20,
                          1e3 * round_trip_seconds(kernel), 1e3 * lines_seconds(kernel))
    print("%-22s %14s %14s %14s %16s" % ("", "start, ms", "idle PSS, MiB", "execute, ms", "100k lines, ms"))
    for name, row in rows.items():
        print("%-22s %14.1f %14.1f %14.2f %16.0f" % ((name,) + row))
    limits = (25, 10, 2, rows["ipykernel"][3] / 2)
    print("%-22s %14.1f %14.1f %14.2f %16.0f" % (("at most",) + limits))
    return 0 if all(value <= limit for value, limit in zip(rows["cupola"], limits)) else 1


if __name__ == "__main__":
    sys.exit(main())
