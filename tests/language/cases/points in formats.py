def show(name, f):
    try:
        r = f()
        print(name, '->', repr(r))
    except BaseException as e:
        print(name, '!!', type(e).__name__, e.args)
for v in (1.5, 1e22, 0.0, -0.0, 1e-7, 1e16, 1234567.891, float('inf'), float('nan'), 100.0, 5e-324):
    for spec in ('#.0', '#', '#.1', '#.3', '#.0g', '#g', '#.0f', '#.0e', '#n', '#.0n', '#%', '#.0%', '#,', '#_', '#.0,', '#10', '<#10', '+#', ' #.0', '010', '#010', '.0', '', '.1', '.2', ',', '#.17', '#.20', '.17', '.20', '#G', '#E', '#F', 'z#', 'z#.0', '#x', '#s', '#c', '#d'):
        show('%r %r' % (v, spec), lambda: format(v, spec))
    for v2 in (complex(v, 1), complex(0, v)):
        for spec in ('#.0', '#', '#.1', '.0', '', '#g', '.3', '#.0f', '#,', '#20'):
            show('%r %r' % (v2, spec), lambda: format(v2, spec))
for v in (1, 10**20, True, -5):
    for spec in ('#', '#.0', '#x', '#b', '#o', '#X', '#c', '#d', '#g', '#.0f', '#n', '#,', '#_x', '#e', '#%', '#.3', '#10', '#s', '#010x', '#<10x'):
        show('%r %r' % (v, spec), lambda: format(v, spec))
    for spec in ('%#.0f', '%#.0g', '%#g', '%#.0e', '%#x', '%#o', '%#d', '%#s', '%#r', '%#i', '%#X'):
        show('%r %r' % (v, spec), lambda: spec % v)
for v in (1.5, 1e22, 100.0, 0.0): 
    for spec in ('%#.0f', '%#.0g', '%#g', '%#.0e', '%#.3g', '%#G', '%#E', '%#a'):
        show('%r %r' % (v, spec), lambda: spec % v)
for spec in ('#', '#s', '#10', '#.0', '#10s', '#<10'): show(spec, lambda: format('abc', spec))
