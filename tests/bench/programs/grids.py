"""Stencils, relaxation, finite differences and volumes, cellular automata."""
import numpy as np
from catalogue import program


@program(small=(40, 30), medium=(200, 50), large=(1000, 40), access="whole")
def jacobi_plane(size):
    n, steps = size
    plate = np.zeros((n, n))
    plate[0] = 100.0
    plate[:, -1] = 25.0
    return plate, steps
@jacobi_plane.body
def _(plate, steps):
    now = plate.copy()
    for _ in range(steps):
        new = now.copy()
        new[1:-1, 1:-1] = 0.25 * (now[:-2, 1:-1] + now[2:, 1:-1] + now[1:-1, :-2] + now[1:-1, 2:])
        now = new
    return now


@program(small=(12, 5), medium=(40, 5), large=(100, 5), access="elements")
def gauss_seidel_plane(size):
    n, sweeps = size
    grid = np.zeros((n, n))
    grid[0] = 1.0
    return grid, sweeps
@gauss_seidel_plane.body
def _(grid, sweeps):
    u = grid.copy()
    for _ in range(sweeps):
        for i in range(1, u.shape[0] - 1):
            for j in range(1, u.shape[1] - 1):
                u[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])
    return u


@program(small=(200, 20), medium=(2000, 20), large=(10000, 20), access="elements")
def gauss_seidel_line(size):
    n, sweeps = size
    return np.sin(np.linspace(0, np.pi, n)), sweeps
@gauss_seidel_line.body
def _(source, sweeps):
    u = np.zeros_like(source)
    for _ in range(sweeps):
        for i in range(1, len(u) - 1):
            u[i] = 0.5 * (u[i - 1] + u[i + 1] + source[i])
    return u


@program(small=(6, 4), medium=(12, 4), large=(24, 4), access="elements")
def gauss_seidel_space(size):
    n, sweeps = size
    return np.random.RandomState(20).rand(n, n, n), sweeps
@gauss_seidel_space.body
def _(start, sweeps):
    u = start.copy()
    n = u.shape[0]
    for _ in range(sweeps):
        for i in range(1, n - 1):
            for j in range(1, n - 1):
                for k in range(1, n - 1):
                    u[i, j, k] = (u[i - 1, j, k] + u[i + 1, j, k] + u[i, j - 1, k] + u[i, j + 1, k]
                                  + u[i, j, k - 1] + u[i, j, k + 1]) / 6.0
    return u


@program(small=(40, 20), medium=(200, 20), large=(800, 20), access="slices")
def red_black(size):
    n, sweeps = size
    grid = np.zeros((n, n))
    grid[:, 0] = 1.0
    return grid, sweeps
@red_black.body
def _(grid, sweeps):
    u = grid.copy()
    for _ in range(sweeps):
        for first in (0, 1):
            u[1:-1:2, 1 + first:-1:2] = 0.25 * (u[:-2:2, 1 + first:-1:2] + u[2::2, 1 + first:-1:2]
                                                + u[1:-1:2, first:-2:2] + u[1:-1:2, 2 + first::2])
            u[2:-1:2, 2 - first:-1:2] = 0.25 * (u[1:-2:2, 2 - first:-1:2] + u[3::2, 2 - first:-1:2]
                                                + u[2:-1:2, 1 - first:-2:2] + u[2:-1:2, 3 - first::2])
    return u


@program(small=(16, 20), medium=(40, 20), large=(120, 10), access="whole")
def heat_in_space(size):
    n, steps = size
    return np.random.RandomState(21).rand(n, n, n), steps
@heat_in_space.body
def _(start, steps):
    u = start.copy()
    for _ in range(steps):
        inner = u[1:-1, 1:-1, 1:-1]
        change = (u[2:, 1:-1, 1:-1] + u[:-2, 1:-1, 1:-1] + u[1:-1, 2:, 1:-1] + u[1:-1, :-2, 1:-1]
                  + u[1:-1, 1:-1, 2:] + u[1:-1, 1:-1, :-2] - 6.0 * inner)
        u[1:-1, 1:-1, 1:-1] = inner + 0.1 * change
    return u


@program(small=(100, 100), medium=(2000, 100), large=(50000, 100), access="slices")
def wave_on_string(size):
    n, steps = size
    x = np.linspace(0, 1, n)
    return np.exp(-200 * (x - 0.3) ** 2), steps
@wave_on_string.body
def _(start, steps):
    before, now = start.copy(), start.copy()
    for _ in range(steps):
        after = np.zeros_like(now)
        after[1:-1] = 2 * now[1:-1] - before[1:-1] + 0.8 * (now[2:] - 2 * now[1:-1] + now[:-2])
        before, now = now, after
    return now


@program(small=(100, 50), medium=(1000, 100), large=(40000, 50), access="whole")
def burgers_finite_volume(size):
    n, steps = size
    return np.sin(2 * np.pi * np.arange(n) / n) + 1.5, steps
@burgers_finite_volume.body
def _(start, steps):
    u = start.copy()
    n = len(u)
    for _ in range(steps):
        right = np.roll(u, -1)
        speed = np.maximum(np.abs(u), np.abs(right))
        flux = 0.5 * (0.5 * u ** 2 + 0.5 * right ** 2) - 0.5 * speed * (right - u)
        u = u - 0.3 / n * n * 0.5 * (flux - np.roll(flux, 1))
    return u


@program(small=(20, 20), medium=(100, 30), large=(500, 20), access="whole")
def shallow_water(size):
    n, steps = size
    y, x = np.mgrid[0:n, 0:n] / n
    return 1 + 0.3 * np.exp(-80 * ((x - 0.5) ** 2 + (y - 0.5) ** 2)), steps
@shallow_water.body
def _(height, steps):
    h = height.copy()
    u, v = np.zeros_like(h), np.zeros_like(h)
    for _ in range(steps):
        u[:, 1:-1] -= 0.2 * (h[:, 2:] - h[:, :-2])
        v[1:-1] -= 0.2 * (h[2:] - h[:-2])
        h[1:-1, 1:-1] -= 0.2 * h[1:-1, 1:-1] * (u[1:-1, 2:] - u[1:-1, :-2] + v[2:, 1:-1] - v[:-2, 1:-1])
    return h, u, v


@program(small=(31, 10), medium=(51, 50), large=(201, 50), access="slices")
def cavity_flow(size):
    n, steps = size
    return np.zeros((n, n)), steps
@cavity_flow.body
def _(start, steps):
    u, v, p = start.copy(), start.copy(), start.copy()
    step, space = 0.001, 2.0 / (len(u) - 1)
    for _ in range(steps):
        source = ((u[1:-1, 2:] - u[1:-1, :-2]) + (v[2:, 1:-1] - v[:-2, 1:-1])) / (2 * space * step)
        for _ in range(10):
            old = p.copy()
            p[1:-1, 1:-1] = (old[1:-1, 2:] + old[1:-1, :-2] + old[2:, 1:-1] + old[:-2, 1:-1]
                             - space ** 2 * source) / 4
            p[:, -1], p[0], p[:, 0], p[-1] = p[:, -2], p[1], p[:, 1], 0
        un, vn = u.copy(), v.copy()
        u[1:-1, 1:-1] = (un[1:-1, 1:-1] - un[1:-1, 1:-1] * step / space * (un[1:-1, 1:-1] - un[1:-1, :-2])
                         - step / (2 * space) * (p[1:-1, 2:] - p[1:-1, :-2])
                         + 0.1 * step / space ** 2 * (un[1:-1, 2:] - 2 * un[1:-1, 1:-1] + un[1:-1, :-2]))
        v[1:-1, 1:-1] = (vn[1:-1, 1:-1] - vn[1:-1, 1:-1] * step / space * (vn[1:-1, 1:-1] - vn[:-2, 1:-1])
                         - step / (2 * space) * (p[2:, 1:-1] - p[:-2, 1:-1]))
        u[-1] = 1.0
    return u, v, p


@program(small=(32, 30), medium=(200, 50), large=(1000, 20), access="whole")
def game_of_life(size):
    n, generations = size
    return (np.random.RandomState(22).rand(n, n) < 0.3).astype(np.int32), generations
@game_of_life.body
def _(start, generations):
    cells = start.copy()
    for _ in range(generations):
        near = sum(np.roll(np.roll(cells, i, 0), j, 1) for i in (-1, 0, 1) for j in (-1, 0, 1)) - cells
        cells = ((near == 3) | ((cells == 1) & (near == 2))).astype(np.int32)
    return cells


@program(small=(12, 5), medium=(30, 5), large=(60, 5), access="elements")
def life_by_elements(size):
    n, generations = size
    return (np.random.RandomState(23).rand(n, n) < 0.3).astype(np.int64), generations
@life_by_elements.body
def _(start, generations):
    cells = start.copy()
    n, m = cells.shape
    for _ in range(generations):
        new = np.zeros_like(cells)
        for i in range(1, n - 1):
            for j in range(1, m - 1):
                near = (cells[i - 1, j - 1] + cells[i - 1, j] + cells[i - 1, j + 1] + cells[i, j - 1]
                        + cells[i, j + 1] + cells[i + 1, j - 1] + cells[i + 1, j] + cells[i + 1, j + 1])
                if near == 3 or (cells[i, j] == 1 and near == 2):
                    new[i, j] = 1
        cells = new
    return cells


@program(small=(101, 50), medium=(501, 200), large=(4001, 500), access="slices")
def rule_thirty(size):
    n, generations = size
    return n, generations
@rule_thirty.body
def _(n, generations):
    rows = np.zeros((generations, n), dtype=np.uint8)
    rows[0, n // 2] = 1
    for i in range(1, generations):
        left, right = np.roll(rows[i - 1], 1), np.roll(rows[i - 1], -1)
        rows[i] = left ^ (rows[i - 1] | right)
    return rows


@program(small=(32, 50), medium=(128, 100), large=(512, 50), access="whole")
def gray_scott(size):
    n, steps = size
    u, v = np.ones((n, n)), np.zeros((n, n))
    u[n // 3:n // 2, n // 3:n // 2], v[n // 3:n // 2, n // 3:n // 2] = 0.5, 0.25
    return u, v, steps
@gray_scott.body
def _(u, v, steps):
    def spread(a):
        return np.roll(a, 1, 0) + np.roll(a, -1, 0) + np.roll(a, 1, 1) + np.roll(a, -1, 1) - 4 * a
    for _ in range(steps):
        reaction = u * v * v
        u = u + 0.16 * spread(u) - reaction + 0.035 * (1 - u)
        v = v + 0.08 * spread(v) + reaction - 0.1 * v
    return u, v


@program(small=(11, 11, 7), medium=(51, 51, 7), large=(151, 151, 7), access="slices")
def short_columns(size):
    return np.random.RandomState(24).rand(*size), np.random.RandomState(25).rand(size[2])
@short_columns.body
def _(field, weights):
    now = field.copy()
    for _ in range(20):
        now[1:-1, 1:-1] = now[1:-1, 1:-1] * 0.5 + weights * 0.1 * (now[2:, 1:-1] - now[:-2, 1:-1])
        now[:, :, 1:-1] += 0.05 * (now[:, :, 2:] - 2 * now[:, :, 1:-1] + now[:, :, :-2])
    return now


@program(small=60, medium=150, large=300, access="elements")
def recurrence_by_rows(n):
    return np.random.RandomState(26).rand(n, n),
@recurrence_by_rows.body
def _(b):
    a = np.zeros_like(b)
    n, m = b.shape
    for i in range(n):
        for j in range(m):
            a[i, j] = a[i - 1, j] + b[i, j]
    return a


@program(small=(20, 50), medium=(60, 100), large=(300, 50), access="whole")
def ising_checkerboard(size):
    n, sweeps = size
    generator = np.random.RandomState(27)
    return np.where(generator.rand(n, n) < 0.5, -1, 1), sweeps
@ising_checkerboard.body
def _(start, sweeps):
    spins = start.copy()
    n = len(spins)
    rows, columns = np.indices((n, n))
    generator = np.random.RandomState(28)
    for _ in range(sweeps):
        for colour in (0, 1):
            field = np.roll(spins, 1, 0) + np.roll(spins, -1, 0) + np.roll(spins, 1, 1) + np.roll(spins, -1, 1)
            flips = (generator.rand(n, n) < np.exp(-0.88 * spins * field)) & ((rows + columns) % 2 == colour)
            spins = np.where(flips, -spins, spins)
    return spins.mean(), spins
