"""What functions that are C in CPython say of arguments that do not fit them, and whose value they take of derived numbers."""
SOURCES = r'''
__import__('array').array('i',[1]) * 'a'
'a' * __import__('array').array('i',[1])
__import__('array').array('i',[1]) * 1.5
__import__('array').array('i',[1]) * 10**30
__import__('array').array('i',[1]).__mul__(10**30)
__import__('array').array('i',[1]).__mul__(2**62)
__import__('array').array('i',[1]).__add__([1])
__import__('array').array('i',[1]).__iadd__([1])
__import__('array').array('i',[1]) + __import__('array').array('d',[1])
__import__('array').array('i',[1])[None]
__import__('array').array('i',[1])[5]
__import__('array').array('i',[1]).__setitem__(5, 1)
__import__('array').array('i',[1]).__setitem__(0, 'a')
__import__('array').array('i',[1]).__setitem__(0, 1.5)
__import__('array').array('i',[1]).__setitem__(0, 2**40)
__import__('array').array('i',[1]).__delitem__('a')
__import__('array').array('z')
__import__('array').array()
__import__('array').array(1)
__import__('array').array('ii')
__import__('array').array('i', 'abc')
__import__('array').array('u', 'abc')
__import__('array').array('u', [1])
__import__('array').array('u', ['ab'])
__import__('array').array('b', [200])
__import__('array').array('B', [-1])
__import__('array').array('B', [256])
__import__('array').array('H', [70000])
__import__('array').array('I', [-1])
__import__('array').array('L', [-1])
__import__('array').array('L', [2**64])
__import__('array').array('q', [2**63])
__import__('array').array('Q', [-1])
__import__('array').array('f', ['a'])
__import__('array').array('d', ['a'])
__import__('array').array('d', [10**400])
__import__('array').array('f', [1e300])
__import__('array').array('i', b'abc')
__import__('array').array('i', 5)
__import__('array').array('i', [1], x=1)
__import__('array').array('i', [1, 2]).index(3)
__import__('array').array('i', [1, 2]).remove(3)
__import__('array').array('i', [1, 2]).pop(5)
__import__('array').array('i').pop()
__import__('array').array('i').fromlist(1)
__import__('array').array('i').fromlist([1, 'a'])
__import__('array').array('i').frombytes('a')
__import__('array').array('i').frombytes(b'abc')
__import__('array').array('i').fromfile(1, 1)
__import__('array').array('i').fromunicode('a')
__import__('array').array('i').tounicode()
__import__('array').array('i').extend(1)
__import__('array').array('i').extend(['a'])
__import__('array').array('i').extend(__import__('array').array('d'))
__import__('array').array('i').insert('a', 1)
__import__('array').array('i').append('a')
__import__('array').array('i').byteswap(1)
__import__('array').array('i') < [1]
__import__('array').array('i') == [1]
hash(__import__('array').array('i'))
__import__('time').gmtime('a')
__import__('time').gmtime(10**30)
__import__('time').gmtime(float('nan'))
__import__('time').gmtime(float('inf'))
__import__('time').gmtime(1e300)
__import__('time').gmtime(None) and 1
__import__('time').gmtime(2**60)
__import__('time').localtime('a')
__import__('time').localtime(2**60)
__import__('time').ctime('a')
__import__('time').ctime(2**60)
__import__('time').ctime(1.5, 2)
__import__('time').asctime('a')
__import__('time').asctime((1,2))
__import__('time').asctime((2020,13,1,0,0,0,0,0,0))
__import__('time').asctime((2020,1,32,0,0,0,0,0,0))
__import__('time').asctime((2020,1,1,25,0,0,0,0,0))
__import__('time').asctime((2020,1,1,0,60,0,0,0,0))
__import__('time').asctime((2020,1,1,0,0,62,0,0,0))
__import__('time').asctime((2020,1,1,0,0,0,7,0,0))
__import__('time').asctime((2020,1,1,0,0,0,-2,0,0))
__import__('time').asctime((2020,1,1,0,0,0,0,367,0))
__import__('time').asctime((2020,1,1.5,0,0,0,0,0,0))
__import__('time').asctime(('a',1,1,0,0,0,0,0,0))
__import__('time').strftime(1)
__import__('time').strftime('%Y', 1)
__import__('time').strftime('%Y', (1,2))
__import__('time').strftime('%Y', (2020,13,1,0,0,0,0,0,0))
__import__('time').strftime('%Y', (2020,-1,1,0,0,0,0,0,0))
__import__('time').strftime('%Y', (2020,0,0,0,0,0,0,0,0))
__import__('time').strftime('%Y', (10**12,1,1,0,0,0,0,0,0))
__import__('time').strftime('%y', (99,1,1,0,0,0,0,0,0))
__import__('time').strftime('%d %z', (99,1,1,0,0,0,0,0,2))
__import__('time').strftime('a\0b')
__import__('time').strftime('%')
__import__('time').strftime('%Q')
__import__('time').strftime()
__import__('time').strptime(1)
__import__('time').strptime('1', '%Y')
__import__('time').strptime('2020 1', '%Y')
__import__('time').strptime('2020', '%Q')
__import__('time').strptime('2020', '%')
__import__('time').mktime(1)
__import__('time').mktime((1,2))
__import__('time').mktime((10**12,1,1,0,0,0,0,0,0))
__import__('time').sleep(-1)
__import__('time').sleep('a')
__import__('time').sleep(float('nan'))
__import__('time').sleep(1e300)
__import__('time').sleep()
__import__('time').clock_gettime(99)
__import__('time').struct_time((1,2))
__import__('time').struct_time(1)
__import__('time').struct_time(range(12))
__import__('datetime').date()
__import__('datetime').date(1)
__import__('datetime').date('a', 1, 1)
__import__('datetime').date(1, 'a', 1)
__import__('datetime').date(1, 1, 1.5)
__import__('datetime').date(1, 1, None)
__import__('datetime').date(1, 1, 1, 1)
__import__('datetime').date(1, 1, 1, x=1)
__import__('datetime').date(10000, 1, 1)
__import__('datetime').date(0, 1, 1)
__import__('datetime').date(1, 13, 1)
__import__('datetime').date(1, 2, 30)
__import__('datetime').date(1, 1, 10**20)
__import__('datetime').date(10**10, 1, 1)
__import__('datetime').date(year=1, month=2)
__import__('datetime').date(b'a')
__import__('datetime').date(b'abcd')
__import__('datetime').date('abcd')
__import__('datetime').time('a')
__import__('datetime').time(24)
__import__('datetime').time(-1)
__import__('datetime').time(1, 60)
__import__('datetime').time(1, 1, 60)
__import__('datetime').time(1, 1, 1, 10**6)
__import__('datetime').time(1, 1, 1, 1.5)
__import__('datetime').time(1, 1, 1, 1, 5)
__import__('datetime').time(tzinfo=5)
__import__('datetime').time(fold=2)
__import__('datetime').time(fold='a')
__import__('datetime').time(x=2)
__import__('datetime').time(1,2,3,4,None,6)
__import__('datetime').time(1,2,3,4,None,6,7)
__import__('datetime').datetime()
__import__('datetime').datetime(1)
__import__('datetime').datetime(1, 1)
__import__('datetime').datetime('a', 1, 1)
__import__('datetime').datetime(1, 1, 1, 'a')
__import__('datetime').datetime(1, 1, 1, 24)
__import__('datetime').datetime(1, 1, 1, tzinfo='a')
__import__('datetime').datetime(1, 1, 1, fold=3)
__import__('datetime').datetime(1, 1, 1, 1, 1, 1, 1, None, 1)
__import__('datetime').datetime(1, 1, 1, 1, 1, 1, 1, None, 1, 2)
__import__('datetime').datetime(1, 1, 1, foo=1)
__import__('datetime').timedelta('a')
__import__('datetime').timedelta(1, 'a')
__import__('datetime').timedelta(None)
__import__('datetime').timedelta(1,2,3,4,5,6,7,8)
__import__('datetime').timedelta(x=1)
__import__('datetime').timedelta(10**10)
__import__('datetime').timedelta(10**400)
__import__('datetime').timedelta(float('nan'))
__import__('datetime').timedelta(float('inf'))
__import__('datetime').timedelta(1e300)
__import__('datetime').timedelta([])
__import__('datetime').timedelta(hours='a')
__import__('datetime').timedelta(weeks=1j)
__import__('datetime').timedelta(1) + 1
1 - __import__('datetime').timedelta(1)
__import__('datetime').timedelta(1) * 'a'
__import__('datetime').timedelta(1) * 1.5
__import__('datetime').timedelta(1) / 0
__import__('datetime').timedelta(1) / 'a'
__import__('datetime').timedelta(1) // 0
__import__('datetime').timedelta(1) // 1.5
__import__('datetime').timedelta(1) % 0
__import__('datetime').timedelta(1) % __import__('datetime').timedelta(0)
divmod(__import__('datetime').timedelta(1), 1)
__import__('datetime').timedelta(1) / __import__('datetime').timedelta(0)
__import__('datetime').timedelta(1) < 1
__import__('datetime').timedelta(999999999) + __import__('datetime').timedelta(1)
__import__('datetime').timedelta(999999999) * 2
__import__('datetime').timedelta(1) * float('nan')
__import__('datetime').date(1,1,1) + 1
__import__('datetime').date(1,1,1) - 1
__import__('datetime').date(1,1,1) - __import__('datetime').timedelta(1)
__import__('datetime').date(9999,12,31) + __import__('datetime').timedelta(1)
__import__('datetime').datetime(9999,12,31) + __import__('datetime').timedelta(1)
__import__('datetime').date(1,1,1) < 1
__import__('datetime').date(1,1,1) < __import__('datetime').datetime(1,1,1)
__import__('datetime').datetime(1,1,1) < __import__('datetime').datetime(1,1,1,tzinfo=__import__('datetime').timezone.utc)
__import__('datetime').datetime(1,1,1) - __import__('datetime').datetime(1,1,1,tzinfo=__import__('datetime').timezone.utc)
__import__('datetime').time(1) < __import__('datetime').time(1,tzinfo=__import__('datetime').timezone.utc)
__import__('datetime').date.fromtimestamp('a')
__import__('datetime').date.fromtimestamp(10**20)
__import__('datetime').date.fromtimestamp(float('nan'))
__import__('datetime').datetime.fromtimestamp('a')
__import__('datetime').datetime.fromtimestamp(10**20)
__import__('datetime').datetime.fromtimestamp(1e300)
__import__('datetime').datetime.fromtimestamp(float('nan'))
__import__('datetime').datetime.fromtimestamp(1, 'a')
__import__('datetime').datetime.fromtimestamp(1, tz=5)
__import__('datetime').datetime.utcfromtimestamp('a')
__import__('datetime').datetime.utcfromtimestamp(2**40)
__import__('datetime').date.fromordinal('a')
__import__('datetime').date.fromordinal(0)
__import__('datetime').date.fromordinal(10**10)
__import__('datetime').date.fromisoformat(1)
__import__('datetime').date.fromisoformat('a')
__import__('datetime').date.fromisoformat('2020-13-01')
__import__('datetime').date.fromisocalendar(1,2)
__import__('datetime').date.fromisocalendar(1,2,3.5)
__import__('datetime').date.fromisocalendar(2020,54,3)
__import__('datetime').date.fromisocalendar(2020,5,8)
__import__('datetime').date.fromisocalendar(0,5,8)
__import__('datetime').datetime.fromisoformat(1)
__import__('datetime').datetime.fromisoformat('x')
__import__('datetime').datetime.fromisoformat('2020-01-01T25:00')
__import__('datetime').time.fromisoformat(1)
__import__('datetime').time.fromisoformat('x')
__import__('datetime').time.fromisoformat('25:00')
__import__('datetime').datetime.strptime(1, 'a')
__import__('datetime').datetime.strptime('a', 1)
__import__('datetime').datetime.strptime('a', 'b')
__import__('datetime').datetime.strptime('a')
__import__('datetime').datetime.combine(1, 2)
__import__('datetime').datetime.combine(__import__('datetime').date(1,1,1), 2)
__import__('datetime').datetime.combine(__import__('datetime').date(1,1,1))
__import__('datetime').datetime.combine(__import__('datetime').date(1,1,1), __import__('datetime').time(), 5)
__import__('datetime').datetime.now(5)
__import__('datetime').datetime.now(tz='a')
__import__('datetime').datetime(1,1,1).astimezone(5)
__import__('datetime').datetime(1,1,1).replace(1,2,3,4,5,6,7,8,9)
__import__('datetime').datetime(1,1,1).replace(x=1)
__import__('datetime').datetime(1,1,1).replace(year='a')
__import__('datetime').datetime(1,1,1).replace(tzinfo=1)
__import__('datetime').datetime(1,1,1).isoformat(1)
__import__('datetime').datetime(1,1,1).isoformat('ab')
__import__('datetime').datetime(1,1,1).isoformat(timespec='x')
__import__('datetime').datetime(1,1,1).isoformat(timespec=1)
__import__('datetime').time(1).isoformat('x')
__import__('datetime').time(1).isoformat(1)
__import__('datetime').time(1).replace(x=1)
__import__('datetime').time(1).replace('a')
__import__('datetime').date(1,1,1).replace('a')
__import__('datetime').date(1,1,1).replace(x=1)
__import__('datetime').date(1,1,1).strftime()
__import__('datetime').date(1,1,1).strftime(1)
__import__('datetime').date(1,1,1).strftime('%')
__import__('datetime').date(1,1,1).strftime('%Y %y %s'[:5])
__import__('datetime').date(1,1,1).__format__(1)
format(__import__('datetime').date(1,1,1), '%d')
__import__('datetime').time(1).strftime(None)
__import__('datetime').time(1).__format__(None)
__import__('datetime').timezone()
__import__('datetime').timezone(1)
__import__('datetime').timezone(__import__('datetime').timedelta(1))
__import__('datetime').timezone(__import__('datetime').timedelta(hours=1), 5)
__import__('datetime').timezone(__import__('datetime').timedelta(hours=1), 'x', 3)
__import__('datetime').timezone.utc.utcoffset(5)
__import__('datetime').timezone.utc.tzname(5)
__import__('datetime').timezone.utc.dst(5)
__import__('datetime').timezone.utc.fromutc(5)
__import__('datetime').timezone.utc.fromutc(__import__('datetime').datetime(1,1,1))
__import__('datetime').tzinfo().utcoffset(None)
__import__('datetime').tzinfo().fromutc(1)
__import__('datetime').tzinfo().fromutc(__import__('datetime').datetime(1,1,1))
__import__('datetime').date.today(1)
__import__('datetime').date(1,1,1).year.x
__import__('datetime').date(1,1,1).__reduce__(1)
setattr(__import__('datetime').date(1,1,1), 'year', 3)
setattr(__import__('datetime').date(1,1,1), 'foo', 3)
setattr(__import__('datetime').timedelta(1), 'days', 3)
'''

for source in SOURCES.strip().split("\n"):
    try:
        print(source, "|", eval(source))
    except Exception as error:
        print(source, "|", type(error).__name__, error)


import array, decimal, csv, datetime as dt, _string, enum, time
D=decimal.Decimal
for s in ("D(1,2,3)","D(1).quantize()","D(1).quantize(1,2,3,4)","D(1).quantize(x=1)","D(1).sqrt(1,2)","decimal.Context().sqrt()","D(1).adjusted(1)","D(1).compare()","D(1).is_nan(1)","decimal.getcontext(1)","decimal.setcontext()","D.from_float()","D.from_float(1,2)","D(1).fma(1)","D(1).max()","D(1).as_tuple(1)","D(x=1)","array.array('i').append()","array.array('i').append(1,2)","array.array('i').pop(1,2)","array.array('i').insert(1)","array.array('i').index()","array.array('i').tolist(1)","array.array('i',[1],3)","dt.date.fromisoformat()","dt.date.fromisoformat('a',2)","dt.datetime.combine(1,2,3,4)","dt.datetime.combine(x=1)","dt.datetime.now(1,2)","dt.datetime.now(x=1)","dt.datetime.fromtimestamp()","dt.datetime.fromtimestamp(1,2,3)","dt.date.fromtimestamp()","dt.date(1,1,1).replace(1,2,3,4)","dt.date(1,1,1).replace(x=1)","dt.date(1,1,1).isoformat(1)","dt.date(1,1,1).weekday(1)","dt.timedelta(1).total_seconds(1)","dt.date.today(x=1)","dt.datetime(1,1,1).isoformat(1,2,3)","dt.datetime(1,1,1).astimezone(1,2)","dt.datetime(1,1,1).timestamp(1)","dt.timezone.utc.utcoffset()","dt.timezone(dt.timedelta(1),x=1)","dt.date.fromisocalendar(1,2,3,4)","dt.date(1,1,1).strftime(1,2)","dt.datetime.strptime('a','b','c')","dt.datetime.utcnow(1)","dt.tzinfo().fromutc()","dt.time(1).isoformat(1,2)","dt.time(1).replace(1,2,3,4,5,6,7)","dt.time.fromisoformat()","dt.timedelta(1).__reduce__(1)","_string.formatter_parser()", "setattr(dt.date(1,1,1),'day',2)", "delattr(dt.date(1,1,1),'day')", "setattr(dt.datetime(1,1,1),'hour',2)", "setattr(dt.datetime(1,1,1),'year',2)", "setattr(dt.time(1),'fold',2)", "setattr(dt.timedelta(1),'seconds',2)", "setattr(array.array('i'),'typecode','d')", "setattr(D(1), 'real', 3)", "setattr(dt.timezone.utc, 'x', 3)", "dt.datetime(1,1,1).date(1)", "dt.datetime(1,1,1).time(1)", "dt.datetime.fromisoformat()", "dt.datetime(1,1,1).utctimetuple(1)", "dt.date(1,1,1).ctime(1)", "dt.date(1,1,1).timetuple(x=1)", "dt.datetime(1,1,1,year=2)", "dt.timedelta(1, days=2)", "dt.timedelta(hours=1, hour=2)", "dt.time(1, hour=2)", "dt.datetime.fromtimestamp(1, tz=None, x=2)", "dt.datetime.combine(dt.date(1,1,1), dt.time(), dt.timezone.utc, 5)", "dt.datetime.combine(dt.date(1,1,1), date=3)"):
    try: print(s, eval(s))
    except Exception as e: print(s, "|", type(e).__name__, e)
class Sub(dt.date):
    def f(self, a): pass
    def __new__(cls, y, m): return super().__new__(cls, y, m, 1)
for f in (lambda: Sub(1, 2).f(), lambda: Sub(1), lambda: Sub(1, 2), lambda: Sub(1, 2).replace(z=3)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class IE(enum.IntEnum): A = 0; B = 1
print(time.gmtime(IE.B)[:6], time.sleep(IE.A), time.ctime(True))


import array, cmath, time, math
class F(float):
    def __float__(self): return 9.0
    def __index__(self): return 3
class C(complex):
    def __complex__(self): return 5j
class FC(float):
    def __complex__(self): return 5j
class I(int):
    def __index__(self): return 99
    def __int__(self): return 98
    def __float__(self): return 97.0
class X:
    def __index__(self): return 3
class Y:
    def __float__(self): return 2.5
for f in (lambda: array.array("d", [F(4)]), lambda: array.array("f", [F(4)]), lambda: array.array("d", [I(4), X(), Y()]), lambda: array.array("i", [I(4), X()]), lambda: array.array("i", [F(2)]), lambda: cmath.sqrt(F(4)), lambda: cmath.sqrt(C(4)), lambda: cmath.sqrt(FC(4)), lambda: cmath.sqrt(I(4)), lambda: cmath.sqrt(X()), lambda: cmath.phase(F(4)), lambda: cmath.rect(F(1), F(0)), lambda: cmath.isclose(F(1), F(1.0), rel_tol=F(0.5)), lambda: time.gmtime(I(4))[:6], lambda: time.gmtime(F(4))[:6], lambda: time.gmtime(X())[:6], lambda: time.gmtime(Y())[:6], lambda: time.ctime(I(0)), lambda: time.strftime("%Y", time.gmtime(I(1))), lambda: time.asctime((I(2020), 1, 1, 0, 0, 0, 0, 0, 0)), lambda: math.sqrt(F(4)), lambda: math.floor(F(4.5)), lambda: math.gcd(I(4), 6), lambda: math.factorial(I(4)), lambda: math.ldexp(F(1), I(2)), lambda: math.comb(I(4), 2), lambda: complex(F(4)), lambda: complex(F(4), 1), lambda: complex(C(4)), lambda: float(I(4)), lambda: int(I(4)), lambda: float(F(4)), lambda: round(F(4.5)), lambda: divmod(F(4), 3), lambda: F(4) ** 2, lambda: "%d %f %s" % (I(4), F(4), F(4)), lambda: format(F(4)), lambda: f"{F(4):.1f}", lambda: range(I(4)), lambda: [1, 2, 3, 4, 5][I(4)], lambda: "a" * I(2), lambda: time.sleep(F(0)), lambda: hash(F(4)), lambda: F(4) == 4, lambda: sum([F(4), 1]), lambda: math.fsum([F(4)]), lambda: math.dist([F(1)], [F(2)]), lambda: math.hypot(F(3), 4), lambda: math.isclose(F(4), 4), lambda: math.copysign(F(4), -1), lambda: math.prod([F(4), 2]), lambda: __import__("statistics").mean([F(4), F(6)]), lambda: __import__("datetime").timedelta(F(1)), lambda: __import__("datetime").timedelta(I(1)), lambda: __import__("datetime").date(I(4), 1, 1), lambda: __import__("datetime").datetime.utcfromtimestamp(F(4)), lambda: __import__("datetime").datetime.utcfromtimestamp(I(4)), lambda: __import__("decimal").Decimal(F(4)), lambda: __import__("fractions").Fraction(F(4)), lambda: __import__("struct").pack("<d", F(4)), lambda: __import__("struct").pack("<i", I(4)), lambda: __import__("random").Random(I(4)).random(), lambda: __import__("json").dumps([F(4), I(4)]), lambda: __import__("json").dumps({I(4): 1, F(4): 2}), lambda: (4).__pow__(I(2)), lambda: bytes(I(4)), lambda: int.from_bytes(b"a"), lambda: I(4).to_bytes(2), lambda: chr(I(65)), lambda: bin(I(4)), lambda: hex(X()), lambda: memoryview(b"abcdef")[I(4)], lambda: slice(I(1), I(2)).indices(I(4))):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)


for t in (object, int, str, float, complex, bool, list, dict, set, frozenset, bytes, type(None), type, tuple):
    print(t.__format__, t.__dict__.get("__format__"), t.__dict__.get("__contains__"))
class A(int): pass
class B:
    def __format__(self, s): return "B" + s
class C(str):
    def __format__(self, s): return super().__format__(s).upper()
class D(dict):
    def __contains__(self, k): return k == 1 or super().__contains__(k)
print(format(A(5), "03"), format(B(), "x"), f"{C('q'):>4}", 1 in D(), 2 in D(), 3 in D({3: 4}), A(3).__format__("x"), {1}.__contains__(1))
for f in (lambda: (5).__format__(), lambda: (5).__format__(5), lambda: (5).__format__(None), lambda: object().__format__("x"), lambda: {}.__contains__(), lambda: {}.__contains__([]), lambda: set().__contains__([]), lambda: int.__format__("a", ""), lambda: dict.__contains__(5, 1), lambda: "a".__format__(1, 2), lambda: format([], "x"), lambda: format(5, 5), lambda: {1: 2}.__contains__(1, 2), lambda: object.__format__(5, "x"), lambda: set().__contains__({1}), lambda: {frozenset({1})}.__contains__({1})):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
import inspect
print(inspect.signature(int.__format__), inspect.signature(object.__format__), inspect.isroutine(int.__format__), inspect.ismethoddescriptor(int.__format__), int.__format__.__qualname__, int.__format__.__objclass__)
import datetime, decimal, fractions, pathlib
print(datetime.date.__format__.__name__, format(decimal.Decimal("1.5"), ".3f"))
import enum
class E(enum.IntEnum): X = 1
print(format(E.X), f"{E.X:>3}", E.__format__)
import pickle, copyreg
for n in (2**31, -2**31 - 1, "a", None):
    try: object().__reduce_ex__(n)
    except Exception as e: print(type(e).__name__, e)
