from collections import OrderedDict
d = OrderedDict((k, k) for k in 'abcde')
try:
    for k in d:
        del d[k]; d[k] = 1
except RuntimeError as e: print(e)
print(list(d))
try:
    for k in d: d['z'] = 1
except RuntimeError as e: print(e)
for k in d: d[k] = 5
print(d)
it = iter(d)
next(it)
d.move_to_end('b')
try: print(list(it))
except RuntimeError as e: print(e)
print(list(reversed(d)))
try:
    for k in d: d.clear()
except RuntimeError as e: print(e)
