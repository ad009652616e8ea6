"""Sockets and selectors: pairs, servers of this machine, datagrams, time-outs, errors."""
import os
import re
import select
import socket
import tempfile
import threading


def attempt(function, *arguments):
    try:
        print(repr(function(*arguments)))
    except Exception as error:
        print(type(error).__name__, error)


print(socket.AF_INET, repr(socket.SOCK_STREAM), socket.error is OSError, socket.timeout is TimeoutError)
left, right = socket.socketpair()
left.sendall(b"hello")
print(right.recv(2), right.recv(100), left.family, left.type, left.gettimeout(), re.sub("fd=[0-9]+", "fd", repr(left)))
right.settimeout(0.01)
attempt(right.recv, 1)
right.setblocking(False)
attempt(right.recv, 1)
print(right.getblocking(), right.gettimeout(), select.select([right], [left], [], 0)[1] == [left])
left.send(b"xyz")
space = bytearray(10)
print(select.select([right], [], [], 5)[0] == [right], right.recv_into(space), space)
left.shutdown(socket.SHUT_WR)
print(right.recv(5))
left.close()
print(left.fileno(), re.sub("fd=[0-9]+", "fd", repr(left)))
attempt(left.recv, 1)
right.close()

server = socket.create_server(("127.0.0.1", 0))
port = server.getsockname()[1]
print(server.getsockname()[0], port > 0, server.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR))


def serve():
    connection, address = server.accept()
    with connection:
        print("from", address[0])
        while data := connection.recv(1000):
            connection.sendall(data.upper())


thread = threading.Thread(target=serve)
thread.start()
with socket.create_connection(("localhost", port), timeout=5) as client:
    client.sendall(b"some words")
    print(client.recv(100), client.getpeername() == ("127.0.0.1", port))
    big = b"x" * 300000
    sender = threading.Thread(target=client.sendall, args=(big,))
    sender.start()
    got = 0
    while got < len(big):
        got += len(client.recv(65536))
    sender.join()
    print(got)
thread.join()
server.close()
attempt(socket.create_connection, ("127.0.0.1", port), 1)

a, b = (socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(2))
a.bind(("127.0.0.1", 0))
print(b.sendto(b"datagram", a.getsockname()), a.recvfrom(100)[0])
a.close(), b.close()
folder = tempfile.mkdtemp()
path = os.path.join(folder, "s")
listener = socket.socket(socket.AF_UNIX)
listener.bind(path)
listener.listen()
client = socket.socket(socket.AF_UNIX)
client.connect(path)
other, _ = listener.accept()
with client.makefile("w") as out:
    out.write("a line\nanother\n")
client.close()
with other.makefile("r") as lines:
    print(list(lines))
other.close(), listener.close()
os.remove(path), os.rmdir(folder)

print(socket.inet_aton("127.0.0.1"), socket.inet_ntoa(b"\1\2\3\4"), socket.inet_pton(socket.AF_INET6, "::1"), socket.inet_ntop(socket.AF_INET, b"\x7f\0\0\1"))
print(socket.htons(1), socket.ntohl(1), socket.gethostbyname("localhost"), socket.getaddrinfo("127.0.0.1", 80, type=socket.SOCK_STREAM))
for function, arguments in ((socket.inet_aton, ("x",)), (socket.inet_pton, (2, "x")), (socket.inet_ntoa, (b"1",)), (socket.socket, (999,)),
                            (socket.socket().connect, ("x",)), (socket.socket().connect, (("127.0.0.1", 99999),)), (socket.socket().bind, (("127.0.0.1",),)),
                            (socket.socket().settimeout, (-1,)), (socket.socket().sendall, ("text",)), (socket.setdefaulttimeout, (-1,)),
                            (select.select, ([-1], [], [], 0)), (select.select, (["x"], [], [], 0)), (select.select, ([], [], [], -1)), (select.select, (1, [], []))):
    attempt(function, *arguments)

reader, writer = os.pipe()
poll = select.poll()
poll.register(reader, select.POLLIN)
print(poll.poll(1), poll.unregister(reader))
attempt(poll.unregister, reader)
with select.epoll() as epoll:
    epoll.register(reader, select.EPOLLIN)
    print(epoll.poll(0.01))
    os.write(writer, b"x")
    print([events for _, events in epoll.poll(1)], epoll.closed)
print(epoll.closed)
attempt(epoll.poll)
