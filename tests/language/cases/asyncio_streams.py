"""asyncio: connections, servers, datagrams, pipes, programs."""
import asyncio
import os
import socket
import sys
import tempfile
from asyncio import *  # noqa: F403

print(Barrier, StreamReader, create_subprocess_exec.__module__)


async def echo(reader, writer):
    async for line in reader:
        writer.write(line.upper())
        await writer.drain()
    writer.close()
    await writer.wait_closed()


async def connections():
    server = await asyncio.start_server(echo, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    print(server.is_serving(), len(server.sockets))

    async def talk(words):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for word in words:
            writer.write(word.encode() + b"\n")
        await writer.drain()
        answers = [await reader.readline() for _ in words]
        writer.write_eof()
        rest = await reader.read()
        writer.close()
        await writer.wait_closed()
        return answers, rest, writer.get_extra_info("peername") == ("127.0.0.1", port)
    print(await asyncio.gather(talk(["a", "b"]), talk(["c" * 5])))
    server.close()
    await server.wait_closed()
    try:
        await asyncio.open_connection("127.0.0.1", port)
    except OSError as error:
        print(type(error).__name__, error.errno)


async def readers():
    reader = asyncio.StreamReader(limit=10)
    reader.feed_data(b"one\ntwo;three\nrest")
    print(reader, await reader.readline(), await reader.readuntil(b";"), await reader.readexactly(5), await reader.read(2), reader.at_eof())
    reader.feed_eof()
    for call in (reader.readexactly(10), reader.read(), reader.readline()):
        try:
            print(await call)
        except asyncio.IncompleteReadError as error:
            print(error, error.partial, error.expected)
    try:
        await reader.readuntil(b"")
    except ValueError as error:
        print(error)
    print(reader.at_eof())


async def unix():
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "s")
    server = await asyncio.start_unix_server(echo, path)
    reader, writer = await asyncio.open_unix_connection(path)
    writer.write(b"unix\n")
    print(await reader.readline())
    writer.close()
    await writer.wait_closed()
    server.close()
    os.remove(path), os.rmdir(folder)


class Datagrams(asyncio.DatagramProtocol):
    def __init__(self):
        self.received = asyncio.get_running_loop().create_future()

    def connection_made(self, transport):
        self.transport = transport

    def datagram_received(self, data, addr):
        self.received.set_result(data)


async def datagrams():
    loop = asyncio.get_running_loop()
    transport, protocol = await loop.create_datagram_endpoint(Datagrams, local_addr=("127.0.0.1", 0))
    other, _ = await loop.create_datagram_endpoint(Datagrams, remote_addr=transport.get_extra_info("sockname"))
    other.sendto(b"hello")
    print(await protocol.received)
    other.close(), transport.close()


async def sockets():
    loop = asyncio.get_running_loop()
    left, right = socket.socketpair()
    left.setblocking(False), right.setblocking(False)
    receiving = asyncio.create_task(loop.sock_recv(right, 100))
    await asyncio.sleep(0)
    await loop.sock_sendall(left, b"data")
    print(await receiving)
    seen = asyncio.Event()
    loop.add_reader(right, seen.set)
    left.send(b"x")
    await seen.wait()
    print(loop.remove_reader(right), loop.remove_reader(right), right.recv(10))
    left.close(), right.close()


async def programs():
    process = await asyncio.create_subprocess_exec("echo", "some", "words", stdout=asyncio.subprocess.PIPE)
    print(await process.communicate(), process.returncode)
    process = await asyncio.create_subprocess_shell("cat; echo err >&2; exit 3", stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
                                                    stderr=asyncio.subprocess.PIPE)
    print(await process.communicate(b"input" * 3), process.returncode)
    process = await asyncio.create_subprocess_shell("for i in 1 2 3; do echo $i; done", stdout=asyncio.subprocess.PIPE)
    print([line async for line in process.stdout], await process.wait())
    process = await asyncio.create_subprocess_exec("sleep", "30")
    process.kill()
    print(await process.wait())
    try:
        await asyncio.create_subprocess_exec("/no/such/program")
    except FileNotFoundError as error:
        print(error)
    try:
        await asyncio.wait_for((await asyncio.create_subprocess_exec("sleep", "0.3")).wait(), 0.05)
    except asyncio.TimeoutError:
        print("too long")
    await asyncio.sleep(0.4)


async def signals():
    import signal
    seen = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGUSR1, seen.set)
    os.kill(os.getpid(), signal.SIGUSR1)
    print(await asyncio.wait_for(seen.wait(), 5), loop.remove_signal_handler(signal.SIGUSR1), loop.remove_signal_handler(signal.SIGUSR1))


for part in (connections, readers, unix, datagrams, sockets, programs, signals):
    print("---", part.__name__)
    asyncio.run(part())
