def run():
    a, b = 0, 1
    for _ in range(20000):
        a, b = b, a + b
    factorial = 1
    for i in range(1, 3000):
        factorial *= i
    power = pow(3, 20000) % (10 ** 50)
    return a % 10 ** 20, factorial % (10 ** 9 + 7), power, len(str(factorial >> 20000))


print(run())
