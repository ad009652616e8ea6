"""Clusters, regressions, layers of neural networks, attention, graphs."""
import numpy as np
from catalogue import program


@program(small=(100, 4), medium=(2000, 8), large=(20000, 16), access="whole")
def k_means(size):
    points, clusters = size
    return np.random.RandomState(60).rand(points, 3), clusters
@k_means.body
def _(points, clusters):
    centres = points[:clusters].copy()
    labels = None
    for _ in range(10):
        distances = ((points[:, None, :] - centres[None]) ** 2).sum(axis=2)
        labels = distances.argmin(axis=1)
        for k in range(clusters):
            members = points[labels == k]
            if len(members):
                centres[k] = members.mean(axis=0)
    return labels, centres


@program(small=(50, 3), medium=(200, 4), large=(800, 5), access="elements")
def k_means_by_elements(size):
    points, clusters = size
    return np.random.RandomState(61).rand(points, 2), clusters
@k_means_by_elements.body
def _(points, clusters):
    labels = np.zeros(len(points), dtype=np.int64)
    for i in range(len(points)):
        best = np.inf
        for k in range(clusters):
            distance = (points[i, 0] - points[k, 0]) ** 2 + (points[i, 1] - points[k, 1]) ** 2
            if distance < best:
                best = distance
                labels[i] = k
    return labels


@program(small=(100, 5), medium=(2000, 20), large=(50000, 30), access="whole")
def logistic_regression(size):
    rows, columns = size
    generator = np.random.RandomState(62)
    x = generator.randn(rows, columns)
    return x, (x @ generator.randn(columns) > 0).astype(float)
@logistic_regression.body
def _(x, y):
    weights = np.zeros(x.shape[1])
    for _ in range(50):
        guess = 1 / (1 + np.exp(-(x @ weights)))
        weights -= 0.5 * x.T @ (guess - y) / len(y)
    return weights


@program(small=(50, 8), medium=(200, 32), large=(1000, 64), access="whole")
def two_layers(size):
    rows, width = size
    generator = np.random.RandomState(63)
    x = generator.randn(rows, 10)
    return x, np.sin(x[:, :1]), generator.randn(10, width) * 0.3, generator.randn(width, 1) * 0.3
@two_layers.body
def _(x, y, first, second):
    first, second = first.copy(), second.copy()
    losses = []
    for _ in range(40):
        hidden = np.tanh(x @ first)
        error = hidden @ second - y
        losses.append((error ** 2).mean())
        back = error @ second.T * (1 - hidden ** 2)
        second -= 0.01 * hidden.T @ error / len(x)
        first -= 0.01 * x.T @ back / len(x)
    return np.array(losses), first


@program(small=(1, 8, 8, 2, 3), medium=(2, 16, 16, 4, 8), large=(4, 32, 32, 8, 16), access="slices")
def convolution_layer(size):
    images, height, width, channels, filters = size
    generator = np.random.RandomState(64)
    return generator.rand(images, height, width, channels), generator.rand(3, 3, channels, filters)
@convolution_layer.body
def _(images, kernel):
    n, height, width, _ = images.shape
    out = np.empty((n, height - 2, width - 2, kernel.shape[3]))
    for i in range(height - 2):
        for j in range(width - 2):
            patch = images[:, i:i + 3, j:j + 3, :, None]
            out[:, i, j] = np.sum(patch * kernel[None], axis=(1, 2, 3))
    return np.maximum(out, 0)


@program(small=(2, 12, 12, 3), medium=(4, 28, 28, 8), large=(8, 56, 56, 16), access="slices")
def max_pooling(size):
    return np.random.RandomState(65).rand(*size),
@max_pooling.body
def _(images):
    n, height, width, channels = images.shape
    out = np.empty((n, height // 2, width // 2, channels))
    for i in range(height // 2):
        for j in range(width // 2):
            out[:, i, j] = np.max(images[:, 2 * i:2 * i + 2, 2 * j:2 * j + 2], axis=(1, 2))
    return out


@program(small=(2, 10, 8), medium=(4, 64, 32), large=(8, 256, 64), access="whole")
def self_attention(size):
    generator = np.random.RandomState(66)
    heads, length, depth = size
    return tuple(generator.randn(heads, length, depth) for _ in range(3))
@self_attention.body
def _(queries, keys, values):
    scores = queries @ keys.transpose(0, 2, 1) / np.sqrt(queries.shape[2])
    scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return (scores / scores.sum(axis=-1, keepdims=True)) @ values


@program(small=(32, 16), medium=(256, 64), large=(4096, 256), access="whole")
def layer_norm_and_gelu(size):
    return np.random.RandomState(67).randn(*size),
@layer_norm_and_gelu.body
def _(x):
    for _ in range(4):
        mean = x.mean(axis=1, keepdims=True)
        x = (x - mean) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-5)
        x = 0.5 * x * (1 + np.tanh(0.7978845608 * (x + 0.044715 * x ** 3)))
    return x


@program(small=(60, 5), medium=(500, 5), large=(2000, 5), access="whole")
def nearest_neighbours(size):
    n, count = size
    generator = np.random.RandomState(68)
    return generator.rand(n, 4), generator.rand(n // 2, 4), count
@nearest_neighbours.body
def _(known, asked, count):
    squares = (asked ** 2).sum(1)[:, None] + (known ** 2).sum(1)[None] - 2 * asked @ known.T
    order = np.argsort(squares, axis=1, kind="stable")[:, :count]
    return order, np.sqrt(np.maximum(np.take_along_axis(squares, order, 1), 0))


@program(small=(100, 4), medium=(1000, 6), large=(10000, 8), access="slices")
def page_rank_csr(size):
    nodes, degree = size
    generator = np.random.RandomState(69)
    return np.arange(0, nodes * degree + 1, degree), generator.randint(0, nodes, nodes * degree), nodes
@page_rank_csr.body
def _(starts, targets, nodes):
    degrees = np.diff(starts)
    rank = np.full(nodes, 1.0 / nodes)
    for _ in range(20):
        share = np.repeat(rank / degrees, degrees)
        rank = 0.15 / nodes + 0.85 * np.bincount(targets, weights=share, minlength=nodes)
    return rank


@program(small=(50, 4), medium=(400, 6), large=(4000, 8), access="elements")
def sparse_product_by_elements(size):
    rows, each = size
    generator = np.random.RandomState(70)
    return (np.arange(0, rows * each + 1, each), generator.randint(0, rows, rows * each), generator.rand(rows * each),
            generator.rand(rows))
@sparse_product_by_elements.body
def _(starts, columns, values, vector):
    result = np.zeros(len(starts) - 1)
    for row in range(len(result)):
        total = 0.0
        for k in range(starts[row], starts[row + 1]):
            total += values[k] * vector[columns[k]]
        result[row] = total
    return result


@program(small=(100, 3), medium=(1000, 4), large=(10000, 4), access="elements")
def breadth_first(size):
    nodes, degree = size
    return np.arange(0, nodes * degree + 1, degree), np.random.RandomState(71).randint(0, nodes, nodes * degree), nodes
@breadth_first.body
def _(starts, targets, nodes):
    distance = np.full(nodes, -1, dtype=np.int64)
    queue = np.empty(nodes, dtype=np.int64)
    queue[0], distance[0] = 0, 0
    head, tail = 0, 1
    while head < tail:
        node = queue[head]
        head += 1
        for k in range(starts[node], starts[node + 1]):
            other = targets[k]
            if distance[other] < 0:
                distance[other] = distance[node] + 1
                queue[tail] = other
                tail += 1
    return distance


@program(small=30, medium=100, large=300, access="slices")
def minimum_spanning_tree(n):
    points = np.random.RandomState(72).rand(n, 2)
    return np.sqrt(((points[:, None] - points[None]) ** 2).sum(-1)),
@minimum_spanning_tree.body
def _(distances):
    n = len(distances)
    outside = np.ones(n, dtype=bool)
    outside[0] = False
    nearest = distances[0].copy()
    total = 0.0
    for _ in range(n - 1):
        candidate = np.argmin(np.where(outside, nearest, np.inf))
        total += nearest[candidate]
        outside[candidate] = False
        nearest = np.minimum(nearest, distances[candidate])
    return total


@program(small=(60, 5), medium=(500, 10), large=(3000, 20), access="whole")
def principal_components(size):
    return np.random.RandomState(73).randn(*size),
@principal_components.body
def _(data):
    centred = data - data.mean(axis=0)
    spread = centred.T @ centred / (len(data) - 1)
    scale = np.sqrt(np.diag(spread))
    correlation = spread / np.outer(scale, scale)
    scores = centred / scale
    return np.linalg.eigvalsh(correlation), (scores ** 2).sum(axis=1)
