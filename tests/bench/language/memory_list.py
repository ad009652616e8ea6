numbers = [i * 1000 for i in range(1000000)]
print(len(numbers), numbers[-1])
