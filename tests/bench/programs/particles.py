"""Particles, chance, fractals, orbits and prices."""
import numpy as np
from catalogue import program


@program(small=(20, 10), medium=(100, 10), large=(600, 4), access="whole")
def bodies_by_broadcasting(size):
    n, steps = size
    generator = np.random.RandomState(50)
    return generator.rand(n, 3), generator.rand(n), steps
@bodies_by_broadcasting.body
def _(places, masses, steps):
    places = places.copy()
    speeds = np.zeros_like(places)
    for _ in range(steps):
        apart = places[None, :, :] - places[:, None, :]
        inverse = ((apart ** 2).sum(axis=-1) + 0.01) ** -1.5
        speeds += 0.001 * (apart * (inverse * masses)[:, :, None]).sum(axis=1)
        places += 0.001 * speeds
    return places, speeds


@program(small=(8, 3), medium=(20, 5), large=(40, 5), access="elements")
def bodies_by_elements(size):
    n, steps = size
    generator = np.random.RandomState(51)
    return generator.rand(n, 3), steps
@bodies_by_elements.body
def _(start, steps):
    places, speeds = start.copy(), np.zeros_like(start)
    n = len(places)
    for _ in range(steps):
        for i in range(n):
            for j in range(n):
                if i != j:
                    dx = places[j, 0] - places[i, 0]
                    dy = places[j, 1] - places[i, 1]
                    dz = places[j, 2] - places[i, 2]
                    inverse = (dx * dx + dy * dy + dz * dz + 0.01) ** -1.5
                    speeds[i, 0] += 0.001 * dx * inverse
                    speeds[i, 1] += 0.001 * dy * inverse
                    speeds[i, 2] += 0.001 * dz * inverse
        places += 0.001 * speeds
    return places


@program(small=(30, 5), medium=(150, 5), large=(500, 5), access="slices")
def lennard_jones(size):
    n, steps = size
    side = int(np.ceil(n ** (1 / 3)))
    grid = np.stack(np.meshgrid(*[np.arange(side)] * 3), -1).reshape(-1, 3)[:n]
    return grid * 1.2, steps
@lennard_jones.body
def _(start, steps):
    places = start.astype(float)
    speeds = np.zeros_like(places)
    energy = 0.0
    for _ in range(steps):
        forces = np.zeros_like(places)
        energy = 0.0
        for i in range(len(places) - 1):
            apart = places[i + 1:] - places[i]
            square = (apart * apart).sum(axis=1)
            sixth = square ** -3
            energy += np.sum(4 * sixth * (sixth - 1))
            push = (48 * sixth * (sixth - 0.5) / square)[:, None] * apart
            forces[i + 1:] += push
            forces[i] -= push.sum(axis=0)
        speeds += 0.0005 * forces
        places += 0.0005 * speeds
    return energy, places


@program(small=2000, medium=100000, large=3000000, access="whole")
def pi_by_chance(n):
    return n,
@pi_by_chance.body
def _(n):
    generator = np.random.RandomState(52)
    x, y = generator.rand(n), generator.rand(n)
    return 4 * np.count_nonzero(x * x + y * y < 1) / n


@program(small=(1000, 20), medium=(20000, 50), large=(200000, 50), access="slices")
def asian_option(size):
    paths, steps = size
    return np.random.RandomState(53).randn(steps, paths),
@asian_option.body
def _(shocks):
    price = np.full(shocks.shape[1], 100.0)
    total = np.zeros_like(price)
    step = 1.0 / len(shocks)
    for shock in shocks:
        price *= np.exp((0.03 - 0.5 * 0.04) * step + 0.2 * np.sqrt(step) * shock)
        total += price
    return np.exp(-0.03) * np.maximum(total / len(shocks) - 100.0, 0).mean()


@program(small=1000, medium=50000, large=1000000, access="whole")
def black_scholes(n):
    generator = np.random.RandomState(54)
    return generator.uniform(50, 150, n), generator.uniform(50, 150, n), generator.uniform(0.1, 2, n)
@black_scholes.body
def _(spot, strike, years):
    def normal(x):
        t = 1 / (1 + 0.2316419 * np.abs(x))
        tail = t * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
        tail = tail * np.exp(-0.5 * x * x) / np.sqrt(2 * np.pi)
        return np.where(x >= 0, 1 - tail, tail)
    root = 0.25 * np.sqrt(years)
    first = (np.log(spot / strike) + (0.02 + 0.03125) * years) / root
    call = spot * normal(first) - strike * np.exp(-0.02 * years) * normal(first - root)
    return call, call - spot + strike * np.exp(-0.02 * years)


@program(small=50, medium=300, large=1000, access="slices")
def binomial_option(n):
    return n,
@binomial_option.body
def _(n):
    step = 1.0 / n
    up = np.exp(0.2 * np.sqrt(step))
    chance = (np.exp(0.03 * step) - 1 / up) / (up - 1 / up)
    prices = 100 * up ** np.arange(-n, n + 1, 2.0)
    values = np.maximum(100 - prices, 0)
    for level in range(n, 0, -1):
        prices = prices[1:] / up
        values = np.exp(-0.03 * step) * (chance * values[1:] + (1 - chance) * values[:-1])
        values = np.maximum(values, 100 - prices)
    return values[0]


@program(small=(40, 50), medium=(200, 100), large=(600, 100), access="whole")
def mandelbrot_with_masks(size):
    n, limit = size
    y, x = np.ogrid[-1.2:1.2:n * 1j, -2:0.6:n * 1j]
    return x + 1j * y, limit
@mandelbrot_with_masks.body
def _(c, limit):
    z = np.zeros_like(c)
    counts = np.zeros(c.shape, dtype=np.int64)
    for step in range(limit):
        inside = np.abs(z) <= 2
        z[inside] = z[inside] ** 2 + c[inside]
        counts[inside] = step
    return counts


@program(small=(10, 30), medium=(30, 50), large=(80, 50), access="elements")
def mandelbrot_by_elements(size):
    n, limit = size
    return np.linspace(-2, 0.6, n), np.linspace(-1.2, 1.2, n), limit
@mandelbrot_by_elements.body
def _(real, imaginary, limit):
    counts = np.zeros((len(imaginary), len(real)), dtype=np.int32)
    for i in range(len(imaginary)):
        for j in range(len(real)):
            a, b = real[j], imaginary[i]
            x = y = 0.0
            for step in range(limit):
                if x * x + y * y > 4:
                    break
                x, y = x * x - y * y + a, 2 * x * y + b
            counts[i, j] = step
    return counts


@program(small=(40, 20), medium=(300, 40), large=(1000, 40), access="whole")
def julia_whole(size):
    n, steps = size
    y, x = np.mgrid[-1.5:1.5:n * 1j, -1.5:1.5:n * 1j]
    return x, y, steps
@julia_whole.body
def _(x, y, steps):
    inside = np.zeros(x.shape)
    for _ in range(steps):
        x, y = np.clip(x * x - y * y - 0.8, -4, 4), np.clip(2 * x * y + 0.156, -4, 4)
        inside += x * x + y * y < 4
    return inside


@program(small=500, medium=5000, large=50000, access="elements")
def random_walk_by_elements(n):
    return np.random.RandomState(55).randint(0, 4, n),
@random_walk_by_elements.body
def _(moves):
    track = np.zeros((len(moves) + 1, 2), dtype=np.int64)
    for i in range(len(moves)):
        track[i + 1] = track[i]
        if moves[i] == 0:
            track[i + 1, 0] += 1
        elif moves[i] == 1:
            track[i + 1, 0] -= 1
        elif moves[i] == 2:
            track[i + 1, 1] += 1
        else:
            track[i + 1, 1] -= 1
    return track


@program(small=(100, 50), medium=(1000, 200), large=(20000, 500), access="whole")
def walkers(size):
    return size
@walkers.body
def _(people, steps):
    moves = np.random.RandomState(56).choice([-1, 1], size=(steps, people))
    places = moves.cumsum(axis=0)
    return places.std(axis=1), np.abs(places).max(axis=0), (places == 0).sum(axis=0)


@program(small=200, medium=2000, large=20000, access="slices")
def lorenz_runge_kutta(steps):
    return np.array([1.0, 1.0, 1.0]), steps
@lorenz_runge_kutta.body
def _(start, steps):
    def slope(s):
        return np.array([10 * (s[1] - s[0]), s[0] * (28 - s[2]) - s[1], s[0] * s[1] - 8 / 3 * s[2]])
    track = np.empty((steps + 1, 3))
    track[0] = start
    for i in range(steps):
        s = track[i]
        k1 = slope(s)
        k2 = slope(s + 0.005 * k1)
        k3 = slope(s + 0.005 * k2)
        k4 = slope(s + 0.01 * k3)
        track[i + 1] = s + 0.01 / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return track[:200]


@program(small=(50, 100), medium=(2000, 100), large=(100000, 50), access="whole")
def pendulums(size):
    n, steps = size
    return np.linspace(0.1, 3.0, n), steps
@pendulums.body
def _(angles, steps):
    angle, speed = angles.copy(), np.zeros_like(angles)
    for _ in range(steps):
        speed -= 0.01 * 9.81 * np.sin(angle)
        angle += 0.01 * speed
    return angle, speed


@program(small=500, medium=5000, large=40000, access="elements")
def metropolis_chain(n):
    generator = np.random.RandomState(57)
    return generator.randn(n), generator.rand(n)
@metropolis_chain.body
def _(proposals, chances):
    chain = np.zeros(len(proposals))
    here = 0.0
    for i in range(len(proposals)):
        there = here + proposals[i]
        if chances[i] < np.exp(min(0.0, 0.5 * (here * here - there * there))):
            here = there
        chain[i] = here
    return chain, chain.mean()


@program(small=(50, 10), medium=(500, 20), large=(1500, 3), access="whole")
def flock(size):
    n, steps = size
    generator = np.random.RandomState(58)
    return generator.rand(n, 2), generator.rand(n) * 2 * np.pi, steps
@flock.body
def _(places, headings, steps):
    places, headings = places.copy(), headings.copy()
    for _ in range(steps):
        apart = np.abs(places[:, None] - places[None])
        near = (np.minimum(apart, 1 - apart) ** 2).sum(-1) < 0.01
        headings = np.arctan2((near * np.sin(headings)).sum(1), (near * np.cos(headings)).sum(1))
        places = (places + 0.01 * np.stack([np.cos(headings), np.sin(headings)], 1)) % 1.0
    return places, headings
