"""Searches, replacements, splits and classes of short text beside slow ways to the same."""
import random
random.seed(5)
def naive_find(t,s,a):
    for i in range(a,len(t)-len(s)+1):
        if t[i:i+len(s)]==s: return i
    return -1
for k in range(30000):
    al=random.choice(["ab","abc ","aé€","ab😀,"])
    t="".join(random.choice(al) for _ in range(random.randrange(60)))
    s="".join(random.choice(al) for _ in range(random.randrange(1,5)))
    a=random.randrange(0,5)
    assert t.find(s,a)==naive_find(t,s,a),(t,s,a)
    w=random.choice(["","x","é","long"])
    n=random.choice([-1,-1,1,2,20])
    parts=t.split(s,n)
    assert t.replace(s,w,n)==w.join(parts),(t,s,w,n)
    assert s.join(parts)==t
    if n==-1: assert all(s not in p for p in parts)
    x=t.partition(s); assert "".join(x)==t
    assert list(reversed(t))==list(t)[::-1]
for t in ["","a","1","a1","é1","٣","²","Ⅷ"," ","\t\x1c","\x1f ","ab c","12 "]:
    print(ascii(t),t.isalpha(),t.isalnum(),t.isdecimal(),t.isdigit(),t.isnumeric(),t.isspace())
print("%d %s %s %d"%(-5,-2**62,"é",True), "%s"%(5,), "%d%%"%5, "%s %s"%("a",None))
for bad in (lambda:"%d %d"%(1,), lambda:"%d"%(1,2), lambda:"%d"%("x",), lambda:"%s"%()):
    try: print(bad())
    except TypeError as e: print(e)
