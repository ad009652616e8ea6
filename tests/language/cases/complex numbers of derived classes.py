# Whose value complex() takes: only its first argument is asked for __complex__.
class C(complex):
    def __complex__(self): print("asked"); return 9j
class F(float):
    def __float__(self): print("float"); return 7.0
class D(complex): pass
for text in "complex(1, C(2)) complex(C(2), 1) complex(C(1), C(2)) complex(1, F(2)) complex(F(1), F(2)) complex(D(1j), D(2j)) complex(C(3)) complex(1, D(2)) complex(imag=C(2)) complex(real=C(2)) C(2)+1 abs(C(3))".split():
    try: print(text, eval(text))
    except Exception as e: print(text, type(e).__name__, e)
