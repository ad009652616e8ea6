"""binascii, base64, hashlib, hmac, uuid, secrets."""
import base64
import binascii
import hashlib
import hmac
import secrets
import uuid


def t(f, *a, **k):
    try:
        print(getattr(f, "__name__", f), a, k, f(*a, **k))
    except BaseException as e:
        print(getattr(f, "__name__", f), a, k, type(e).__name__, e)


datas = [b"", b"a", b"ab", b"abc", b"abcd", bytes(range(256)), b"\0\0\0\0", b"    ", b"\xff" * 7, bytearray(b"xyz"), "text", 5, "é"]
for data in datas:
    for f in (base64.b64encode, base64.standard_b64encode, base64.urlsafe_b64encode, base64.b32encode, base64.b32hexencode, base64.b16encode, base64.b85encode, base64.a85encode,
              base64.encodebytes, binascii.hexlify, binascii.b2a_base64, binascii.crc32):
        t(f, data)
texts = [b"", "YWJj", b"YWJj", b"YWI=", b"YWI", b"YQ==", b"YQ=", b"Y", b"YW Jj", b"Y!WJj", b"====", b"YQ==YQ==", b"-_-_", b"+/+/", "é", b"ME======", b"MFRA====", b"MFRGG===", b"mfrgg===", b"M", b"6162",
         b"616", b"zz", b"6A", b"6a", b"abcde", b"VPO", b"~~~~~", b"z", b"zz!", b"87cURD]", b"<~87cURD]~>", 5]
for text in texts:
    for f in (base64.b64decode, base64.urlsafe_b64decode, base64.b32decode, base64.b32hexdecode, base64.b16decode, base64.b85decode, base64.a85decode, base64.decodebytes, binascii.unhexlify,
              binascii.a2b_base64):
        t(f, text)
    t(base64.b64decode, text, validate=True)
    t(base64.b32decode, text, casefold=True)
    t(base64.b16decode, text, casefold=True)
t(base64.b64encode, b"\xfb\xff", b"-_")
t(base64.b64decode, b"-_8=", b"-_")
t(base64.b32decode, b"M1000000", map01=b"L")
t(base64.a85encode, b"hello world", adobe=True, wrapcol=5)
t(base64.a85encode, b"    x", foldspaces=True)
t(base64.a85decode, b"<~BOu!rD]j7BEbo7~>", adobe=True)
t(binascii.hexlify, b"abcdef", "-")
t(binascii.hexlify, b"abcdef", "-", 2)
t(binascii.b2a_base64, b"abc", newline=False)
t(binascii.crc32, b"abc", 5)
t(binascii.crc_hqx, b"abc", 0)
t(binascii.a2b_qp, b"a=20b=\nc=3D")
print(binascii.Error.__mro__[1])

for name in ("md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha3_224", "sha3_256", "sha3_384", "sha3_512", "blake2b", "blake2s"):
    h = getattr(hashlib, name)(b"abc")
    g = h.copy()
    g.update(b"d" * 1000)
    print(h.name, h.digest_size, h.block_size, h.hexdigest(), g.hexdigest(), hashlib.new(name, b"x").digest()[:4])
for name in ("shake_128", "shake_256"):
    h = hashlib.new(name, b"abc")
    print(h.name, h.digest_size, h.block_size, h.hexdigest(5), h.digest(0))
print(hashlib.blake2b(b"abc", digest_size=20, key=b"k", salt=b"s", person=b"p").hexdigest(), hashlib.blake2s(b"abc" * 100, digest_size=8).hexdigest())
t(hashlib.md5, "text")
t(hashlib.sha256, 5)
t(lambda name: hashlib.new(name), "nope")
print(hashlib.new("SHA256").name, sorted(hashlib.algorithms_guaranteed))
print(hashlib.pbkdf2_hmac("sha256", b"password", b"salt", 1000).hex(), hashlib.pbkdf2_hmac("sha1", b"p", b"s", 10, 5).hex(), hashlib.scrypt(b"p", salt=b"s", n=16, r=1, p=1, dklen=8).hex())
m = hmac.new(b"key", b"message", "sha256")
print(m.hexdigest(), m.name, m.digest_size, m.block_size, hmac.new(b"k" * 200, b"m", hashlib.md5).hexdigest(), hmac.digest(b"k", b"m", "sha1").hex())
t(hmac.new, b"key")
t(hmac.new, "key", b"m", "md5")
print(hmac.compare_digest("a", "a"), hmac.compare_digest(b"a", b"b"))
t(hmac.compare_digest, "é", "é")
t(hmac.compare_digest, "a", b"a")

u = uuid.UUID("12345678-1234-5678-1234-567812345678")
print(u, repr(u), u.int, u.hex, u.urn, u.fields, u.bytes, u.bytes_le, u.version, u.variant, u.time, u.node, u.clock_seq, hash(u) == hash(u.int))
print(uuid.uuid3(uuid.NAMESPACE_DNS, "python.org"), uuid.uuid5(uuid.NAMESPACE_URL, "x"), uuid.UUID(int=5), uuid.UUID(bytes=b"a" * 16) < u, uuid.UUID(fields=u.fields) == u)
for a in ("", "123", "{12345678-1234-5678-1234-567812345678}", "urn:uuid:12345678-1234-5678-1234-567812345678", "g" * 32):
    t(uuid.UUID, a)
t(uuid.UUID)
t(uuid.UUID, int=-1)
t(uuid.UUID, bytes=b"x")
t(uuid.UUID, int=0, version=9)
t(setattr, u, "int", 5)
v = uuid.uuid4()
print(v.version, v.variant, len(str(v)), uuid.uuid1().version, uuid.uuid4() != v)
print(len(secrets.token_bytes()), len(secrets.token_hex(8)), len(secrets.token_urlsafe(9)), secrets.randbelow(1), 0 <= secrets.randbits(8) < 256, secrets.choice([7]))
t(secrets.randbelow, 0)
