"""Gamma functions to the last digit; what deques and archives say."""
import math, random
random.seed(1)
print([math.gamma(random.uniform(-170,171)) for i in range(300)],[math.lgamma(random.uniform(-1e3,1e4)) for i in range(300)],[math.gamma(random.uniform(-3,3)) for i in range(300)],[math.lgamma(random.uniform(-3,5)) for i in range(300)], [math.gamma(x) for x in range(1,170)], [math.lgamma(x) for x in range(1,200)])
for f in (math.gamma,math.lgamma):
    for x in (0,-0.0,-1,-2,172,1e300,float("inf"),float("-inf"),float("nan"),1e-300,5e-324,-1e-21,-200.5,-300.5,171.6,171.7,1e306,2.5e305,-1e10-.5):
        try: print(f(x))
        except Exception as e: print(type(e).__name__,e)
import collections
d = collections.deque([1, 2])
for call in (lambda: d.remove(9), lambda: d.index(9)):
    try:
        call()
    except ValueError as e:
        print(e)
import os
import shutil
import tempfile
import zipfile
with tempfile.TemporaryDirectory() as folder:
    os.makedirs(os.path.join(folder, "in", "sub", "deep"))
    for name in ("a.txt", "sub/b.txt"):
        with open(os.path.join(folder, "in", name), "w") as file:
            file.write(name * 3)
    made = shutil.make_archive(os.path.join(folder, "out"), "zip", os.path.join(folder, "in"))
    print(os.path.basename(made), sorted(zipfile.ZipFile(made).namelist()))
    made = shutil.make_archive(os.path.join(folder, "out2"), "zip", folder, "in")
    print(os.path.basename(made), sorted(zipfile.ZipFile(made).namelist()))
    shutil.unpack_archive(made, os.path.join(folder, "again"))
    print(open(os.path.join(folder, "again", "in", "sub", "b.txt")).read())
