for base in (0, 1, 2, 7, -7, 10 ** 18, -(2 ** 63), 2 ** 63 - 1, 2 ** 70):
    for exponent in (0, 1, 2, 3, 10, 64, 10 ** 9, 2 ** 62, 2 ** 65):
        print(base, exponent, [pow(base, exponent, m) for m in (1, 2, 7, 1000, 2 ** 31 - 1, 2 ** 32 - 1, 2 ** 32, 2 ** 61 - 1, 2 ** 64 + 13, -1, -7)])
print(pow(3, -1, 7), pow(True, 2, 5), pow(True, 0, True))
