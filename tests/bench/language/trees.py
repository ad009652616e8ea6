class Node:
    def __init__(self, left, right):
        self.left = left
        self.right = right


def make(depth):
    return Node(make(depth - 1), make(depth - 1)) if depth else Node(None, None)


def count(node):
    return 1 + count(node.left) + count(node.right) if node.left else 1


def queens(n, row=0, columns=0, up=0, down=0):
    if row == n:
        return 1
    total = 0
    for column in range(n):
        bit = 1 << column
        if not (columns & bit or up & (1 << row + column) or down & (1 << row - column + n)):
            total += queens(n, row + 1, columns | bit, up | (1 << row + column), down | (1 << row - column + n))
    return total


def permutations(items):
    if len(items) <= 1:
        yield items
        return
    for i in range(len(items)):
        for rest in permutations(items[:i] + items[i + 1:]):
            yield [items[i]] + rest


def run():
    total = sum(count(make(12)) for _ in range(30))
    found = sum(1 for p in permutations(list(range(7))) if p[0] < p[-1])
    return total, queens(8), found


print(run())
