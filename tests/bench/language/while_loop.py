def run():
    i = 0
    total = 0
    while i < 8000000:
        total += i & 7
        i += 1
    return total


print(run())
