"""Distances and neighbours in space."""

import numpy as np
from scipy.spatial import _nearest, distance

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
    """Points, to be asked for the nearest of them: a tree on the host; on a device all are compared.

    >>> spatial.KDTree([[0, 0], [1, 1]]).query([0.9, 0.9])[1]
    np.int64(1)
    """

    __module__ = 'scipy.spatial'

    def __init__(self, data, leafsize=10, compact_nodes=True, copy_data=False, balanced_tree=True, boxsize=None):
        data = np.asarray(data)
        if data.dtype.kind == 'c':
            raise TypeError('KDTree does not work with complex data')
        if boxsize is not None:
            raise NotImplementedError('KDTree over a periodic box')
        self.data = np.array(data, dtype=float)
        if self.data.ndim != 2:
            raise ValueError('data must be of shape (n, m), where there are n points of dimension m')
        if not np.isfinite(self.data).all():
            raise ValueError('data must be finite, check for nan or inf values')
        if leafsize < 1:
            raise ValueError('leafsize must be at least 1')
        self.n, self.m = self.data.shape
        self.leafsize = leafsize
        self.boxsize = None
        self.maxes = np.amax(self.data, axis=0) if self.n else np.zeros(self.m)
        self.mins = np.amin(self.data, axis=0) if self.n else np.zeros(self.m)
        self._parts = _nearest.tree(self.data, leafsize) if np.__name__ == 'numpy' else None

    def _points(self, x):
        x = np.asarray(x)
        if x.dtype.kind == 'c':
            raise TypeError('KDTree does not work with complex data')
        x = np.atleast_1d(np.asarray(x, dtype=float))
        if x.shape[-1] != self.m:
            raise ValueError(f'x must consist of vectors of length {self.m} but has shape {x.shape}')
        if not np.isfinite(x).all():
            raise ValueError("'x' must be finite, check for nan or inf values")
        return x

    def _nearest(self, flat, most, p, limit):
        """The `most` nearest of each row: distances and numbers."""
        if self._parts is not None:
            return _nearest.nearest(self.data, *self._parts, flat, most, p, limit)
        apart = np.full((len(flat), most), np.inf)
        numbers = np.full((len(flat), most), self.n)
        rows, kept = max(1, 4000000 // max(1, self.n * self.m)), min(most, self.n)
        for start in range(0, len(flat), rows):
            block = distance_matrix(flat[start:start + rows], self.data, p)
            order = np.argsort(block, axis=1, kind='stable')[:, :kept]
            numbers[start:start + rows, :kept] = order
            apart[start:start + rows, :kept] = np.take_along_axis(block, order, axis=1)
        far = apart >= limit
        return np.where(far, np.inf, apart), np.where(far, self.n, numbers)

    def query(self, x, k=1, eps=0.0, p=2.0, distance_upper_bound=np.inf, workers=1):
        """Distances and numbers of the k nearest points.

        >>> spatial.KDTree([[0, 0], [1, 1], [5, 5]]).query([[1, 2]], k=2)[1]
        array([[1, 0]])
        """
        x = self._points(x)
        if k is None:
            raise ValueError('k must be an integer or a sequence of integers')
        ranks = np.arange(1, k + 1) if np.ndim(k) == 0 else np.asarray(k)
        if not len(ranks) or (ranks < 1).any():
            raise ValueError('k must be an integer greater than or equal to 1' if np.ndim(k) == 0 else
                             'elements of the sequence k must be greater than or equal to 1')
        apart, numbers = self._nearest(x.reshape(-1, self.m), int(ranks.max()), p, distance_upper_bound)
        apart, numbers = apart[:, ranks - 1], numbers[:, ranks - 1]
        shape = x.shape[:-1] + (() if np.ndim(k) == 0 and k == 1 else (len(ranks),))
        apart, numbers = apart.reshape(shape), numbers.reshape(shape)[()]
        return (apart if apart.ndim else float(apart)), numbers

    def _within(self, x, r, p, only_counts=False):
        """How many points, and which, are at most r from each row of x."""
        radii = np.broadcast_to(np.asarray(r, dtype=float), (len(x),))
        if self._parts is not None:
            ends, numbers = _nearest.within(self.data, *self._parts, x, radii, p, only_counts)
            return np.diff(ends, prepend=0), numbers
        near = distance_matrix(x, self.data, p) <= radii.reshape(-1, 1)
        return np.sum(near, axis=1), np.nonzero(near)[1]

    def query_ball_point(self, x, r, p=2.0, eps=0, workers=1, return_sorted=None, return_length=False):
        """Numbers of the points within r.

        >>> spatial.KDTree([[0, 0], [1, 1], [5, 5]]).query_ball_point([1, 0], 1.5)
        [0, 1]
        """
        x = self._points(x)
        shape = x.shape[:-1]
        counts, numbers = self._within(x.reshape(-1, self.m), np.broadcast_to(r, shape).reshape(-1), p, return_length)
        if return_length:
            return counts.reshape(shape)[()]
        numbers, ends = numbers.tolist(), np.cumsum(counts).tolist()
        lists = [numbers[begin:end] for begin, end in zip([0] + ends, ends)]
        if not shape:
            return lists[0]
        result = np.empty(len(lists), dtype=object)
        for place, one in enumerate(lists):
            result[place] = one
        return result.reshape(shape)

    def query_ball_tree(self, other, r, p=2.0, eps=0):
        """For each point the numbers of the other tree's points within r."""
        return list(other.query_ball_point(self.data, r, p)) if self.n else []

    def query_pairs(self, r, p=2.0, eps=0, output_type='set'):
        """The pairs of points that are at most r apart.

        >>> sorted(spatial.KDTree([[0, 0], [1, 1], [5, 5]]).query_pairs(2))
        [(0, 1)]
        """
        counts, second = self._within(self.data, r, p)
        first = np.repeat(np.arange(self.n), counts)
        pairs = np.stack([first, second], axis=1)[first < second]
        return pairs if output_type == 'ndarray' else {tuple(pair) for pair in pairs.tolist()}

    def count_neighbors(self, other, r, p=2.0, weights=None, cumulative=True):
        """How many pairs of points of the two are at most r apart."""
        if weights is not None:
            raise NotImplementedError('count_neighbors with weights')
        counts = np.array([int(np.sum(other._within(self.data, one, p, True)[0])) for one in np.atleast_1d(r).tolist()])
        if not cumulative:
            counts = np.diff(counts, prepend=0)
        return int(counts[0]) if np.ndim(r) == 0 else counts

    def sparse_distance_matrix(self, other, max_distance, p=2.0, output_type='dok_matrix'):
        """Distances from each point to those of the other tree that are at most so far, as a sparse matrix."""
        from scipy import sparse
        counts, second = other._within(self.data, max_distance, p)
        first = np.repeat(np.arange(self.n), counts)
        apart = minkowski_distance(self.data[first], other.data[second], p)
        if output_type == 'dict':
            return {(i, j): d for i, j, d in zip(first.tolist(), second.tolist(), apart.tolist())}
        if output_type == 'ndarray':
            table = np.empty(len(apart), dtype=[('i', np.intp), ('j', np.intp), ('v', float)])
            table['i'], table['j'], table['v'] = first, second, apart
            return table
        matrix = sparse.coo_matrix((apart, (first, second)), shape=(self.n, other.n))
        return matrix if output_type == 'coo_matrix' else matrix.todok()


cKDTree = KDTree
