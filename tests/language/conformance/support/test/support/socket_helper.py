"""Sockets for tests."""
import contextlib
import socket
import unittest

HOST = HOSTv4 = "localhost"
HOSTv6 = "::1"
has_gethostname = True


def _binds(family, address):
    try:
        with contextlib.closing(socket.socket(family, socket.SOCK_STREAM)) as trial:
            trial.bind(address)
    except OSError:
        return False
    return True


IPV6_ENABLED = socket.has_ipv6 and _binds(socket.AF_INET6, (HOSTv6, 0))


def bind_port(sock, host=HOST):
    sock.bind((host, 0))
    return sock.getsockname()[1]


def find_unused_port(family=socket.AF_INET, socktype=socket.SOCK_STREAM):
    with contextlib.closing(socket.socket(family, socktype)) as trial:
        return bind_port(trial)


def bind_unix_socket(sock, addr):
    sock.bind(addr)


def skip_unless_bind_unix_socket(test):
    return unittest.skipUnless(hasattr(socket, "AF_UNIX"), "no sockets with paths")(test)


def get_socket_conn_refused_errs():
    import errno
    return [errno.ECONNREFUSED]


@contextlib.contextmanager
def transient_internet(resource_name, *, timeout=30.0, errnos=()):
    yield
