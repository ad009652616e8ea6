def count(limit):
    found = 0
    for n in range(2, limit):
        d = 2
        while d * d <= n:
            if n % d == 0:
                break
            d += 1
        else:
            found += 1
    return found


print(count(60000))
