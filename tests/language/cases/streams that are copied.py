# copy and pickle of streams in memory
import io, copy, pickle
for s in (io.StringIO("abc\ndéf"), io.StringIO("a\r\nb", newline=None), io.StringIO("a\nb", newline="\r\n"), io.StringIO("x", newline=''), io.BytesIO(b'abc')):
    s.read(2)
    print(s.__getstate__())
    for t in (copy.copy(s), copy.deepcopy(s), pickle.loads(pickle.dumps(s))):
        print(type(t), repr(t.getvalue()), t.tell(), repr(t.read()))
        t.write("q" if isinstance(t, io.StringIO) else b"q")
    print(repr(s.getvalue()), s.tell(), s.__reduce_ex__(2)[1:])
s=io.StringIO(); s.name='n'; t=copy.copy(s); print(t.name, s.__getstate__())
s.close()
def show(f,*a):
    try: print(f(*a))
    except BaseException as e: print(type(e).__name__, e)
show(s.__getstate__); show(copy.copy, s); show(io.StringIO().__setstate__, 5); show(io.StringIO().__setstate__, (1,)); show(io.StringIO().__setstate__, (1,2,3,4)); show(io.StringIO().__setstate__, ("a","\n",-1,None)); show(io.StringIO().__setstate__, ("a","\n",1,5)); show(io.StringIO().__setstate__, ("a","\n","x",None)); show(io.StringIO().__setstate__, ("a","zz",1,None))
show(io.BytesIO().__setstate__, 5); show(io.BytesIO().__setstate__, (b'1',)); show(io.BytesIO().__setstate__, ('q',1,None)); show(io.BytesIO().__setstate__, (b'q',-1,None)); show(io.BytesIO().__setstate__, (b'q',0,5)); show(io.BytesIO().__setstate__, (b'q','x',None))
class Q(io.StringIO):
    def __init__(self,*a): super().__init__(*a); self.z=1
q=Q('abc'); r=copy.deepcopy(q); print(type(r), r.z, r.getvalue())
