squares = {i: i * i for i in range(1000000)}
print(len(squares), squares[999999])
