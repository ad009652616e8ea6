"""cupyx.scipy.sparse.csgraph: parts of graphs that hang together."""

import cupy

__all__ = ['connected_components']


def connected_components(csgraph, directed=True, connection='weak', return_labels=True):
    """How many parts a graph has that hang together, and which of them each node is in.

    >>> import cupy
    >>> connected_components(cupy.array([[0, 1, 0], [0, 0, 0], [0, 0, 0]]))
    (2, array([0, 0, 1], dtype=int32))
    """
    from cupyx.scipy import sparse
    if connection.lower() not in ('weak', 'strong'):
        raise ValueError("connection must be 'weak' or 'strong'")
    graph = sparse.csr_matrix(csgraph)
    if graph.shape[0] != graph.shape[1]:
        raise ValueError('graph should be a square array')
    count = graph.shape[0]
    coordinates = graph.tocoo()
    rows, columns = coordinates.row.tolist(), coordinates.col.tolist()
    if directed and connection.lower() == 'strong':
        labels = _strong(count, rows, columns)
    else:
        labels = _weak(count, rows, columns)
    order = {}
    labels = [order.setdefault(label, len(order)) for label in labels]
    return (len(order), cupy.array(labels, dtype='i')) if return_labels else len(order)


def _weak(count, rows, columns):
    roots = list(range(count))

    def root(node):
        while roots[node] != node:
            roots[node] = node = roots[roots[node]]
        return node
    for row, column in zip(rows, columns):
        a, b = root(row), root(column)
        roots[max(a, b)] = min(a, b)
    return [root(node) for node in range(count)]


def _strong(count, rows, columns):
    """Tarjan's way, with a stack of its own: for each node the first of its part that was met."""
    following = [[] for _ in range(count)]
    for row, column in zip(rows, columns):
        following[row].append(column)
    met, lowest, labels, open_nodes = [None] * count, [0] * count, [None] * count, []
    clock = 0
    for start in range(count):
        if met[start] is not None:
            continue
        path = [(start, iter(following[start]))]
        met[start] = lowest[start] = clock
        clock += 1
        open_nodes.append(start)
        while path:
            node, rest = path[-1]
            for after in rest:
                if met[after] is None:
                    met[after] = lowest[after] = clock
                    clock += 1
                    open_nodes.append(after)
                    path.append((after, iter(following[after])))
                    break
                if labels[after] is None:
                    lowest[node] = min(lowest[node], met[after])
            else:
                path.pop()
                if path:
                    lowest[path[-1][0]] = min(lowest[path[-1][0]], lowest[node])
                if lowest[node] == met[node]:
                    while labels[node] is None:
                        labels[open_nodes.pop()] = node
    return labels
