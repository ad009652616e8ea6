import io
class S(io.StringIO):
    def close(s):
        print('closing S'); super().close()
class B(io.BytesIO):
    def close(s):
        print('closing B'); super().close()
class R(io.RawIOBase):
    def close(s):
        print('closing R'); super().close()
class F(io.FileIO):
    def close(s):
        print('closing F', s.closed); super().close()
class T(io.TextIOWrapper):
    def close(s):
        print('closing T', s.closed); super().close()
class X(io.BufferedReader):
    def close(s):
        print('closing X', s.closed); super().close()
for c,a in (S,()),(B,()),(R,()),(F,('/dev/null',)),(X,(io.BytesIO(b''),)),(T,(io.BytesIO(b''),)):
    s = c(*a)
    del s
    print('-')
