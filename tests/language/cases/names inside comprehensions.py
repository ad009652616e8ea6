def attempt(*a):
    try: print(bytes(a[0]).decode(*a[1:]))
    except Exception as e: print(type(e).__name__, e)
for data in b"abc", b"\xff\xfea", b"\xfe\xffa", b"\xfe\xff\xd8\x00", b"\xd8\x00", b"\x00\xd8", b"\xff\xfe\x00\xd8\x00":
    for name in "utf-16", "utf16", "UTF-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "U32":
        attempt(data, name)
for data in b"\0\0\xfe\xff\0", b"\xff\xfe\0\0\0\0\0\1", b"\0\0\xfe\xff\0\0\xd8\0":
    attempt(data, "utf-32")
for name in "utf-16", "utf-32", "utf-16-be":
    try: "\ud800".encode(name)
    except Exception as e: print(type(e).__name__, e)
for f in [(lambda: 1) for _ in [1]], {(lambda: 2) for _ in [1]}, list((lambda: 3) for _ in [1]): print([g.__qualname__ for g in f])
def f():
    class C: pass
    return [[lambda: (lambda: 0) for y in [1]] for x in [1]][0][0], [type("A", (), {}) for x in [1]], [(lambda: [z for z in [1]]) for x in [1]][0]
a, b, c = f()
print(a.__qualname__, a().__qualname__, c.__qualname__, c.__code__.co_consts[1].co_qualname)
