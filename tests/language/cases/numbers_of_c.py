"""The simple types of ctypes: sizes, what they take and what they make of it."""
import ctypes as c
def t(f,*a):
    try: return repr(f(*a))
    except Exception as e: return "%s %s"%(type(e).__name__, e)
names="c_bool c_byte c_ubyte c_short c_ushort c_int c_uint c_long c_ulong c_longlong c_ulonglong c_int8 c_uint8 c_int16 c_uint16 c_int32 c_uint32 c_int64 c_uint64 c_size_t c_ssize_t c_float c_double".split()
for n in names:
    T=getattr(c,n,None)
    if T is None: print(n,None); continue
    print(n, T.__name__, T.__module__, c.sizeof(T), c.alignment(T), getattr(T,'_type_',None), t(T), t(lambda: T().value), T.__mro__[1:])
for n in names[:24]:
    T=getattr(c,n)
    for v in (0,1,-1,300,2**40,-2**70,True,1.5,"a",b"a",None,[]):
        print(n, repr(v), t(lambda: T(v)), t(lambda: T(v).value))
x=c.c_int(5)
x.value=7; print(x, x.value, t(setattr,x,'value','a'), c.sizeof(x), bool(x), bool(c.c_int(0)))
print(t(c.sizeof,int), t(c.sizeof,5), t(c.alignment,int), c.c_int is c.c_int32, c.c_long is c.c_int64, c.c_longlong is c.c_long)
print(c.c_int(3)==c.c_int(3), isinstance(x,c._SimpleCData), t(lambda: c.c_int().foo))
class Sub(c.c_int): pass
print(Sub(3).value, c.sizeof(Sub))
