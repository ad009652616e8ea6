import decimal
from decimal import *
def show(name, f):
    try:
        r = f()
        print(name, '->', repr(r)[:200])
    except BaseException as e:
        print(name, '!!', type(e).__name__, [str(a)[:100] for a in e.args])
M = MAX_PREC
c = Context(prec=M, Emax=MAX_EMAX, Emin=MIN_EMIN)
c2 = Context(prec=M)
for ctx in (c, c2):
  with localcontext(ctx):
    for a in ('7', '1E+20', '-7.5', '0', 'inf', '123456789012345678901234567890'):
        for b in ('2', '3', '0', '-2.25', '1e5'):
            A, B = Decimal(a), Decimal(b)
            for op in ('//', '%', '+', '-', '*'):
                show(f'{a} {op} {b}', lambda: eval('A %s B' % op, {'A': A, 'B': B}))
            show(f'divmod {a} {b}', lambda: divmod(A, B))
            show(f'rn {a} {b}', lambda: A.remainder_near(B))
            show(f'cmp {a} {b}', lambda: (A.compare(B), A.max(B), A < B))
            show(f'quant {a} {b}', lambda: A.quantize(B))
        show(f'neg {a}', lambda: (-A, +A, abs(A)))
        show(f'int {a}', lambda: A.to_integral_value())
        show(f'norm {a}', lambda: A.normalize())
        show(f'logb {a}', lambda: A.logb())
        show(f'scaleb {a}', lambda: A.scaleb(2))
        show(f'next {a}', lambda: A.same_quantum(B))
        show(f'fma {a}', lambda: A.fma(B, 1))
        show(f'pow {a}', lambda: A ** 2)
        show(f'powmod {a}', lambda: pow(A, 2, 7))
        show(f'sqrt {a}', lambda: Decimal(4).sqrt())
        show(f'div {a}', lambda: A / 2)
        show(f'div {a}', lambda: Decimal(1) / 3)
        show(f'sqrt2 {a}', lambda: Decimal(2).sqrt())
        show(f'exp {a}', lambda: Decimal(0).exp())
        show(f'exp {a}', lambda: Decimal(1).exp())
        show(f'ln {a}', lambda: Decimal(1).ln())
        show(f'log10 {a}', lambda: Decimal(1000).log10())
        show(f'and {a}', lambda: Decimal(11).logical_and(Decimal(101)))
        show(f'next {a}', lambda: A.next_plus())
        show(f'shift {a}', lambda: A.shift(2))
        show(f'rot {a}', lambda: A.rotate(2))
        show(f'create {a}', lambda: ctx.create_decimal(a))
        show(f'cfloat {a}', lambda: ctx.create_decimal_from_float(0.1))
        show(f'sum {a}', lambda: sum([A, A]))
        show(f'ctx {a}', lambda: (ctx.divide_int(A, 3), ctx.remainder(A, 3), ctx.divmod(A, 3)))
        show(f'hash {a}', lambda: hash(Decimal('1e5')))
        show(f'cmp tot {a}', lambda: A.compare_total(Decimal(2)))
        show(f'fmt {a}', lambda: format(Decimal(a), '.2f'))
