# What still hangs in __main__ is finalized at the end, also a generator that has handled an exception.
import gc


def numbers(name):
    try:
        while True:
            try:
                yield name
            except ValueError:
                print(name, "handled")
    finally:
        print(name, "over")


def ring():
    held = {}
    held["generator"] = numbers("ring")
    held["own"] = lambda: held
    next(held["generator"])
    held["generator"].throw(ValueError())


ring()
gc.collect()
left = numbers("left")
next(left)
left.throw(ValueError())
print("end")
