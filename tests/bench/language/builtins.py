def run():
    numbers = list(range(1000))
    floats = [n / 3 for n in numbers]
    total = 0
    for _ in range(150):
        total += sum(numbers) + int(sum(floats)) + max(numbers) + min(numbers) + len(numbers)
        total += sum(n * n for n in numbers)
        total += sum(a * b for a, b in zip(numbers, numbers))
        for i, n in enumerate(numbers):
            total += i - n
        for a, b, c in zip(numbers, floats, numbers):
            total += a - c
        total += sum(map(abs, numbers)) + len(list(map(lambda n: n + 1, numbers)))
        total += len(list(filter(lambda n: n % 3, numbers)))
        total += any(n > 998 for n in numbers) + all(n >= 0 for n in numbers)
        total += max(numbers, key=lambda n: -n) + len(sorted(numbers, reverse=True))
        total += len(dict(zip(numbers, floats))) + len(set(numbers)) + len(tuple(reversed(numbers)))
    for i in range(150000):
        total += abs(-i) + min(i, 5) + max(i, 7) + len(numbers) + int(i / 2) + round(i / 3) + divmod(i, 7)[1]
        total += isinstance(i, int) + bool(i) + pow(i, 2) + ord("a") + len(str(i)) + int("12") + int(float("1.5"))
    return total


print(run())
