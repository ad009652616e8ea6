"""Members of scipy.ndimage that are made of others: interpolation by splines, distance transforms, grey morphology, general filters,
filters in Fourier's space."""

import itertools
import math

import operator

import numpy as np
from scipy import ndimage
from scipy.ndimage import _loops, _measure
from scipy.ndimage._measure import *

__all__ = _measure.__all__ + ['spline_filter1d', 'spline_filter', 'map_coordinates', 'geometric_transform', 'affine_transform', 'shift', 'zoom', 'rotate',
           'distance_transform_edt', 'distance_transform_cdt', 'distance_transform_bf', 'grey_erosion', 'grey_dilation', 'grey_opening',
           'grey_closing', 'morphological_gradient', 'morphological_laplace', 'white_tophat', 'black_tophat', 'generic_filter',
           'generic_filter1d', 'generic_gradient_magnitude', 'generic_laplace', 'iterate_structure', 'binary_hit_or_miss', 'fourier_gaussian',
           'fourier_uniform', 'fourier_shift', 'fourier_ellipsoid']

MODES = ('nearest', 'wrap', 'reflect', 'grid-mirror', 'mirror', 'constant', 'grid-wrap', 'grid-constant')


# ---- splines ----

def _check_order(order, least=0):
    if order < least or order > 5:
        raise RuntimeError('spline order not supported')


def _given(output, result):
    """The result in the array given for it, or as the type given."""
    if isinstance(output, np.ndarray):
        output[...] = result
        return output
    return result


def _coefficients(input, order, mode, *axes):
    if input.dtype.kind == 'c':
        return _loops.coefficients(input.real, order, mode, *axes) + 1j * _loops.coefficients(input.imag, order, mode, *axes)
    return _loops.coefficients(input, order, mode, *axes)


def spline_filter1d(input, order=3, axis=-1, output=np.float64, mode='mirror'):
    """The coefficients of the spline through values along an axis.

    >>> ndimage.spline_filter1d([1.0, 2.0, 3.0]).round(6)
    array([0.5, 2. , 3.5])
    """
    _check_order(order)
    input = np.asarray(input)
    dtype = np.complex128 if input.dtype.kind == 'c' else np.float64
    if mode not in MODES:
        raise RuntimeError('boundary mode not supported')
    result = _coefficients(input, order, mode, axis)
    return _given(output, result if isinstance(output, np.ndarray) or dtype == np.complex128 else result.astype(output, copy=False))


def spline_filter(input, order=3, output=np.float64, mode='mirror'):
    """The coefficients of the spline through values along all axes.

    >>> ndimage.spline_filter([[1.0, 2.0, 3.0]]).round(6)
    array([[0.5, 2. , 3.5]])
    """
    _check_order(order, 2)
    input = np.asarray(input)
    if mode not in MODES:
        raise RuntimeError('boundary mode not supported')
    result = _coefficients(input, order, mode, *range(input.ndim))
    return _given(output, result if isinstance(output, np.ndarray) or input.dtype.kind == 'c' else result.astype(output, copy=False))


# ---- interpolation ----

def _prepared(input, order, mode, cval, prefilter):
    """The coefficients and how far they were extended on each side."""
    _check_order(order)
    if mode not in MODES:
        raise RuntimeError('boundary mode not supported')
    work = input.astype(np.complex128 if input.dtype.kind == 'c' else np.float64, copy=False)
    extent = 0
    if prefilter and order > 1:
        if mode in ('nearest', 'grid-constant'):
            extent = 12
            work = np.pad(work, extent, mode='edge') if mode == 'nearest' else np.pad(work, extent, mode='constant', constant_values=cval)
        work = _coefficients(work, order, mode, *range(work.ndim))
    return work, extent


def _interpolated(input, coordinates, output, order, mode, cval, prefilter):
    if input.ndim < 1:
        raise RuntimeError('input and output rank must be > 0')
    work, extent = _prepared(input, order, mode, cval, prefilter)
    dtype = input.dtype if output is None else output.dtype if isinstance(output, np.ndarray) else np.dtype(output)
    shape = np.broadcast_shapes(*(x.shape for x in coordinates))
    if work.dtype.kind == 'c':
        cval = complex(cval)
        real = _loops.sampled(work.real, coordinates, shape, order, mode, cval.real, extent, float)
        result = (real + 1j * _loops.sampled(work.imag, coordinates, shape, order, mode, cval.imag, extent, float)).astype(dtype, copy=False)
    else:
        result = _loops.sampled(work, coordinates, shape, order, mode, cval, extent, dtype)
    return _given(output, result)


def map_coordinates(input, coordinates, output=None, order=3, mode='constant', cval=0.0, prefilter=True):
    """The values at coordinates (an array whose first axis is the input's axes), by splines.

    >>> ndimage.map_coordinates([[0., 1.], [2., 3.]], [[0.5], [0.5]], order=1)
    array([1.5])
    """
    input, coordinates = np.asarray(input), np.asarray(coordinates)
    if coordinates.dtype.kind == 'c':
        raise TypeError('Complex type not supported')
    if input.ndim < 1:
        raise RuntimeError('input and output rank must be > 0')
    if coordinates.shape[0] != input.ndim:
        raise RuntimeError('invalid shape for coordinate array')
    return _interpolated(input, list(coordinates.astype(float)), output, order, mode, cval, prefilter)


def geometric_transform(input, mapping, output_shape=None, output=None, order=3, mode='constant', cval=0.0, prefilter=True,
                        extra_arguments=(), extra_keywords=None):
    """The values at the places that a function gives for the output's.

    >>> ndimage.geometric_transform([1., 2., 3.], lambda at: (at[0] - 1,), order=1)
    array([0., 1., 2.])
    """
    input = np.asarray(input)
    shape = tuple(output.shape if isinstance(output, np.ndarray) else input.shape) if output_shape is None else tuple(output_shape)
    places = [mapping(at, *extra_arguments, **(extra_keywords or {})) for at in np.ndindex(*shape)]
    coordinates = np.array(places, dtype=float).T.reshape((input.ndim,) + shape)
    return _interpolated(input, list(coordinates), output, order, mode, cval, prefilter)


def _grid(shape):
    return [np.arange(n, dtype=float).reshape([-1 if k == axis else 1 for k in range(len(shape))]) for axis, n in enumerate(shape)]


def affine_transform(input, matrix, offset=0.0, output_shape=None, output=None, order=3, mode='constant', cval=0.0, prefilter=True):
    """The values at matrix @ place + offset.

    >>> ndimage.affine_transform([1., 2., 3.], [1], offset=1, order=1)
    array([2., 3., 0.])
    """
    input, matrix = np.asarray(input), np.asarray(matrix, dtype=np.float64)
    if input.ndim < 1:
        raise RuntimeError('input and output rank must be > 0')
    shape = tuple(output.shape if isinstance(output, np.ndarray) else input.shape) if output_shape is None else tuple(output_shape)
    if matrix.ndim not in (1, 2) or matrix.shape[0] < 1:
        raise RuntimeError('no proper affine matrix provided')
    if matrix.ndim == 2 and matrix.shape[1] == input.ndim + 1 and matrix.shape[0] in (input.ndim, input.ndim + 1):
        if matrix.shape[0] == input.ndim + 1:
            expected = [0] * input.ndim + [1]
            if not np.array_equal(matrix[input.ndim], expected):
                raise ValueError(f'Expected homogeneous transformation matrix with shape {matrix.shape} for image shape {input.shape}, '
                                 f'but bottom row was not equal to {expected}')
        offset = matrix[:input.ndim, input.ndim]
        matrix = matrix[:input.ndim, :input.ndim]
    if matrix.shape[0] != input.ndim:
        raise RuntimeError('affine matrix has wrong number of rows')
    if matrix.ndim == 2 and matrix.shape[1] != len(shape):
        raise RuntimeError('affine matrix has wrong number of columns')
    offset = np.broadcast_to(np.asarray(offset, dtype=np.float64), (input.ndim,)) if np.ndim(offset) == 0 else np.asarray(offset, dtype=np.float64)
    if offset.ndim != 1 or offset.shape[0] < 1:
        raise RuntimeError('no proper offset provided')
    grid = _grid(shape)
    if matrix.ndim == 1:
        moved = offset / matrix
        coordinates = [(x + moved[axis]) * matrix[axis] for axis, x in enumerate(grid)]
    else:
        coordinates = []
        for row, start in zip(matrix.tolist(), offset.tolist()):
            x = start
            for factor, place in zip(row, grid):
                x = x + factor * place
            coordinates.append(np.broadcast_to(x, shape))
    return _interpolated(input, coordinates, output, order, mode, cval, prefilter)


def _per_axis(value, count):
    values = list(value) if np.iterable(value) else [value] * count
    if len(values) != count:
        raise RuntimeError('sequence argument must have length equal to input rank')
    return values


def shift(input, shift, output=None, order=3, mode='constant', cval=0.0, prefilter=True):
    """The array moved by a number of places, which need not be whole.

    >>> ndimage.shift([1., 2., 3.], 1)
    array([0., 1., 2.])
    """
    input = np.asarray(input)
    if input.ndim < 1:
        raise RuntimeError('input and output rank must be > 0')
    by = _per_axis(shift, input.ndim)
    return _interpolated(input, [x + -float(k) for x, k in zip(_grid(input.shape), by)], output, order, mode, cval, prefilter)


def zoom(input, zoom, output=None, order=3, mode='constant', cval=0.0, prefilter=True, *, grid_mode=False):
    """The array with more or fewer places.

    >>> ndimage.zoom([1., 2., 3.], 5 / 3, order=1)
    array([1. , 1.5, 2. , 2.5, 3. ])
    """
    input = np.asarray(input)
    if input.ndim < 1:
        raise RuntimeError('input and output rank must be > 0')
    shape = tuple(int(round(n * k)) for n, k in zip(input.shape, _per_axis(zoom, input.ndim)))
    coordinates = []
    for x, n, m in zip(_grid(shape), input.shape, shape):
        if grid_mode:
            coordinates.append((x + 0.5) * (n / m if m else 1.0) - 0.5)
        else:
            coordinates.append(x * ((n - 1) / (m - 1) if m - 1 else 1.0))
    return _interpolated(input, coordinates, output, order, mode, cval, prefilter)


def _degrees(angle):
    """Cosine and sine, exact at right angles."""
    turn = angle % 360.0
    exact = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}
    return exact.get(turn) or (math.cos(math.radians(angle)), math.sin(math.radians(angle)))


def rotate(input, angle, axes=(1, 0), reshape=True, output=None, order=3, mode='constant', cval=0.0, prefilter=True):
    """The array turned in the plane of two axes by an angle in degrees.

    >>> ndimage.rotate([[1., 2.], [3., 4.]], 90)
    array([[2., 4.],
           [1., 3.]])
    """
    input = np.asarray(input)
    count = input.ndim
    if count < 2:
        raise ValueError('input array should be at least 2D')
    axes = list(axes)
    if len(axes) != 2:
        raise ValueError('axes should contain exactly two values')
    if not all(float(axis).is_integer() for axis in axes):
        raise ValueError('axes should contain only integer values')
    axes = [axis + count if axis < 0 else axis for axis in axes]
    if min(axes) < 0 or max(axes) >= count:
        raise ValueError('invalid rotation plane specified')
    axes.sort()
    c, s = _degrees(angle)
    matrix = np.array([[c, s], [-s, c]])
    plane = np.asarray(input.shape)[axes]
    if reshape:
        height, width = plane
        corners = matrix @ [[0, 0, height, height], [0, width, 0, width]]
        new_plane = (np.ptp(corners, axis=1) + 0.5).astype(int)
    else:
        new_plane = plane
    offset = (plane - 1) / 2 - matrix @ ((new_plane - 1) / 2)
    shape = np.asarray(input.shape)
    shape[axes] = new_plane
    turn = lambda part: affine_transform(part, matrix, offset, tuple(new_plane.tolist()),
                                         output.dtype if isinstance(output, np.ndarray) else output, order, mode, cval, prefilter)
    if count == 2:
        return _given(output, turn(input))
    flat = np.moveaxis(input, axes, (-2, -1)).reshape((-1,) + tuple(plane.tolist()))
    dtype = input.dtype if output is None else output.dtype if isinstance(output, np.ndarray) else output
    parts = np.empty((len(flat),) + tuple(new_plane.tolist()), dtype=dtype)
    for k in range(len(flat)):
        parts[k] = turn(flat[k])
    others = tuple(n for k, n in enumerate(input.shape) if k not in axes)
    return _given(output, np.ascontiguousarray(np.moveaxis(parts.reshape(others + tuple(new_plane.tolist())), (-2, -1), axes)))


# ---- distances to the background ----

def _nearest(input, steps, combine, wants_places):
    """The least of combined costs over the places of the background, axis by axis: (costs, places)."""
    truth = np.asarray(input) != 0
    costs = np.where(truth, np.inf, 0.0)
    places = np.indices(truth.shape) if wants_places else None
    for axis in range(truth.ndim):
        old = np.moveaxis(costs, axis, 0)
        best = old.copy()
        old_places = np.moveaxis(places, axis + 1, 1) if wants_places else None
        best_places = old_places.copy() if wants_places else None
        n = len(old)
        for k in range(1, n):
            cost = steps(axis, k)
            worst = best.max() if best.size else 0
            if combine is np.add and cost > worst:
                break
            for target, source in ((slice(k, None), slice(None, n - k)), (slice(None, n - k), slice(k, None))):
                trial = combine(old[source], cost)
                if wants_places:
                    better = trial < best[target]
                    best_places[:, target] = np.where(better, old_places[:, source], best_places[:, target])
                best[target] = np.minimum(best[target], trial)
        costs = np.moveaxis(best, 0, axis)
        if wants_places:
            places = np.moveaxis(best_places, 1, axis + 1)
    return np.ascontiguousarray(costs), np.ascontiguousarray(places).astype(np.int32) if wants_places else None


def _give_distances(costs, places, return_distances, return_indices, distances, indices):
    found = []
    if return_distances:
        if distances is not None:
            distances[...] = costs
        else:
            found.append(costs)
    if return_indices:
        if indices is not None:
            indices[...] = places
        else:
            found.append(places)
    return tuple(found) if len(found) > 1 else found[0] if found else None


def distance_transform_edt(input, sampling=None, return_distances=True, return_indices=False, distances=None, indices=None):
    """The distance of each element that is not 0 from the nearest that is.

    >>> ndimage.distance_transform_edt([0, 1, 1, 1])
    array([0., 1., 2., 3.])
    """
    if not return_distances and not return_indices:
        raise RuntimeError('at least one of return_distances/return_indices must be True')
    input = np.atleast_1d(input)
    widths = _per_axis(1.0 if sampling is None else sampling, input.ndim)
    costs, places = _loops.nearest_zeros(np.not_equal(input, 0), widths)
    return _give_distances(costs, places, return_distances, return_indices, distances, indices)


def distance_transform_bf(input, metric='euclidean', sampling=None, return_distances=True, return_indices=False, distances=None, indices=None):
    """The distance of each element that is not 0 from the nearest that is, by one of three metrics.

    >>> ndimage.distance_transform_bf([0, 1, 1, 1], 'taxicab')
    array([0, 1, 2, 3], dtype=uint32)
    """
    if not return_distances and not return_indices:
        raise RuntimeError('at least one of return_distances/return_indices must be True')
    name = {'manhattan': 'taxicab', 'cityblock': 'taxicab'}.get(metric.lower(), metric.lower())
    if name == 'euclidean':
        return distance_transform_edt(input, sampling, return_distances, return_indices, distances, indices)
    if name not in ('taxicab', 'chessboard'):
        raise RuntimeError('distance metric not supported')
    costs, places = _nearest(np.atleast_1d(input), lambda axis, k: float(k), np.add if name == 'taxicab' else np.maximum, return_indices)
    costs = np.where(np.isinf(costs), 4294967295.0, costs).astype(np.uint32)
    return _give_distances(costs, places, return_distances, return_indices, distances, indices)


def distance_transform_cdt(input, metric='chessboard', return_distances=True, return_indices=False, distances=None, indices=None):
    """The distance of each element that is not 0 from the nearest that is, in whole steps.

    >>> ndimage.distance_transform_cdt([0, 1, 1, 1])
    array([0, 1, 2, 3], dtype=int32)
    """
    if not return_distances and not return_indices:
        raise RuntimeError('at least one of return_distances/return_indices must be True')
    if not isinstance(metric, str):
        raise NotImplementedError('metrics as structures')
    name = {'manhattan': 'taxicab', 'cityblock': 'taxicab'}.get(metric, metric)
    if name not in ('taxicab', 'chessboard'):
        raise ValueError('invalid metric provided')
    input = np.atleast_1d(input)
    if not return_indices and input.ndim <= 7:
        return _give_distances(_loops.step_distances(np.not_equal(input, 0), name == 'taxicab'), None, True, False, distances, None)
    costs, places = _nearest(input, lambda axis, k: float(k), np.add if name == 'taxicab' else np.maximum, return_indices)
    costs = np.where(np.isinf(costs), -1.0, costs).astype(np.int32)
    return _give_distances(costs, places, return_distances, return_indices, distances, indices)


# ---- grey morphology ----

PADS = {'reflect': 'symmetric', 'mirror': 'reflect', 'nearest': 'edge', 'wrap': 'wrap', 'grid-mirror': 'symmetric', 'grid-wrap': 'wrap',
        'constant': 'constant', 'grid-constant': 'constant'}


def _surrounded(input, shape, mode, cval, origins):
    """The input with as many neighbours around it as a filter of a shape looks at."""
    for axis, (n, origin) in enumerate(zip(shape, origins)):
        modes = mode if isinstance(mode, str) else mode[axis]
        before = n // 2 + origin
        if before < 0 or before >= n:
            raise ValueError('invalid origin')
        width = [(0, 0)] * input.ndim
        width[axis] = (before, n - 1 - before)
        if modes not in PADS:
            raise RuntimeError('boundary mode not supported')
        how = PADS[modes]
        input = np.pad(input, width, mode=how, constant_values=cval) if how == 'constant' else np.pad(input, width, mode=how)
    return input


def _structured(input, footprint, structure, output, mode, cval, origin, least):
    """The least of neighbours less a structure, or the largest of neighbours and it together."""
    input, structure = np.asarray(input), np.asarray(structure, dtype=float)
    footprint = np.ones(structure.shape, dtype=bool) if footprint is None else np.asarray(footprint, dtype=bool)
    around = _surrounded(input, structure.shape, mode, cval, _per_axis(origin, input.ndim))
    result = None
    for at in np.ndindex(*structure.shape):
        if not footprint[at]:
            continue
        part = around[tuple(slice(k, k + n) for k, n in zip(at, input.shape))].astype(float)
        part = part - structure[at] if least else part + structure[at]
        result = part if result is None else (np.minimum if least else np.maximum)(result, part)
    dtype = input.dtype if output is None or isinstance(output, np.ndarray) else output
    return _given(output, result.astype(dtype))


def _of_axes(count, axes, size, footprint, structure, mode, origin):
    """Size, footprint, structure, modes and origins along some axes, as those along all: one element wide along the others."""
    if axes is None:
        return size, footprint, structure, mode, origin
    axes = [operator.index(axis) for axis in (axes if np.iterable(axes) else (axes,))]
    for axis in axes:
        if not -count <= axis < count:
            raise ValueError(f'specified axis: {axis} is out of range')
    axes = [axis % count for axis in axes]
    if len(set(axes)) != len(axes):
        raise ValueError('axes must be unique')

    def spread(values, other):
        full = [other] * count
        for axis, value in zip(axes, _per_axis(values, len(axes))):
            full[axis] = value
        return full

    def widened(shape):
        if shape is None:
            return None
        shape = np.asarray(shape)
        if shape.ndim != len(axes):
            raise RuntimeError('filter footprint array has incorrect shape.')
        return np.expand_dims(shape, tuple(axis for axis in range(count) if axis not in axes))

    modes = [mode] * len(axes) if isinstance(mode, str) else mode
    return size if size is None else tuple(spread(size, 1)), widened(footprint), widened(structure), spread(modes, 'constant'), spread(origin, 0)


def grey_erosion(input, size=None, footprint=None, structure=None, output=None, mode='reflect', cval=0.0, origin=0, *, axes=None):
    """The least of the neighbours, or of the neighbours less a structure.

    >>> ndimage.grey_erosion([3, 9, 2, 4], size=3)
    array([3, 2, 2, 2])
    """
    size, footprint, structure, mode, origin = _of_axes(np.ndim(input), axes, size, footprint, structure, mode, origin)
    if size is None and footprint is None and structure is None:
        raise ValueError('size, footprint, or structure must be specified')
    if structure is None:
        return ndimage.minimum_filter(input, size, footprint, output, mode, cval, origin)
    return _structured(input, footprint, structure, output, mode, cval, origin, True)


def grey_dilation(input, size=None, footprint=None, structure=None, output=None, mode='reflect', cval=0.0, origin=0, *, axes=None):
    """The largest of the neighbours, or of the neighbours and a structure together.

    >>> ndimage.grey_dilation([3, 9, 2, 4], size=3)
    array([9, 9, 9, 4])
    """
    size, footprint, structure, mode, origin = _of_axes(np.ndim(input), axes, size, footprint, structure, mode, origin)
    if size is None and footprint is None and structure is None:
        raise ValueError('size, footprint, or structure must be specified')
    input = np.asarray(input)
    flip = (slice(None, None, -1),) * input.ndim
    if structure is not None:
        structure = np.asarray(structure)[flip]
    if footprint is not None:
        footprint = np.asarray(footprint)[flip]
    origins = _per_axis(origin, input.ndim)
    for k in range(input.ndim):
        n = footprint.shape[k] if footprint is not None else structure.shape[k] if structure is not None else size if np.isscalar(size) else size[k]
        origins[k] = -origins[k] - (1 if not n & 1 else 0)
    if structure is None:
        return ndimage.maximum_filter(input, size, footprint, output, mode, cval, origins)
    return _structured(input, footprint, structure, output, mode, cval, origins, False)


def grey_opening(input, size=None, footprint=None, structure=None, output=None, mode='reflect', cval=0.0, origin=0, *, axes=None):
    """An erosion and then a dilation.

    >>> ndimage.grey_opening([3, 9, 2, 4], size=3)
    array([3, 3, 2, 2])
    """
    size, footprint, structure, mode, origin = _of_axes(np.ndim(input), axes, size, footprint, structure, mode, origin)
    eroded = grey_erosion(input, size, footprint, structure, None, mode, cval, origin)
    return grey_dilation(eroded, size, footprint, structure, output, mode, cval, origin)


def grey_closing(input, size=None, footprint=None, structure=None, output=None, mode='reflect', cval=0.0, origin=0, *, axes=None):
    """A dilation and then an erosion.

    >>> ndimage.grey_closing([3, 9, 2, 4], size=3)
    array([9, 9, 4, 4])
    """
    size, footprint, structure, mode, origin = _of_axes(np.ndim(input), axes, size, footprint, structure, mode, origin)
    grown = grey_dilation(input, size, footprint, structure, None, mode, cval, origin)
    return grey_erosion(grown, size, footprint, structure, output, mode, cval, origin)


def morphological_gradient(input, size=None, footprint=None, structure=None, output=None, mode='reflect', cval=0.0, origin=0, *, axes=None):
    """A dilation less an erosion.

    >>> ndimage.morphological_gradient([3, 9, 2, 4], size=3)
    array([6, 7, 7, 2])
    """
    size, footprint, structure, mode, origin = _of_axes(np.ndim(input), axes, size, footprint, structure, mode, origin)
    options = (size, footprint, structure, None, mode, cval, origin)
    return _given(output, grey_dilation(input, *options) - grey_erosion(input, *options))


def morphological_laplace(input, size=None, footprint=None, structure=None, output=None, mode='reflect', cval=0.0, origin=0, *, axes=None):
    """A dilation and an erosion together, less twice the input.

    >>> ndimage.morphological_laplace([3, 9, 2, 4], size=3)
    array([ 6, -7,  7, -2])
    """
    size, footprint, structure, mode, origin = _of_axes(np.ndim(input), axes, size, footprint, structure, mode, origin)
    options = (size, footprint, structure, None, mode, cval, origin)
    input = np.asarray(input)
    return _given(output, grey_dilation(input, *options) + grey_erosion(input, *options) - input - input)


def _difference(a, b):
    return np.bitwise_xor(a, b) if a.dtype == bool and b.dtype == bool else a - b


def white_tophat(input, size=None, footprint=None, structure=None, output=None, mode='reflect', cval=0.0, origin=0, *, axes=None):
    """What an opening takes away.

    >>> ndimage.white_tophat([3, 9, 2, 4], size=3)
    array([0, 6, 0, 2])
    """
    size, footprint, structure, mode, origin = _of_axes(np.ndim(input), axes, size, footprint, structure, mode, origin)
    input = np.asarray(input)
    return _given(output, _difference(input, grey_opening(input, size, footprint, structure, None, mode, cval, origin)))


def black_tophat(input, size=None, footprint=None, structure=None, output=None, mode='reflect', cval=0.0, origin=0, *, axes=None):
    """What a closing adds.

    >>> ndimage.black_tophat([3, 9, 2, 4], size=3)
    array([6, 0, 2, 0])
    """
    size, footprint, structure, mode, origin = _of_axes(np.ndim(input), axes, size, footprint, structure, mode, origin)
    input = np.asarray(input)
    return _given(output, _difference(grey_closing(input, size, footprint, structure, None, mode, cval, origin), input))


def iterate_structure(structure, iterations, origin=None):
    """A structure dilated by itself.

    >>> ndimage.iterate_structure(ndimage.generate_binary_structure(1, 1), 2).astype(int)
    array([1, 1, 1, 1, 1])
    """
    structure = np.asarray(structure)
    if iterations < 2:
        return structure.copy()
    rounds = iterations - 1
    shape = [n + rounds * (n - 1) for n in structure.shape]
    starts = [rounds * (n // 2) for n in structure.shape]
    grown = np.zeros(shape, bool)
    grown[tuple(slice(start, start + n) for start, n in zip(starts, structure.shape))] = structure != 0
    grown = ndimage.binary_dilation(grown, structure, iterations=rounds)
    if origin is None:
        return grown
    return grown, [iterations * o for o in _per_axis(origin, structure.ndim)]


def binary_hit_or_miss(input, structure1=None, structure2=None, output=None, origin1=0, origin2=None, *, axes=None):
    """Where one structure fits and another fits the background.

    >>> ndimage.binary_hit_or_miss([0, 1, 0], structure1=[0, 1, 0]).astype(int)
    array([0, 1, 0])
    """
    input = np.asarray(input)
    width = input.ndim if axes is None else len(axes) if np.iterable(axes) else 1
    structure1 = ndimage.generate_binary_structure(width, 1) if structure1 is None else np.asarray(structure1)
    structure2 = np.logical_not(structure1) if structure2 is None else np.asarray(structure2)
    origin2 = origin1 if origin2 is None else origin2
    _, structure1, _, _, origin1 = _of_axes(input.ndim, axes, None, structure1, None, 'constant', origin1)
    _, structure2, _, _, origin2 = _of_axes(input.ndim, axes, None, structure2, None, 'constant', origin2)
    fits = ndimage.binary_erosion(input, structure1, 1, None, None, 0, origin1)
    return _given(output, fits & ndimage.binary_erosion(np.logical_not(input), structure2, 1, None, None, 1, origin2))


# ---- functions of the user's ----

def generic_filter(input, function, size=None, footprint=None, output=None, mode='reflect', cval=0.0, origin=0, extra_arguments=(),
                   extra_keywords=None, *, axes=None):
    """What a function makes of each element's neighbours, given as a line of floats.

    >>> ndimage.generic_filter([1., 5., 2.], max, size=3)
    array([5., 5., 5.])
    """
    input = np.asarray(input)
    if input.dtype.kind == 'c':
        raise TypeError('Complex type not supported')
    size, footprint, _, mode, origin = _of_axes(input.ndim, axes, size, footprint, None, mode, origin)
    if footprint is None:
        if size is None:
            raise RuntimeError('no footprint or filter size provided')
        footprint = np.ones(_per_axis(size, input.ndim), dtype=bool)
    footprint = np.asarray(footprint, dtype=bool)
    if footprint.ndim != input.ndim:
        raise RuntimeError('filter footprint array has incorrect shape.')
    around = _surrounded(input.astype(float), footprint.shape, mode, cval, _per_axis(origin, input.ndim))
    dtype = input.dtype if output is None else output.dtype if isinstance(output, np.ndarray) else np.dtype(output)
    result = np.empty(input.shape, dtype=float)
    for at in np.ndindex(*input.shape):
        window = around[tuple(slice(k, k + n) for k, n in zip(at, footprint.shape))]
        result[at] = function(window[footprint], *extra_arguments, **(extra_keywords or {}))
    return _given(output, result.astype(dtype))


def generic_filter1d(input, function, filter_size, axis=-1, output=None, mode='reflect', cval=0.0, origin=0, extra_arguments=(),
                     extra_keywords=None):
    """What a function makes of lines along an axis: it is given a line with its neighbours, and the line to fill.

    >>> def doubled(line, out): out[:] = line[1:-1] * 2
    >>> ndimage.generic_filter1d([1., 5., 2.], doubled, 3)
    array([ 2., 10.,  4.])
    """
    input = np.asarray(input)
    if input.dtype.kind == 'c':
        raise TypeError('Complex type not supported')
    if filter_size < 1:
        raise RuntimeError('invalid filter size')
    lines = np.moveaxis(input.astype(float), axis, -1)
    around = _surrounded(lines, [1] * (lines.ndim - 1) + [filter_size], mode, cval, [0] * (lines.ndim - 1) + [origin])
    result = np.empty(lines.shape)
    for at in np.ndindex(*lines.shape[:-1]):
        line = np.empty(lines.shape[-1])
        function(around[at].copy(), line, *extra_arguments, **(extra_keywords or {}))
        result[at] = line
    dtype = input.dtype if output is None or isinstance(output, np.ndarray) else np.dtype(output)
    return _given(output, np.ascontiguousarray(np.moveaxis(result, -1, axis)).astype(dtype))


def _axes_and_modes(count, axes, mode):
    along = range(count) if axes is None else sorted(axis % count for axis in (axes if np.iterable(axes) else (axes,)))
    *_, modes, _ = _of_axes(count, range(count) if axes is None else axes, None, None, None, mode, 0)
    return along, modes


def generic_laplace(input, derivative2, output=None, mode='reflect', cval=0.0, extra_arguments=(), extra_keywords=None, *, axes=None):
    """The sum of second derivatives that a function gives along each axis.

    >>> ndimage.generic_laplace([1., 2., 4.], lambda a, axis, output, mode, cval: a)
    array([1., 2., 4.])
    """
    input = np.asarray(input)
    along, mode = _axes_and_modes(input.ndim, axes, mode)
    dtype = input.dtype if output is None or isinstance(output, np.ndarray) else np.dtype(output)
    total = sum(derivative2(input, axis, dtype, mode[axis], cval, *extra_arguments, **(extra_keywords or {})) for axis in along)
    return _given(output, np.asarray(total, dtype=dtype))


def generic_gradient_magnitude(input, derivative, output=None, mode='reflect', cval=0.0, extra_arguments=(), extra_keywords=None, *, axes=None):
    """The size of the gradient whose parts a function gives.

    >>> ndimage.generic_gradient_magnitude([3., 4.], lambda a, axis, output, mode, cval: a)
    array([3., 4.])
    """
    input = np.asarray(input)
    along, mode = _axes_and_modes(input.ndim, axes, mode)
    dtype = input.dtype if output is None or isinstance(output, np.ndarray) else np.dtype(output)
    parts = [derivative(input, axis, dtype, mode[axis], cval, *extra_arguments, **(extra_keywords or {})) for axis in along]
    return _given(output, np.sqrt(sum(np.asarray(part) ** 2 for part in parts)).astype(dtype))


# ---- in Fourier's space ----

def _spectrum(input, n, axis, factor):
    """The input times a function of the frequencies along each axis; n: the real axis's length before rfft, or -1."""
    input = np.asarray(input)
    dtype = np.complex128 if input.dtype.kind == 'c' else np.float64
    result = input.astype(dtype)
    axis = axis % input.ndim
    for k, size in enumerate(input.shape):
        if k == axis and n >= 0:
            frequencies = np.arange(size) / n
        else:
            frequencies = np.fft.fftfreq(size)
        shape = [1] * input.ndim
        shape[k] = size
        result = result * factor(k, frequencies).reshape(shape)
    return result


def fourier_gaussian(input, sigma, n=-1, axis=-1, output=None):
    """A spectrum times that of a Gaussian.

    >>> ndimage.fourier_gaussian([1., 1.], 0)
    array([1., 1.])
    """
    sigmas = _per_axis(sigma, np.ndim(input))
    return _given(output, _spectrum(input, n, axis, lambda k, f: np.exp(-2 * (np.pi * sigmas[k] * f) ** 2)))


def fourier_uniform(input, size, n=-1, axis=-1, output=None):
    """A spectrum times that of a box.

    >>> ndimage.fourier_uniform([1., 1.], 1).round(6)
    array([1.     , 0.63662])
    """
    sizes = _per_axis(size, np.ndim(input))
    return _given(output, _spectrum(input, n, axis, lambda k, f: np.sinc(sizes[k] * f)))


def fourier_shift(input, shift, n=-1, axis=-1, output=None):
    """The spectrum of what is moved.

    >>> ndimage.fourier_shift([1., 1.], 0).real
    array([1., 1.])
    """
    by = _per_axis(shift, np.ndim(input))
    return _given(output, _spectrum(np.asarray(input, dtype=complex), n, axis, lambda k, f: np.exp(-2j * np.pi * by[k] * f)))


def fourier_ellipsoid(input, size, n=-1, axis=-1, output=None):
    """A spectrum times that of an ellipsoid; of one, two or three dimensions.

    >>> ndimage.fourier_ellipsoid([1., 1.], 1).round(6)
    array([1.     , 0.63662])
    """
    from scipy.special import j1
    input = np.asarray(input)
    if input.ndim > 3:
        raise NotImplementedError('Only 1d, 2d and 3d inputs are supported')
    sizes = _per_axis(size, input.ndim)
    if input.ndim == 1:
        return fourier_uniform(input, size, n, axis, output)
    squares = 0.0
    for k, extent in enumerate(input.shape):
        f = np.arange(extent) / n if k == axis % input.ndim and n >= 0 else np.fft.fftfreq(extent)
        shape = [1] * input.ndim
        shape[k] = extent
        squares = squares + ((np.pi * sizes[k] * f) ** 2).reshape(shape)
    r = np.sqrt(squares)
    safe = np.where(r > 0, r, 1.0)
    factor = 2 * j1(safe) / safe if input.ndim == 2 else 3 * (np.sin(safe) - safe * np.cos(safe)) / safe ** 3
    return _given(output, input * np.where(r > 0, factor, 1.0))
