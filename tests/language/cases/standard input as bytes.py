# sys.stdin.buffer: the bytes of the standard input, as a child reads them
import subprocess
import sys

CHILD = r"""
import sys
b = sys.stdin.buffer
print(b, b.name, b.mode, type(b).__name__, b.readable(), b.fileno(), b.raw.fileno())
print(b.read(3), b.readline(), b.read(2), b.readline())
place = bytearray(4)
print(b.readinto(place), place)
print(next(b), b.readlines(), b.read(), b.readline())
try:
    b.readinto(b"abc")
except TypeError as error:
    print(error)
print(type(sys.stdout.buffer).__name__ != "", sys.stdout.buffer.mode)
sys.stdout.flush()
sys.stdout.buffer.writelines([b"x\n", b"y\n"])
sys.stdout.buffer.flush()
"""
done = subprocess.run([sys.executable, "-c", CHILD], input=b"abcdef\nxyz\nline3\nline4\nline5\n", capture_output=True)
print(done.stdout.decode())
print(done.stderr.decode())
