def run():
    total = 0
    for _ in range(20):
        squares = [x * x for x in range(100000) if x & 1]
        total += len(squares) + squares[-1]
        table = {x: str(x) for x in range(10000)}
        total += len(table)
        total += sum(x for x in squares)
    return total


print(run())
