"""What print() gives to write(), part by part, and what comes first when str() prints or fails."""
import sys
class W:
    def __init__(s): s.calls=[]
    def write(s,t): s.calls.append(t); return len(t)
    def flush(s): s.calls.append('FLUSH')
w=W()
print(1,"a",sep="-",end="!",file=w)
print(file=w)
print("x",file=w,flush=True)
print("x","",sep="",end="",file=w)
print("x",sep=None,end=None,file=w)
print(1,2,3,file=w)
import io
class S(io.StringIO):
    def write(s,t):
        w.calls.append(('S',t)); return super().write(t)
q=S(); print(1,2,file=q); 
class T(io.TextIOBase):
    def write(s,t): w.calls.append(('T',t)); return 1
print(1,2,file=T())
import sys
old=sys.stdout
sys.stdout=W()
print("hi",2)
c=sys.stdout.calls; sys.stdout=old
print(c)
class U(W):
    def write(s,t):
        if t=="b": raise ValueError(t)
        return super().write(t)
class Bad:
    def __str__(s): raise KeyError("str")
u=U()
try: print("a","b","c",file=u)
except ValueError as e: print(repr(e),u.calls)
u=U()
try: print("a",Bad(),"c",file=u)
except KeyError as e: print(repr(e),u.calls)
try: print("a",file=5)
except Exception as e: print(repr(e))
try: print("a",sep=5)
except Exception as e: print(repr(e))
try: print("a",end=5)
except Exception as e: print(repr(e))
import traceback
tw=W()
try: 1/0
except Exception: traceback.print_exc(file=tw)
print(tw.calls)
print(w.calls)
class Inner:
    def __str__(self):
        print("inside", end="|")
        return "Inner!"
print("x", Inner(), 5)
print([1], Inner(), sep="-")
try: print("shown", Bad())
except KeyError: print("<-")
old=sys.stdout
sys.stdout=None
print("nothing")
del sys.stdout
try: print("x")
except RuntimeError as e: message=e
sys.stdout=old
print(message)
class F(io.StringIO):
    def flush(self): old.write("flushed\n")
sys.stdout=F(); print("q",flush=True); sys.stdout=old
buffer=io.StringIO(); print("x", Inner(), 5, file=buffer); print(buffer.getvalue())
