"""memoryview: every attribute, indexing, assigning and comparing, over views of several shapes and formats. `make check`
takes a part, always the same one."""
import os
import random

VIEWS = [
    'memoryview(b"abcdef").cast("B",[2,3])', 'memoryview(bytearray(b"abcdefghijkl")).cast("H",(2,3))',
    'memoryview(bytearray(b"a")).cast("B",())', 'memoryview(bytearray(24)).cast("d",[1,3])',
    'memoryview(bytearray(b"abcdefgh")).cast("B",[2,2,2])', 'memoryview(b"abcdef").cast("B",[2,3])[1:]',
    'memoryview(b"abcdef").cast("B",[2,3])[::-1]', 'memoryview(bytearray(b"abcdefgh"))[::2]', 'memoryview(b"")',
    'memoryview(bytearray(b"abcd")).cast("c")', 'memoryview(bytearray(b"abcd")).cast("@H")',
    'memoryview(bytearray(b"abcd")).cast("?")', 'memoryview(bytearray(8)).cast("f")', 'memoryview(bytearray(8)).cast("P")',
    'memoryview(bytearray(b"ab")).toreadonly()', 'memoryview(b"abcdef").cast("B",[6,1])',
    'memoryview(b"abcdef").cast("B",[1,6])[:, ]', 'memoryview(b"abcd")[:0:2]', 'memoryview(bytearray(b"abcdefgh")).cast("b")',
    'memoryview(__import__("array").array("d",[1,2.5]))', 'memoryview(__import__("array").array("i",[1,2]))',
    'memoryview(bytearray(b"abcdefgh")).cast("B",[2,2,2])[::-1]',
]
KEYS = [
    '0', '1', '-1', '5', '...', '()', '(0,)', '(0,0)', '(1,2)', '(1,-1)', '(0,5)', '(5,0)', '(0,0,0)', '(1,1,1)', '(0,0,0,0)',
    'slice(None)', 'slice(1)', 'slice(None,None,-1)', '(slice(None),slice(None))', '(slice(0,1),)', '(slice(None),0)', '"a"',
    'None', '1.5', '10**30', '(10**30,0)', 'slice("a")', '("a",0)', 'True', '[0]',
]
VALUES = [
    '1', '-1', '300', '70000', '2.5', '"a"', 'b"a"', 'b"ab"', 'None', 'b"abcd"', 'bytearray(b"ab")',
    'memoryview(b"abcd").cast("H")', '[1,2]', 'True', '2**70', '()', 'memoryview(b"abcdef").cast("B",[2,3])', '1j',
    'memoryview(b"abcd")',
]
ATTRIBUTES = [
    'obj', 'nbytes', 'itemsize', 'format', 'ndim', 'shape', 'strides', 'suboffsets', 'readonly', 'c_contiguous', 'f_contiguous',
    'contiguous', 'tolist()', 'tobytes()', 'tobytes("F")', 'tobytes("A")', 'tobytes(None)', 'tobytes("x")', 'tobytes(1)', 'hex()',
    'hex(":")', 'hex(":",2)', 'cast("B")', 'cast("H").tolist()', 'cast("c").tolist()', 'cast("B",[6]).tolist()',
    'cast("B",[3,2]).tolist()', 'cast("H",[3]).tolist()', 'cast("B",[])', 'cast("B",[0])', 'cast("B",[-1])', 'cast("B",["a"])',
    'cast("B",[2**62,2**62])', 'cast("B",[10**30])', 'cast("B",1)', 'cast("Z")', 'cast("BB")', 'cast(1)', 'cast("d")',
    'cast("é")', 'toreadonly().readonly', 'release()', '__len__()',
]
CALLS = [
    'b"".join([%s])', 'b"-".join([b"a", %s])', 'b"abc".find(%s)', 'bytearray(b"a").extend(%s)', 'int.from_bytes(%s, "big")',
    'b"abc".replace(%s, b"x")', 'b"ab".startswith(%s)', 'b"%%b" %% %s', 'str(%s, "latin-1")',
    '__import__("struct").unpack_from("B", %s)', '__import__("struct").pack_into("B", %s, 0, 7)', '__import__("zlib").crc32(%s)',
    '__import__("hashlib").md5(%s).hexdigest()', '__import__("io").BytesIO(b"xy").readinto(%s)',
    '__import__("binascii").hexlify(%s)', 'memoryview(%s).shape', 'b"abc".translate(None, %s)', 'b"abc".strip(%s)',
    '__import__("base64").b64encode(%s)', 'len({%s: 1})',
]
FUNCTIONS = "len list bytes bytearray sorted sum max bool tuple int float".split()


def every_case():
    for view in VIEWS:
        for attribute in ATTRIBUTES:
            yield f"({view}).{attribute}"
        for function in FUNCTIONS:
            yield f"{function}({view})"
        for key in KEYS:
            yield f"({view})[{key}]"
            yield f"({view})[{key}].tolist()"
            yield f"(lambda o: (o.__delitem__({key}), 1))({view})"
            for value in VALUES:
                yield f"(lambda o: (o.__setitem__({key}, {value}), o.tolist(), o.tobytes()))({view})"
        for other in VIEWS + VALUES:
            for operator in ("==", "!=", "<", "+"):
                yield f"({view}) {operator} ({other})"
                yield f"({other}) {operator} ({view})"
        for call in CALLS:
            yield call % view


def cases():
    found = list(every_case())
    return found if os.environ.get("CUPOLA_LONG") else random.Random(7).sample(found, 6000)
