import itertools as I
def show(name, f):
    try:
        r = f()
        print(name, '->', repr(r))
    except BaseException as e:
        print(name, '!!', type(e).__name__, e.args)
for n in (2**44, 2**62, 2**63-1, 2**63, 2**64, 10**30, -1, 6, 5, 0):
    for name in 'combinations', 'permutations', 'combinations_with_replacement':
        for pool in (5, 0, 1):
            if name == 'combinations_with_replacement' and n > 10 and pool: 
                if n >= 2**40: show('%s %d %d' % (name, pool, n), lambda: next(getattr(I, name)(range(pool), n)))
                continue
            show('%s %d %d' % (name, pool, n), lambda: len(list(getattr(I, name)(range(pool), n))))
show('product', lambda: next(I.product(range(5), repeat=2**44)))
show('product', lambda: next(I.product(range(5), repeat=2**63)))
show('product', lambda: next(I.product([], repeat=2**44)))
show('product', lambda: list(I.product(repeat=2**44)))
show('product', lambda: next(I.product(range(5), repeat=-1)))
show('islice', lambda: list(I.islice([1, 2], 2**44)))
show('repeat', lambda: I.repeat(1, 2**44))
show('repeat', lambda: I.repeat(1, 2**64))
show('tee', lambda: I.tee([], 2**44))
show('tee', lambda: I.tee([], 2**64))
show('tee', lambda: I.tee([], -1))
