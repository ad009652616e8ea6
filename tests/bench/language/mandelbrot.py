def mandelbrot(width, height, limit):
    total = 0
    for y in range(height):
        ci = 2.0 * y / height - 1.0
        for x in range(width):
            cr = 3.0 * x / width - 2.0
            zr = zi = 0.0
            n = 0
            while n < limit and zr * zr + zi * zi <= 4.0:
                zr, zi = zr * zr - zi * zi + cr, 2.0 * zr * zi + ci
                n += 1
            total += n
    return total


print(mandelbrot(240, 160, 100))
