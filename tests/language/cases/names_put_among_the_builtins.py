# What a program puts among the built-in names dies while print() is still there.
import builtins

class Speaks:
    def __init__(self, name):
        self.name = name
    def __del__(self):
        print("gone:", self.name, len(self.name))

builtins.ring = Speaks("in a ring")
builtins.ring.me = builtins.ring
builtins.plain = Speaks("plain")

def generator():
    try:
        yield 1
    finally:
        print("finally")

builtins.held = generator()
next(builtins.held)
del builtins.plain
class Own: pass
builtins.Own = Own
Own.itself = Own
print("end")
