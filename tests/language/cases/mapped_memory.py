"""Files as memory: reading, writing, searching, resizing, and what is refused."""
import mmap, os, tempfile
name = os.path.join(tempfile.mkdtemp(), 'f')
open(name, 'wb').write(b'hello world\nline two\nend')
def show(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
fd = os.open(name, os.O_RDWR)
m = mmap.mmap(fd, 0)
for f in [lambda: m, lambda: len(m), lambda: m[0], lambda: m[-1], lambda: m[0:5], lambda: m[::-3], lambda: m[99], lambda: m['a'], lambda: m.find(b'o'), lambda: m.find(b'o', 5), lambda: m.find(b'o', 5, 6), lambda: m.rfind(b'l'), lambda: m.find(b'zz'), lambda: m.find(b''),
  lambda: m.rfind(b''), lambda: m.read(5), lambda: m.tell(), lambda: m.readline(), lambda: m.readline(), lambda: m.readline(), lambda: m.readline(), lambda: m.read(), lambda: m.seek(0), lambda: m.read_byte(), lambda: m.seek(-2, 2), lambda: m.tell(), lambda: m.seek(99), lambda: m.seek(1, 5),
  lambda: m.seek(0), lambda: m.write(b'HE'), lambda: m[:6], lambda: m.write_byte(65), lambda: m[:6], lambda: m.write(b'x' * 99), lambda: m.__setitem__(0, 66), lambda: m.__setitem__(0, 300), lambda: m.__setitem__(0, 'a'), lambda: m.__setitem__(slice(0, 3), b'abc'), lambda: m.__setitem__(slice(0, 3), b'ab'), lambda: m[:4],
  lambda: m.move(0, 6, 5), lambda: m[:12], lambda: m.move(0, 20, 50), lambda: m.flush(), lambda: m.flush(0, 4096), lambda: m.size(), lambda: open(name, 'rb').read(), lambda: b'\n' in m, lambda: list(m)[:2], lambda: bytes(m)[:3], lambda: memoryview(m).readonly, lambda: m.madvise(mmap.MADV_SEQUENTIAL), lambda: m.closed,
  lambda: m.resize(30), lambda: (len(m), os.path.getsize(name)), lambda: m.read(2), lambda: m.__enter__() is m, lambda: hash(m) is not None, lambda: (bool(m), isinstance(m, mmap.mmap)), lambda: int.from_bytes(m[:2], 'little')]: show(f)
v = memoryview(m)
show(lambda: m.close()); v.release(); show(lambda: m.close()); show(lambda: m); show(lambda: m[0]); show(lambda: m.read()); show(lambda: m.closed); show(lambda: len(m)); show(lambda: m.close())
r = mmap.mmap(fd, 10, access=mmap.ACCESS_READ)
show(lambda: r.__setitem__(0, 1)); show(lambda: r.write(b'a')); show(lambda: r.resize(3)); show(lambda: r.move(0, 1, 1)); show(lambda: r); show(lambda: memoryview(r).readonly)
c = mmap.mmap(fd, 10, access=mmap.ACCESS_COPY); c[0] = 90; show(lambda: (c[0], open(name, 'rb').read(1)))
a = mmap.mmap(-1, 20); show(lambda: a[:]); a[0:3] = b'xyz'; show(lambda: a.read(3)); show(lambda: a.size()); show(lambda: a)
with mmap.mmap(-1, 5) as b: b.write(b'12345'); show(lambda: b[:])
show(lambda: b.closed); show(lambda: b.__enter__())
for f in [lambda: mmap.mmap(fd, -1), lambda: mmap.mmap(fd, 999), lambda: mmap.mmap(fd, 5, offset=3), lambda: mmap.mmap(fd, 5, offset=-3), lambda: mmap.mmap(fd, 5, access=9), lambda: mmap.mmap(fd, 5, access=1, flags=mmap.MAP_PRIVATE), lambda: mmap.mmap(99, 5), lambda: mmap.mmap(fd, 0, offset=8192), lambda: mmap.mmap(fd, 5, prot=mmap.PROT_READ)]: show(f)
print(mmap.PAGESIZE, mmap.ALLOCATIONGRANULARITY, mmap.ACCESS_COPY, mmap.MAP_SHARED, mmap.PROT_READ, mmap.error is OSError, mmap.MADV_DONTNEED)
import re, struct
d = mmap.mmap(-1, 16); struct.pack_into('<i', d, 4, 77); print(struct.unpack_from('<i', d, 4), re.search(b'M', d))
