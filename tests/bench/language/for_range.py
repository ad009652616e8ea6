def run():
    total = 0
    for i in range(8000000):
        total += i
        if i % 3 == 0:
            total -= 1
    return total


print(run())
