# Objects whose conversion releases the view, or empties the array, that is being worked on.


class Releasing:
    def __init__(self, view):
        self.view = view

    def __index__(self):
        self.view.release()
        return 1

    def __float__(self):
        self.view.release()
        return 1.0

    def __bool__(self):
        self.view.release()
        return True

    def __eq__(self, other):
        self.view.release()
        return False


def attempt(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, error)


for letter in "bBhHiIlLqQnNfd?":
    view = memoryview(bytearray(64)).cast(letter)
    attempt(lambda: view.__setitem__(0, Releasing(view)))
for letter in "Bd":
    view = memoryview(bytearray(64)).cast(letter)
    attempt(lambda: view[Releasing(view)])
    view = memoryview(bytearray(64)).cast(letter)
    attempt(lambda: view.__setitem__(Releasing(view), 1))
view = memoryview(bytearray(64))
attempt(lambda: view.__setitem__(slice(Releasing(view), None), b"x"))

array = bytearray(b"abc")
del array[3:1:-2 ** 62]
del array[::-2 ** 63 + 1]
del array[2 ** 70::-2 ** 62]
print(array)
del array[:0:-2 ** 62], array[5:1:-7]
print(array)
