class Point:
    dimensions = 2

    def __init__(self, x, y):
        self.x = x
        self.y = y
        self.visits = 0

    @property
    def length(self):
        return self.x * self.x + self.y * self.y

    def __add__(self, other):
        return Point(self.x + other.x, self.y + other.y)

    def __eq__(self, other):
        return isinstance(other, Point) and self.x == other.x and self.y == other.y


class Cell:
    __slots__ = ("left", "right", "value")

    def __init__(self, value):
        self.value = value
        self.left = self.right = None


def insert(root, value):
    while True:
        if value < root.value:
            if root.left is None:
                root.left = Cell(value)
                return
            root = root.left
        else:
            if root.right is None:
                root.right = Cell(value)
                return
            root = root.right


def depth(cell):
    return 0 if cell is None else 1 + max(depth(cell.left), depth(cell.right))


def run():
    total = Point(0, 0)
    step = Point(1, 2)
    for i in range(200000):
        total = total + step
        total.visits += 1
        step.visits += Point.dimensions
        if total == step:
            step.visits -= 1
    lengths = sum(Point(i, 1).length for i in range(150000))
    root = Cell(0)
    value = 1
    for _ in range(20000):
        value = value * 16807 % 2147483647
        insert(root, value - 1000000000)
    return total.x, total.y, step.visits, lengths, depth(root)


print(run())
