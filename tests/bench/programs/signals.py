"""Images, filters, spectra, interpolation, geometry."""
import numpy as np
from catalogue import program


@program(small=40, medium=256, large=1024, access="whole")
def sobel_edges(n):
    return np.random.RandomState(80).rand(n, n),
@sobel_edges.body
def _(image):
    across = (image[:-2, 2:] + 2 * image[1:-1, 2:] + image[2:, 2:]
              - image[:-2, :-2] - 2 * image[1:-1, :-2] - image[2:, :-2])
    down = (image[2:, :-2] + 2 * image[2:, 1:-1] + image[2:, 2:]
            - image[:-2, :-2] - 2 * image[:-2, 1:-1] - image[:-2, 2:])
    size = np.hypot(across, down)
    return size > size.mean(), size


@program(small=16, medium=40, large=90, access="elements")
def box_blur_by_elements(n):
    return np.random.RandomState(81).rand(n, n),
@box_blur_by_elements.body
def _(image):
    out = image.copy()
    for i in range(1, image.shape[0] - 1):
        for j in range(1, image.shape[1] - 1):
            total = 0.0
            for di in (-1, 0, 1):
                for dj in (-1, 0, 1):
                    total += image[i + di, j + dj]
            out[i, j] = total / 9
    return out


@program(small=(30, 7), medium=(200, 9), large=(1000, 11), access="slices")
def separable_blur(size):
    n, width = size
    weights = np.exp(-0.5 * (np.arange(width) - width // 2) ** 2 / 4)
    return np.random.RandomState(82).rand(n, n), weights / weights.sum()
@separable_blur.body
def _(image, weights):
    half = len(weights) // 2
    padded = np.pad(image, half, mode="edge")
    rows = np.zeros((padded.shape[0], image.shape[1]))
    for k in range(len(weights)):
        rows += weights[k] * padded[:, k:k + image.shape[1]]
    out = np.zeros_like(image)
    for k in range(len(weights)):
        out += weights[k] * rows[k:k + image.shape[0]]
    return out


@program(small=30, medium=150, large=600, access="slices")
def median_of_nine(n):
    return np.random.RandomState(83).rand(n, n),
@median_of_nine.body
def _(image):
    n, m = image.shape
    stack = np.stack([image[i:n - 2 + i, j:m - 2 + j] for i in range(3) for j in range(3)])
    return np.median(stack, axis=0)


@program(small=32, medium=256, large=1024, access="whole")
def colours_to_grey_and_back(n):
    return np.random.RandomState(84).randint(0, 256, (n, n, 3)).astype(np.uint8),
@colours_to_grey_and_back.body
def _(image):
    grey = np.round(image @ np.array([0.299, 0.587, 0.114]), 6)
    counts, _ = np.histogram(grey, bins=256, range=(0, 256))
    table = np.cumsum(counts) / grey.size * 255
    equal = table[grey.astype(np.uint8)]
    return equal.astype(np.uint8), np.clip(image * 1.3 - 20, 0, 255).astype(np.uint8)


@program(small=32, medium=128, large=512, access="whole")
def spectral_poisson(n):
    return np.random.RandomState(85).rand(n, n),
@spectral_poisson.body
def _(source):
    n = len(source)
    waves = 2 * np.pi * np.fft.fftfreq(n) * n
    square = waves[:, None] ** 2 + waves[None] ** 2
    square[0, 0] = 1
    spectrum = np.fft.fft2(source - source.mean()) / -square
    spectrum[0, 0] = 0
    return np.real(np.fft.ifft2(spectrum))


@program(small=(64, 50), medium=(256, 100), large=(2048, 100), access="whole")
def split_step_wave(size):
    n, steps = size
    x = np.linspace(-10, 10, n, endpoint=False)
    return x, steps
@split_step_wave.body
def _(x, steps):
    waves = 2 * np.pi * np.fft.fftfreq(len(x), x[1] - x[0])
    psi = np.exp(-(x + 3) ** 2 + 2j * x)
    half = np.exp(-0.5j * 0.01 * 0.5 * x ** 2)
    kinetic = np.exp(-0.5j * 0.01 * waves ** 2)
    for _ in range(steps):
        psi = half * np.fft.ifft(kinetic * np.fft.fft(half * psi))
    return np.abs(psi) ** 2


@program(small=16, medium=48, large=128, access="elements")
def fourier_by_elements(n):
    return np.random.RandomState(86).rand(n),
@fourier_by_elements.body
def _(signal):
    n = len(signal)
    out = np.zeros(n, dtype=complex)
    for k in range(n):
        for t in range(n):
            out[k] += signal[t] * np.exp(-2j * np.pi * k * t / n)
    return out


@program(small=100, medium=2000, large=30000, access="elements")
def difference_equation(n):
    return np.random.RandomState(87).randn(n), np.array([0.2, 0.3, 0.2]), np.array([0.5, -0.2])
@difference_equation.body
def _(signal, forward, feedback):
    out = np.zeros_like(signal)
    for i in range(2, len(signal)):
        out[i] = (forward[0] * signal[i] + forward[1] * signal[i - 1] + forward[2] * signal[i - 2]
                  + feedback[0] * out[i - 1] + feedback[1] * out[i - 2])
    return out


@program(small=40, medium=300, large=1200, access="whole")
def bilinear_zoom(n):
    return np.random.RandomState(88).rand(n, n),
@bilinear_zoom.body
def _(image):
    n = len(image)
    places = np.linspace(0, n - 1.000001, int(1.5 * n))
    low = places.astype(int)
    part = places - low
    top = image[low][:, low] * (1 - part) + image[low][:, low + 1] * part
    bottom = image[low + 1][:, low] * (1 - part) + image[low + 1][:, low + 1] * part
    return top * (1 - part[:, None]) + bottom * part[:, None]


@program(small=50, medium=300, large=1500, access="slices")
def points_in_polygon(n):
    generator = np.random.RandomState(89)
    angles = np.sort(generator.rand(n // 5) * 2 * np.pi)
    radius = 0.5 + 0.4 * generator.rand(n // 5)
    return np.stack([radius * np.cos(angles), radius * np.sin(angles)], 1), generator.uniform(-1, 1, (10 * n, 2))
@points_in_polygon.body
def _(polygon, points):
    x, y = points.T
    inside = np.zeros(len(points), dtype=bool)
    for (x1, y1), (x2, y2) in zip(polygon, np.roll(polygon, -1, axis=0)):
        crosses = (y1 > y) != (y2 > y)
        inside ^= crosses & (x < (x2 - x1) * (y - y1) / (y2 - y1 + 1e-300) + x1)
    return inside


@program(small=100, medium=1000, large=10000, access="elements")
def trapezoids_and_roots(n):
    return np.linspace(0.0, 3.0, n), np.linspace(0.5, 4.0, n // 10)
@trapezoids_and_roots.body
def _(x, targets):
    area = np.zeros_like(x)
    for i in range(1, len(x)):
        area[i] = area[i - 1] + 0.5 * (x[i] - x[i - 1]) * (np.exp(-x[i] ** 2) + np.exp(-x[i - 1] ** 2))
    roots = np.empty_like(targets)
    for k in range(len(targets)):
        guess = targets[k]
        for _ in range(8):
            guess -= (guess ** 3 - targets[k]) / (3 * guess ** 2)
        roots[k] = guess
    return area, roots
