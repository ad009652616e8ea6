"""Random numbers that nobody can guess."""

import base64
import binascii
from hmac import compare_digest
from random import SystemRandom

__all__ = ["choice", "randbelow", "randbits", "SystemRandom", "token_bytes", "token_hex", "token_urlsafe", "compare_digest"]

_random = SystemRandom()
randbits = _random.getrandbits
choice = _random.choice
DEFAULT_ENTROPY = 32


def randbelow(exclusive_upper_bound):
    "A random int from 0 up to, but without, the bound."
    if exclusive_upper_bound <= 0:
        raise ValueError("Upper bound must be positive.")
    return _random._randbelow(exclusive_upper_bound)


def token_bytes(nbytes=None):
    "Random bytes."
    return _random.randbytes(DEFAULT_ENTROPY if nbytes is None else nbytes)


def token_hex(nbytes=None):
    "Random bytes in hexadecimal digits."
    return binascii.hexlify(token_bytes(nbytes)).decode("ascii")


def token_urlsafe(nbytes=None):
    "Random bytes as text that may stand in an address."
    return base64.urlsafe_b64encode(token_bytes(nbytes)).rstrip(b"=").decode("ascii")
