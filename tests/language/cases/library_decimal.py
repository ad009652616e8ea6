"""decimal: every operation on special and random values, in all roundings."""
from decimal import *
import decimal, random, itertools
def show(f,*a,**k):
    try: print(repr(f(*a,**k)),end=' ')
    except Exception as e: print(type(e).__module__,type(e).__name__,e,end=' ')
D=Decimal
print(getcontext())
print(D(1)/3, D('1.1')+D('2.2'), D(2).sqrt(), D(1).exp(), D(2).ln(), D(2).log10(), D('0.1')*3, D(2)**D('0.5'), D(2)**100, D(2)**-3, D('1e5')**2)
for s in ['','abc','1.5','-1.5e10','1_000','  12 ','inf','-Infinity','nan','snan12','NaN007','.5','5.','1e','1e+5','0e10','-0','٣','0x1','1.2.3','+.0','1E-7','0.000001','0.0000001','-0.00','1e400','12345678901234567890123456789012345']:
    show(D,s); 
    try: print(str(D(s)), D(s).to_eng_string(), D(s).as_tuple(), D(s).adjusted(), D(s).normalize(),end=' ')
    except Exception as e: print(e,end=' ')
    print()
for v in [1.5,0.1,float('inf'),float('nan'),-0.0,(0,(1,2,3),-2),(1,(),'F'),(2,(1,),0),(0,(1,11),0),(0,(1,),'x'),(0,1,2),(0,(1,)),[1,[1,2],3],None,1j,b'1',True,10**50,D(3)]:
    show(D,v)
print()
g=random.Random(3)
vals=[D(0),D('-0'),D(1),D('-1.50'),D('1e-10'),D('123456789012345678901234567.89'),D('inf'),D('-inf'),D('nan'),D('snan'),D('1e999999'),D('1e-999999'),D('7'),D('0.3'),D('-0.0001'),D('100'),D('1E+3'),D('2'),D('0.5')]
ops=['__add__','__sub__','__mul__','__truediv__','__floordiv__','__mod__','__divmod__','__pow__','compare','compare_signal','compare_total','compare_total_mag','max','min','max_mag','min_mag','quantize','remainder_near','same_quantum','copy_sign','__eq__','__lt__','__ge__','next_toward','scaleb','shift','rotate','logical_and']
for traps in (True,False):
  for a in vals[::1 if traps else 3]:
    for b in vals[::2]:
        for op in ops:
            if op=='__pow__' and (abs(a.adjusted())>1000 or abs(b.adjusted())>1000): continue
            getcontext().clear_flags()
            if not traps: getcontext().clear_traps()
            print(op,a,b,end=' '); show(getattr(a,op),b); print([s.__name__ for s in getcontext().flags if getcontext().flags[s]])
for a in vals+[D('4'),D('1e10'),D('0.01'),D('1.000000001'),D('0.99999999'),D('20'),D('-5.5')]:
    for op in ['sqrt','exp','ln','log10','logb','normalize','to_integral_value','to_integral_exact','next_plus','next_minus','number_class','is_normal','is_subnormal','is_zero','is_signed','__int__','__float__','__hash__','__neg__','__abs__','__pos__','__round__','__floor__','__ceil__','__bool__','__complex__','as_integer_ratio','logical_invert','copy_abs','copy_negate','radix','conjugate','__trunc__']:
        if op in('exp',) and abs(a.adjusted())>3 and a.is_finite() and a.adjusted()>0: pass
        if a.is_nan() and op=='__hash__': continue
        if a.is_finite() and abs(a.adjusted())>1000 and op in ('__int__','as_integer_ratio','__floor__','__ceil__','__round__','__trunc__'): continue
        getcontext().clear_flags()
        print(op,a,end=' '); show(getattr(a,op)); print([s.__name__ for s in getcontext().flags if getcontext().flags[s]])
for i in range(60):
    a=D(g.randrange(-10**g.randrange(1,40),10**40)).scaleb(g.randrange(-50,20),Context(prec=99)); b=D(g.randrange(1,10**g.randrange(1,35))).scaleb(g.randrange(-30,20))
    with localcontext() as c:
        c.prec=g.randrange(1,40); c.rounding=g.choice([ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN,ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,ROUND_05UP])
        print(a,b,c.prec)
        for op in ['__add__','__sub__','__mul__','__truediv__','__mod__','__floordiv__','remainder_near','fma']:
            c.clear_flags()
            if op=='fma': show(a.fma,b,a)
            else: show(getattr(a,op),b)
            print([s.__name__ for s in c.flags if c.flags[s]],end=' ')
        for op in ['sqrt','ln','log10','normalize','__pos__']:
            show(getattr(abs(a) if op!='__pos__' else a,op))
        if b<1000: show(b.exp)
        if abs(b)<100 : show(b.__pow__, D(g.randrange(-9,9))); show(b.__pow__,D(g.randrange(-100,100))/D(7))
        print()
specs=['','f','.2f','e','.3e','E','g','.3g','%','.1%',',',',.2f','010','+','<20','>20','^20','*^20.3','=+15','n','z.1f',' ','0=10','015,.2f','.0f','10.4','G','x','.','#','.10','s','F','08,','012,.1f','07,d']
for v in [D('1234567.891'),D('-0.00012'),D('0'),D('-0.04'),D('1e20'),D('inf'),D('nan'),D('1E-10'),D('99.95'),D('0E+5'),D('0E-5'),D(12345678901234567890)]:
    for s in specs: print(s,end=' '); show(format,v,s)
    print()
for e in ['1+1.5','D(1)+1.5','1.5+D(1)','D(1)<1.5','D("0.5")==0.5','D(1)<"a"','D(1)=="a"','D(1)+"a"','D(5)%3','7//D(2)','2**D(3)','pow(D(2),3,5)','round(D("2.675"),2)','round(D("2.5"))','int(D("-3.7"))','sum([D("0.1")]*10)','max(D(1),D(2))','sorted([D(3),1,2.5])','hash(D("0.5"))==hash(0.5)','hash(D(10)**20)==hash(10**20)','D("1.10").as_integer_ratio()','Context(prec=0)','Context(rounding="x")','getcontext().create_decimal("1.23456789012345678901234567890123")','D("1.5").quantize(D("1"),rounding="x")','D(1)/0','D(0)/0','D("1e999999")*10','D.from_float(0.1)','D.from_float("x")','Context(prec=3).divide(1,3)','Context(prec=5).add(D("1.23456"),2)','BasicContext','ExtendedContext','D("3.14").quantize(D(".1"))','D("1e30").quantize(D(".1"))','D(10).is_nan()','isinstance(D(1),__import__("numbers").Number)','__import__("copy").deepcopy(D(1))','D(1).__reduce__()','divmod(D(7),-2)','divmod(-7,D(2))','D("1").real','setcontext(1)','localcontext(1)','Context().power(2,10)','Context().power(2,10,7)','D(2)**D("1e-30")','D("1e-5")**D("0.3")','D(123)**D("12.3")','D("1.0000001")**1000000','D(3)**200','D(10)**D("-5")','Decimal("NaN")==Decimal("NaN")','D("1.0")**5','D("1.0")**-5', 'getcontext().flags','DecimalTuple(1,(2,),3)','D(9).__class__','D(-1).sqrt()','D(-1).ln()','D(0).ln()', 'Context(Emax=5,Emin=-5,prec=3).create_decimal("123456789")']:
    with localcontext(DefaultContext): print(e,end=' '); show(eval,e); print()
print(sorted(n for n in dir(Decimal) if n[:2]!='__' and n[0]!='_'), sorted(n for n in dir(decimal) if n[0]!='_'))

# Every thread and every task has a context of its own; digits beyond what int() reads.
import asyncio, contextvars, pickle, threading
getcontext().prec = 5
def in_thread():
    print(getcontext()); getcontext().prec = 9; print(D(1) / 3)
one = threading.Thread(target=in_thread); one.start(); one.join(); print(D(1) / 3)
async def task(digits):
    with localcontext() as context:
        context.prec = digits; await asyncio.sleep(0); return D(1) / 3
async def tasks(): return await asyncio.gather(task(3), task(4), task(8)), getcontext().prec
print(asyncio.run(tasks()), contextvars.Context().run(lambda: getcontext().prec), [one.name for one in contextvars.copy_context()])
print(InvalidOperation, Context.exp.__name__, Context.__module__, getcontext.__name__, pickle.loads(pickle.dumps((InvalidOperation, getcontext()))))
getcontext().prec = 6000
print(hash(D(2).exp()), hash(D(2).ln()), hash(D(3) ** D('0.5')))
