"""pdb over the standard input: the dialogue of programs that stop themselves, that are run by the debugger, and after errors."""
import os
import re
import subprocess
import sys
import tempfile

PROGRAMS = {
    "steps": ('''\
def inner(x, *rest, k=1, **more):
    y = x * 2
    for i in range(3):
        y += i
    return y

def numbers():
    yield 1
    yield 2

def outer(a):
    b = inner(a, 5, k=3)
    total = 0
    for v in numbers():
        total += v
    return b + total

breakpoint()
print('start')
z = outer(4)
print(z)
w = [inner(i) for i in range(2)]
print(w)
''', ["n n n n c", "s s s s s s a w u l d r n n s s s n n n n n n n c",
      "b inner;b 14;tbreak outer;b;c;w;c;p x;pp rest;a;c;b;cl 1;c;c;q", "b 3, x == 0;c;p y;unt;unt;unt 5;r;rv;c",
      "tbreak 15;c;!total = 100;total += 1;n;p total;c;c", "commands 1;b inner;commands 1;silent;p x;c;end;c;c",
      "b inner;ignore 1 1;c;p x;disable 1;c", "", "l;l 1,3;l 4;l;ll;n;;n;;p 3;x y;alias pp2 pp %1, %2;pp2 3 4;alias;q"]),
    "errors": ('''\
import pdb
def f(n):
    if n == 0:
        raise ValueError('zero')
    r = f(n - 1)
    return r
class K:
    "doc"
    def m(self, a):
        q = a + 1
        return q
try:
    f(2)
except ValueError as e:
    pdb.post_mortem(e.__traceback__)
print('after')
try:
    pdb.post_mortem()
except ValueError as e:
    print('handled')
def g(t=0):
    k = K()
    for i in range(4):
        t += k.m(i)
    return t
print(pdb.runcall(g))
print(pdb.runeval('g() + 1'))
pdb.set_trace(header='here')
g(1)
''', ["w;u;l;ll;l 1,3;l 4;l;l;l .;l x;whatis f;whatis 3;whatis K;whatis K().m;source f;source 3;p n;p nope;pp {'a': list(range(30))};q;c;c",
      "n = 5;n;!n;x y;up 2;u;u;d;d 5;d;d;u z;rv;alias pn p n;alias;pn;alias px p %1;px 33;pn ;; p 4;unalias pn;q;c;c;c",
      "display n;display;undisplay n;undisplay n;undisplay q;h nothing;b;b nofile:3;b 4000;b 1000 , x;b K.m;b K.m, a == 2;b f, n == 1;"
      "ignore 1 2;condition 2;condition 2 a == 3;condition 9;disable 1;enable 1 2;enable x;b;tbreak 10;cl 9;clear b.py:x;until 3;retval;;"
      "q;c;c;c;c;c;c", "c;s;s;s;n;b K.m;c;a;r;rv;s;n;until;until 24;commands 1;silent;p a;c;end;c;c;cl;y;b;c;c",
      "q;c;s;s;s;display t;n;n;n;n;n;debug g(5);n;n;c;q;c", "q;n;n;n;interact;t = 7;t + 1;for x in 1, 2:;  print(x);;q"]),
    "other frames": ('''\
import pdb
def f(n):
    a = n
    def inner():
        nonlocal a
        a += 1
        c = a
        return c
    v = inner()
    w = v + a + n
    return w
pdb.Pdb(skip=['nothing*'], nosigint=True).set_trace()
print(f(1))
def rec(k):
    if k:
        return rec(k - 1)
    breakpoint()
    return 'bottom'
print(rec(2))
async def other():
    y = 2
    return y
async def co():
    x = 1
    await other()
    return x
def drive():
    return list(co().__await__())
pdb.runcall(drive)
def raises():
    x = {}
    return x['k']
try:
    pdb.runcall(raises)
except KeyError as e:
    print('out', repr(e))
try:
    pdb.run('1 +')
except SyntaxError as e:
    print(e.msg)
x = 3
breakpoint()
print(x)
print(x)
''', ["s s s s s s s s s r n p;w c b;18 c w u;p k;d c n n n n n c n n n;x = 5;p x;c".replace(";", " "),
      "s;s;s;n = 50;n;!a = 7;n;s;s;s;!a = 100;s;s;r;n;p w;c;w;u;u;p k;d;n;n;n;n;c;s;s;s;s;s;s;s;s;c;s;s;s;s;s;s;c;x = 5;n;n;n;x;q"]),
}


def settled(text, file):
    "Without what differs by nature: where the debugger itself lies, and how its own frames look."
    text = text.replace(file, "FILE")
    text = re.sub(r"0x[0-9a-f]+", "ADDRESS", text)
    text = re.sub(r"(/usr/lib/python3\.\d+/bdb\.py|<frozen bdb>)\(\d+\)\w+\(\)(->None)?(\n-> .*)?", "DEBUGGER", text)
    return re.sub(r'  File "(/usr/lib/python3\.\d+/bdb\.py|<frozen bdb>)", line \d+, in \w+\n(    .*\n)*', "", text)


with tempfile.TemporaryDirectory() as folder:
    for name, (text, talks) in PROGRAMS.items():
        file = os.path.join(folder, name.replace(" ", "_") + ".py")
        with open(file, "w") as target:
            target.write(text)
        for talk in talks:
            commands = talk.split(";") if ";" in talk else talk.split()
            done = subprocess.run([sys.executable, file], input="".join(c + "\n" for c in commands), cwd=folder,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            print("=====", name, commands)
            print(settled(done.stdout, file))

import pdb
import bdb
import io
out = io.StringIO()
debugger = pdb.Pdb(stdin=io.StringIO("p 3\nh\nn\nc\n"), stdout=out)
debugger.run("a = 1\nb = 2")
print(out.getvalue())
print(sorted(name for name in dir(pdb.Pdb) if name.startswith("do_")))
print(bdb.Breakpoint.bpbynumber, pdb.__all__, bdb.__all__, issubclass(pdb.Pdb, bdb.Bdb), bdb.BdbQuit.__mro__)


class Tracer(bdb.Bdb):
    def user_call(self, frame, arguments):
        print("call", frame.f_code.co_name)

    def user_line(self, frame):
        print("line", frame.f_code.co_name, frame.f_lineno - frame.f_code.co_firstlineno)

    def user_return(self, frame, value):
        print("return", frame.f_code.co_name, value)

    def user_exception(self, frame, information):
        print("exception", frame.f_code.co_name, information[1])
        self.set_continue()


def work(n):
    def part():
        return n
    return part() / 0


tracer = Tracer()
try:
    tracer.runcall(work, 3)
except ZeroDivisionError as error:
    print(error)
print(tracer.set_break(__file__, 10 ** 6) == "Line %s:1000000 does not exist" % tracer.canonic(__file__), tracer.get_all_breaks(),
      tracer.clear_all_breaks(), tracer.clear_break("x", 1) == "There are no breakpoints in " + tracer.canonic("x"))
for wrong in "", "x", "1":
    try:
        tracer.get_bpbynumber(wrong)
    except ValueError as error:
        print(error)
