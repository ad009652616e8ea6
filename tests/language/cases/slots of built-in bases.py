def show(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, e)
for base in (str,int,float,bytes,tuple,list,dict,set,frozenset,complex,bytearray,type,Exception,range,object,memoryview,bool,type(None),slice,type(lambda:0)):
    for slots in (("a",),(),("__weakref__",),("__dict__",),"a",("__dict__","__weakref__"),("a","__dict__")):
        def f():
            ns={'__slots__':slots}
            C=type('C',(base,),ns)
            r=[C.__slots__, C.__basicsize__>=base.__basicsize__, '__dict__' in C.__dict__, '__weakref__' in C.__dict__]
            try:
                c=C('x') if base is str else C()
                if 'a' in slots: c.a=5; r.append(c.a)
                try: c.zz=1; r.append('dict')
                except AttributeError as e: r.append(str(e))
            except TypeError as e: r.append(str(e))
            return r
        print(base.__name__, slots, end=' '); show(f)
class C(str): __slots__=("a",)
c=C("hi"); c.a=[1]; print(c,c.a,c+"x",hash(c)==hash("hi"),c=="hi",{c:1}["hi"]); 
try: c.b=1
except AttributeError as e: print(e)
del c.a
try: c.a
except AttributeError as e: print(e)
class D(C): pass
d=D("q"); d.z=1; d.a=2; print(d.__dict__,d.a)
import copy,pickle; e=copy.copy(d); print(e.a,e.z,e, pickle.loads(pickle.dumps(d)).a)
class E(C): __slots__=("b",)
x=E("w"); x.a=1; x.b=2; print(x.a,x.b); x.a=x
