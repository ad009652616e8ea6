"""Where CPython has the functions of codecs that are native there."""

from codecs import decode, encode, escape_decode, escape_encode, lookup, lookup_error, register, register_error, unregister
