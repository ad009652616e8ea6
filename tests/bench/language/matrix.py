def multiply(a, b):
    n, m, p = len(a), len(b), len(b[0])
    result = [[0.0] * p for _ in range(n)]
    for i in range(n):
        for j in range(p):
            s = 0.0
            for k in range(m):
                s += a[i][k] * b[k][j]
            result[i][j] = s
    return result


def transpose(a):
    return [list(row) for row in zip(*a)]


def life(grid):
    rows, columns = len(grid), len(grid[0])
    new = [[0] * columns for _ in range(rows)]
    for r in range(rows):
        for c in range(columns):
            around = 0
            for dr in (-1, 0, 1):
                for dc in (-1, 0, 1):
                    if dr or dc:
                        around += grid[(r + dr) % rows][(c + dc) % columns]
            new[r][c] = 1 if around == 3 or (grid[r][c] and around == 2) else 0
    return new


def distance(a, b):
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(len(a) + 1):
        table[i][0] = i
    for j in range(len(b) + 1):
        table[0][j] = j
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            cost = 0 if a[i - 1] == b[j - 1] else 1
            table[i][j] = min(table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + cost)
    return table[-1][-1]


def run():
    n = 90
    a = [[(i * j) % 7 + 0.5 for j in range(n)] for i in range(n)]
    b = multiply(a, transpose(a))
    product = [[sum(x * y for x, y in zip(row, column)) for column in zip(*a)] for row in a]
    grid = [[(i * 3 + j * 5) % 4 == 0 for j in range(60)] for i in range(60)]
    for _ in range(12):
        grid = life(grid)
    return sum(map(sum, b)), sum(map(sum, product)), sum(map(sum, grid)), distance("kitten sitting" * 12, "sitting kitten" * 12)


print(run())
