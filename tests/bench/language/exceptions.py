def check(i):
    if i % 3 == 0:
        raise ValueError(i)
    return i


def run():
    caught = total = 0
    for i in range(600000):
        try:
            total += check(i)
        except ValueError as error:
            caught += error.args[0] & 1
        finally:
            total += 1
    return caught, total


print(run())
