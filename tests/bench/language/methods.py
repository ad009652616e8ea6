class Counter:
    def __init__(self, start):
        self.value = start

    def add(self, amount):
        self.value += amount
        return self

    def get(self):
        return self.value


class Doubling(Counter):
    def add(self, amount):
        return super().add(amount * 2)


def run():
    a, b = Counter(0), Doubling(0)
    for i in range(500000):
        a.add(i).add(1)
        b.add(1)
    made = 0
    for i in range(300000):
        made += Counter(i).get()
    return a.get(), b.get(), made


print(run())
