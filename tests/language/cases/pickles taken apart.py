"""pickletools over pickles of every protocol, and buffers that travel beside them."""
import pickle, pickletools, io
for x in (0, 1, -1, 127, 128, -128, -129, 255, 256, -256, -32768, 2**70, -2**71, -2**63): print(x, pickle.encode_long(x), pickle.decode_long(pickle.encode_long(x)) == x)
for p in range(6): pickletools.dis(pickle.dumps([1, "a", (2.5, None), {"k": b"x"}, 2**40], p))
for r in (b"abc", bytearray(b"abc")):
    buf = []; d = pickle.dumps(pickle.PickleBuffer(r), 5, buffer_callback=buf.append); o = pickle.loads(d, buffers=buf); print(type(o).__name__, len(buf), bytes(buf[0].raw()), pickle.loads(d, buffers=[b"zzz"]))
try: pickle.loads(d)
except pickle.UnpicklingError as e: print(e)
