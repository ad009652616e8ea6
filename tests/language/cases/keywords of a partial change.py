from functools import partial
def f(**k): return sorted(k.items())
p = partial(f, a=1)
print(p(), p())
p.keywords['b'] = 2
print(p(), p())
del p.keywords['a']
print(p(), p())
p.keywords.clear()
print(p())
