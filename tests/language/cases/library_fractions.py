"""fractions, numbers, calendar, reprlib, keyword."""
import calendar, reprlib, keyword, numbers
from fractions import Fraction as F
calendar.prmonth(2024,2); print(calendar.calendar(2023)); print(calendar.HTMLCalendar().formatmonth(2020,1)); print(calendar.HTMLCalendar().formatyearpage(2021)[:900])
print(reprlib.repr(list(range(100))), reprlib.repr('x'*100), reprlib.repr({1:{2:{3:{4:{5:{6:{7:{8:9}}}}}}}}), reprlib.repr(10**100))
print(keyword.kwlist, keyword.iskeyword('if'), keyword.softkwlist)
for c in (numbers.Number,numbers.Complex,numbers.Real,numbers.Rational,numbers.Integral):
    print(c, [isinstance(x,c) for x in (1,True,1.5,1j,F(1,2),'a')], sorted(c.__abstractmethods__))
import itertools
vals=[F(1,2),F(-7,3),F(0),F(10**20,3),3,-2,0,0.5,1e300,float('inf'),float('nan'),1j,True,'x']
import operator
for a,b in itertools.product(vals,vals):
    if not (isinstance(a,F) or isinstance(b,F)): continue
    for op in (operator.add,operator.sub,operator.mul,operator.truediv,operator.floordiv,operator.mod,operator.lt,operator.eq,operator.pow,divmod):
        if op is operator.pow and (abs(b) if not isinstance(b,str) else 0)>100: continue
        try: print(repr(op(a,b)),end=' ')
        except Exception as e: print(type(e).__name__,e,end=' ')
    print()
for s in ['1/2',' -3/4 ','1.5','-.5e2','5.','.','','1/0','1e','1_000/3','1__0','1/-2','0x1','1e-3','+7','3/4.5','٣/4', '1 /2', 'nan', '1.5/2','5.e1','1_','1._5']:
    try: print(s,repr(F(s)))
    except Exception as e: print(type(e).__name__,e)
for args in [(1.5,),(0.1,),(1,2.5),(None,),('1',2),(F(1,2),F(3,4)),(float('nan'),),(1j,),(float('inf'),),([],)]:
    try: print(repr(F(*args)))
    except Exception as e: print(type(e).__name__,e)
x=F('3.1415926535897932')
print(x.limit_denominator(1000),x.limit_denominator(10),x.limit_denominator(1), F(4321,8765).limit_denominator(10000))
for v in (F(5,2),F(-5,2),F(7,3),F(-1,10**30),F(22,7)):
    print(int(v),round(v),round(v,2),round(v,-1),v.__floor__(),v.__ceil__(),hash(v),hash(F(1,2))==hash(.5),float(v),complex(v),abs(v),-v,+v,str(v),bool(v),v.as_integer_ratio())
try: F.from_float('x')
except TypeError as e: print(e)
try: x.limit_denominator(0)
except ValueError as e: print(e)
import copy; print(copy.deepcopy(x)==x, x.__reduce__())
print(sum([F(1,3)]*3), F(1,3)**-2, F(-2,3)**-3, 2**F(1,2), 2.0**F(2), F(1,2)**F(1,2))
