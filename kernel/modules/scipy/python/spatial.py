"""Distances and neighbours in space."""

import numpy as np
from scipy.spatial import distance

__all__ = ['distance', 'distance_matrix', 'minkowski_distance', 'KDTree', 'cKDTree']


def minkowski_distance(x, y, p=2):
    """Distances between the rows of two arrays.

    >>> spatial.minkowski_distance([[0, 0]], [[3, 4]])
    array([5.])
    """
    x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    apart = np.abs(y - x)
    if p == np.inf:
        return np.amax(apart, axis=-1)
    return np.sum(apart, axis=-1) if p == 1 else np.sum(apart ** p, axis=-1) ** (1.0 / p)


def distance_matrix(x, y, p=2, threshold=1000000):
    """The distances of each row of x from each row of y.

    >>> spatial.distance_matrix([[0, 0]], [[3, 4]])
    array([[5.]])
    """
    x, y = np.asarray(x), np.asarray(y)
    return minkowski_distance(x[:, None, :], y[None, :, :], p)


class KDTree:
    """Points, to be asked for the nearest of them. All are compared; there is no tree within.

    >>> spatial.KDTree([[0, 0], [1, 1]]).query([0.9, 0.9])[1]
    np.int64(1)
    """

    __module__ = 'scipy.spatial'

    def __init__(self, data, leafsize=10, compact_nodes=True, copy_data=False, balanced_tree=True, boxsize=None):
        self.data = np.array(data, dtype=float)
        if self.data.ndim != 2:
            raise ValueError('data must be 2 dimensions')
        self.n, self.m = self.data.shape
        self.leafsize = leafsize

    def query(self, x, k=1, eps=0, p=2, distance_upper_bound=np.inf, workers=1):
        """Distances and numbers of the k nearest points."""
        x = np.asarray(x, dtype=float)
        if x.shape[-1] != self.m:
            raise ValueError(f'x must consist of vectors of length {self.m} but has shape {x.shape}')
        flat = x.reshape(-1, self.m)
        ranks = np.arange(k) if np.ndim(k) == 0 else np.asarray(k) - 1
        apart = np.empty((len(flat), len(ranks)))
        numbers = np.empty((len(flat), len(ranks)), dtype=int)
        rows = max(1, 4000000 // max(1, self.n * self.m))
        for start in range(0, len(flat), rows):
            block = distance_matrix(flat[start:start + rows], self.data, p)
            order = np.argsort(block, axis=1, kind='stable')
            if self.n < ranks.max() + 1:
                missing = int(ranks.max()) + 1 - self.n
                order = np.pad(order, ((0, 0), (0, missing)), constant_values=self.n)
                block = np.pad(block, ((0, 0), (0, missing)), constant_values=np.inf)
            chosen = order[:, ranks]
            numbers[start:start + rows] = chosen
            apart[start:start + rows] = np.take_along_axis(block, np.minimum(chosen, block.shape[1] - 1), axis=1)
        far = apart >= distance_upper_bound
        apart, numbers = np.where(far, np.inf, apart), np.where(far, self.n, numbers)
        shape = x.shape[:-1] + (() if np.ndim(k) == 0 and k == 1 else (len(ranks),))
        apart, numbers = apart.reshape(shape), numbers.reshape(shape)[()]
        return (apart if apart.ndim else float(apart)), numbers

    def query_ball_point(self, x, r, p=2.0, eps=0, workers=1, return_sorted=None, return_length=False):
        """Numbers of the points within r."""
        x = np.asarray(x, dtype=float)
        near = distance_matrix(x.reshape(-1, self.m), self.data, p) <= np.broadcast_to(r, x.shape[:-1]).reshape(-1, 1)
        lists = [np.nonzero(row)[0].tolist() for row in near]
        if return_length:
            lists = [len(one) for one in lists]
        return lists[0] if x.ndim == 1 else lists

    def query_pairs(self, r, p=2.0, eps=0, output_type='set'):
        """The pairs of points that are at most r apart."""
        near = np.triu(distance_matrix(self.data, self.data, p) <= r, 1)
        pairs = np.argwhere(near)
        return pairs if output_type == 'ndarray' else {tuple(pair) for pair in pairs.tolist()}

    def count_neighbors(self, other, r, p=2.0, weights=None, cumulative=True):
        """How many pairs of points of the two are at most r apart."""
        apart = distance_matrix(self.data, other.data, p)
        counts = np.array([np.sum(apart <= one) for one in np.atleast_1d(r)])
        return counts[0] if np.ndim(r) == 0 else counts


cKDTree = KDTree
