"""Plans of transforms, as CuPy chooses, checks and keeps them. The transforms themselves have plans of their own below (cuFFT's, FFTW's):
what is here says which plan of CuPy's a call would take, refuses one that does not fit, and keeps the books of the cache."""

import threading

import cupy
import numpy

CUFFT_C2C, CUFFT_R2C, CUFFT_C2R, CUFFT_Z2Z, CUFFT_D2Z, CUFFT_Z2D = 0x29, 0x2a, 0x2c, 0x69, 0x6a, 0x6c
CUFFT_FORWARD, CUFFT_INVERSE = -1, 1
KINDS = {'C2C': (CUFFT_C2C, CUFFT_Z2Z), 'R2C': (CUFFT_R2C, CUFFT_D2Z), 'C2R': (CUFFT_C2R, CUFFT_Z2D)}
_ALL_KINDS = [kind for kinds in KINDS.values() for kind in kinds]
_WIDE = 'fd?bBhHiIlLqQDG'  # but for halves, singles and their complex numbers
NORMS = ('backward', 'ortho', 'forward')

settings = threading.local()


def current_plan():
    """The plan of the innermost `with plan:`, or None."""
    return getattr(settings, 'plan', None)


# ---- plans ----


class Plan:
    """What plans have in common: a block of `with plan:` has transforms take it."""

    gpus = None

    def __enter__(self):
        settings.plan = self
        return self

    def __exit__(self, *error):
        settings.plan = None

    def _made(self, kind):
        if kind not in _ALL_KINDS:
            raise ValueError('the type of the transform is not known')
        self.fft_type = kind
        self.is_wide = kind in (CUFFT_Z2Z, CUFFT_D2Z, CUFFT_Z2D)
        self.value_type = next(name for name, kinds in KINDS.items() if kind in kinds)

    def _output_dtype(self):
        types = ('float32', 'float64') if self.value_type == 'C2R' else ('complex64', 'complex128')
        return numpy.dtype(types[self.is_wide])

    def check_output_array(self, a, out):
        """Raise a ValueError if the transform of `a` is not like `out`."""
        expected = self.get_output_array(a)
        if out.shape != expected.shape:
            raise ValueError('out must have shape %s.' % (expected.shape,))
        if out.dtype != expected.dtype:
            raise ValueError('output dtype mismatch')

    def fft(self, a, out, direction):
        """The transform of a, not scaled, into out."""
        from cupy.fft._transforms import natives
        axes = self._axes
        if self.value_type == 'C2C':
            result = natives['fftn'](a, None, axes) if direction == CUFFT_FORWARD else natives['ifftn'](a, None, axes, 'forward')
        elif self.value_type == 'R2C':
            result = natives['rfftn'](a, None, axes)
        else:
            result = natives['irfftn'](a, self._lengths, axes, 'forward')
        out[...] = result.reshape(out.shape)


class Plan1d(Plan):
    """A plan for transforms along the last axis: Plan1d(nx, fft_type, batch)."""

    def __init__(self, nx, fft_type, batch, *, devices=None, out=None):
        self._made(fft_type)
        self.nx, self.batch = int(nx), int(batch)
        self.shape = self._lengths = (self.nx,)
        self._axes = (-1,)

    def get_output_array(self, a):
        """An array for the transform of `a`."""
        length = {'C2C': a.shape[-1], 'R2C': self.nx // 2 + 1, 'C2R': self.nx}[self.value_type]
        return cupy.empty(a.shape[:-1] + (length,), self._output_dtype())


class PlanNd(Plan):
    """A plan for transforms over several axes, the first or the last ones of an array."""

    def __init__(self, shape, inembed, istride, idist, onembed, ostride, odist, fft_type, batch, order, last_axis, last_size):
        self._made(fft_type)
        self.shape, self.batch, self.order, self.last_axis, self.last_size = tuple(shape), int(batch), order, last_axis, last_size
        self._lengths = self.shape if order == 'C' else self.shape[::-1]
        self._axes = tuple(range(last_axis - len(self.shape) + 1, last_axis + 1)) if last_axis is not None else tuple(range(-len(self.shape), 0))

    def get_output_array(self, a, order='C'):
        """An array for the transform of `a`."""
        shape = list(a.shape)
        if self.value_type != 'C2C':
            shape[self.last_axis] = self.last_size
        return cupy.empty(shape, self._output_dtype(), order)


# ---- the cache ----


class PlanCache:
    """The plans that transforms of one thread on one device took last: PlanCache(size=16, memsize=-1, dev=-1). -1: without a limit."""

    def __init__(self, size=16, memsize=-1, dev=-1):
        self._dev = cupy.cuda.runtime.getDevice() if dev == -1 else dev
        self._limit(size, memsize)
        self.clear()

    def _limit(self, size, memsize):
        if size < -1 or memsize < -1:
            raise ValueError('invalid input')
        self._size, self._memsize = int(size), int(memsize)
        self._is_enabled = size != 0 and memsize != 0

    def clear(self):
        """Forget the plans, and how often they were found."""
        self._plans = {}  # the one that was used last comes last
        self._hits = self._misses = 0

    def _shrink(self, size):
        while self._plans and 0 <= size < len(self._plans):
            del self._plans[next(iter(self._plans))]

    def __getitem__(self, key):
        if not self._is_enabled:
            return None
        if key not in self._plans:
            self._misses += 1
            raise KeyError('plan not found for key: {}'.format(key))
        self._hits += 1
        plan = self._plans[key] = self._plans.pop(key)
        return plan

    def __setitem__(self, key, plan):
        if self._is_enabled:
            self._plans.pop(key, None)
            self._shrink(self._size - 1 if self._size != -1 else -1)
            self._plans[key] = plan

    def __delitem__(self, key):
        if self._is_enabled:
            self[key]
            del self._plans[key]

    def get(self, key, default=None):
        """The plan for a key, or the default."""
        try:
            plan = self[key]
        except KeyError:
            return default
        return default if plan is None else plan

    def __iter__(self):
        return iter([(key, _Node(key, plan)) for key, plan in reversed(list(self._plans.items()))])

    def get_size(self):
        """How many plans may be kept."""
        return self._size

    def set_size(self, size):
        """Set how many plans may be kept; 0: none, and nothing is counted."""
        self._limit(size, self._memsize)
        self._shrink(self._size)

    def get_memsize(self):
        """How many bytes plans may take; -1: any number."""
        return self._memsize

    def set_memsize(self, memsize):
        """Set how many bytes plans may take. They take none here: the transforms' own plans are not counted."""
        self._limit(self._size, memsize)
        if memsize == 0:
            self._plans.clear()

    def get_curr_size(self):
        """How many plans are kept."""
        return len(self._plans)

    def get_curr_memsize(self):
        """How many bytes the kept plans take."""
        return 0

    def show_info(self):
        """Print what is kept."""
        print(self)

    def __repr__(self):
        lines = ['------------------- cuFFT plan cache (device %d) -------------------' % self._dev, 'cache enabled? %s' % self._is_enabled,
                 'current / max size   : %d / %s (counts)' % (len(self._plans), '(unlimited)' if self._size == -1 else self._size),
                 'current / max memsize: 0 / %s (bytes)' % ('(unlimited)' if self._memsize == -1 else self._memsize),
                 'hits / misses: %d / %d (counts)' % (self._hits, self._misses), '', 'cached plans (most recently used first):']
        return '\n'.join(lines + [repr(node) for _, node in self]) + '\n'


PlanCache.__module__ = 'cupy.fft._cache'


class _Node:
    # A kept plan, as the cache shows it.
    memsize = 0
    gpus = None

    def __init__(self, key, plan):
        self.key, self.plan = key, plan

    def __repr__(self):
        return 'key: %s, plan type: %s, memory usage: 0' % (self.key, type(self.plan).__name__)


def caches():
    """Those of this thread, by the number of the device."""
    try:
        return settings.caches
    except AttributeError:
        settings.caches = {}
        return settings.caches


def plan_cache():
    """The cache of the current device and thread."""
    known, number = caches(), cupy.cuda.runtime.getDevice()
    if number not in known:
        known[number] = PlanCache(dev=number)
    return known[number]


# ---- which plan a transform takes ----


def kind_of(dtype, value_type):
    """The kind of a transform of such elements."""
    return KINDS[value_type][dtype.char not in 'efF']


def _once(shape, is_wide, value_type, axis, plan, out_size=None):
    # One axis of an array of this shape.
    kind, axis = KINDS[value_type][is_wide], axis % len(shape)
    length = shape[axis]
    if length < 1:
        raise ValueError('Invalid number of FFT data points (%d) specified.' % length)
    if out_size is None:
        out_size = length
    batch = 1
    for extent in shape[:axis] + shape[axis + 1:]:
        batch *= extent
    current = current_plan()
    if current is not None:
        if plan is not None:
            raise RuntimeError('Use the cuFFT plan either as a context manager or as an argument.')
        plan = current
    if plan is None:
        cache, key = plan_cache(), (out_size, kind, batch, None)
        if cache.get(key) is None:
            cache[key] = Plan1d(out_size, kind, batch)
        return
    if not isinstance(plan, Plan1d):
        raise ValueError('expected plan to have type cufft.Plan1d')
    if kind != plan.fft_type:
        raise ValueError('cuFFT plan dtype mismatch.')
    if out_size != plan.nx:
        raise ValueError('Target array size does not match the plan.', out_size, plan.nx)
    if batch != plan.batch:
        raise ValueError('Batch size does not match the plan.')


def _cooked(shape, s, axes, value_type):
    # The shape once lengths are given to axes.
    shape = list(shape)
    for place, (length, axis) in enumerate(zip(s or (), axes)):
        if length is not None:
            shape[axis] = length // 2 + 1 if value_type == 'C2R' and place == len(s) - 1 else length
    return tuple(shape)


def _out_size(shape, s, last, value_type):
    if value_type == 'C2C':
        return None
    if value_type == 'R2C':
        return shape[last] // 2 + 1
    return 2 * (shape[last] - 1) if s is None or s[-1] is None else s[-1]


def _by_axes(a, s, axes, value_type, plan):
    is_wide, shape = a.dtype.char not in 'efF', _cooked(a.shape, s, axes, value_type)
    last = axes[-1]
    if value_type == 'C2C':
        for axis in axes:
            _once(shape, is_wide, 'C2C', axis, plan)
        return
    half = list(shape)
    if value_type == 'R2C':
        _once(shape, is_wide, 'R2C', last, None)
        half[last] = shape[last] // 2 + 1
    for axis in axes[:-1]:
        _once(tuple(half), is_wide, 'C2C', axis, None)
    if value_type == 'C2R':
        _once(shape, is_wide, 'C2R', last, None, _out_size(shape, s, last, 'C2R'))


def _sorted(ndim, axes, value_type):
    places = [axis % ndim for axis in axes]
    return tuple(sorted(places)) if value_type == 'C2C' else tuple(sorted(places[:-1]) + places[-1:])


def _is_possible(places, ndim):
    return 0 < len(places) <= 3 and (0 in places or ndim - 1 in places) and all(b - a == 1 for a, b in zip(places, places[1:]))


def nd_plan(shape, kind, places, order, out_size, value_type, keeps=True):
    """The plan over several axes at once: from the cache, or a new one, which the cache keeps."""
    ndim = len(shape)
    if not _is_possible(places, ndim):
        raise ValueError('An n-dimensional cuFFT plan could not be created. The axes must be contiguous and non-repeating. Between one and three '
                         'axes can be transformed and either the first or last axis must be included in axes.')
    inner = tuple(shape[axis] for axis in (places if order == 'C' else places[::-1]))
    outer = inner if value_type == 'C2C' or out_size is None else inner[:-1] + (out_size,)
    lengths = outer if value_type == 'C2R' else inner
    if any(length < 1 for length in lengths):
        raise ValueError('Invalid number of FFT data points specified.')
    batch = istride = ostride = idist = odist = 1
    if len(places) < ndim:
        is_first = 0 not in places  # what is transformed comes last
        for extent in shape[:min(places)] if is_first else shape[len(places):]:
            batch *= extent
        if is_first == (order == 'C'):
            idist, odist = _product(inner), _product(outer)
        else:
            istride = ostride = batch
    key = (lengths, inner, istride, idist, outer, ostride, odist, kind, batch, order, places[-1], out_size)
    cache = plan_cache()
    plan = cache.get(key)
    if plan is None:
        plan = PlanNd(*key)
        if keeps:
            cache[key] = plan
    return plan


def _product(numbers):
    product = 1
    for number in numbers:
        product *= number
    return product


def _at_once(a, s, axes, value_type, plan):
    order = 'F' if a.flags.f_contiguous else 'C'
    shape = _cooked(a.shape, s, axes, value_type)
    for length in shape:
        if length < 1:
            raise ValueError('Invalid number of FFT data points (%d) specified.' % length)
    places = _sorted(a.ndim, axes, value_type)
    out_size = _out_size(shape, s, places[-1], value_type)
    kind = kind_of(a.dtype, value_type)
    plan = current_plan() or plan
    if plan is None:
        nd_plan(shape, kind, places, order, out_size, value_type)
        return
    if not isinstance(plan, PlanNd):
        raise ValueError('expected plan to have type cufft.PlanNd')
    if order != plan.order:
        raise ValueError('array orders mismatch (plan: {}, input: {})'.format(plan.order, order))
    expected = [shape[axis] for axis in (places if order == 'C' else places[::-1])]
    if order == 'C' and value_type == 'C2R':
        expected[-1] = out_size
    if tuple(expected) != plan.shape:
        raise ValueError('The cuFFT plan and a.shape do not match: plan.shape = {}, expected_shape={}, a.shape = {}'
                         .format(plan.shape, tuple(expected), shape))
    if kind != plan.fft_type:
        raise ValueError('cuFFT plan dtype mismatch.')
    if value_type != 'C2C':
        if places[-1] != plan.last_axis:
            raise ValueError('The last axis for R2C/C2R mismatch')
        if out_size != plan.last_size:
            raise ValueError('The size along the last R2C/C2R axis mismatch')


def prepare(a, s, axes, value_type, plan=None, is_line=False, chosen=None):
    """Choose or check the plan of a transform of `a`; `chosen`: what decides between one axis after another and all at once. What
    the transform itself refuses is left to it."""
    if not isinstance(a, cupy.ndarray):
        raise TypeError('The input array a must be a cupy.ndarray')
    if s is not None and axes is not None and len(s) != len(axes):
        raise ValueError('Shape and axes have different lengths.')
    if axes is None:
        axes = range(-(a.ndim if s is None else len(s)), 0)
    axes = tuple(axes)
    if not axes or any(not -a.ndim <= axis < a.ndim for axis in axes):
        return
    current = current_plan()
    chosen = current if chosen is None else chosen
    if not is_line and current is not None and chosen is not current:
        raise RuntimeError('Use the cuFFT plan either as a context manager or as an argument.')
    if not is_line and isinstance(chosen, PlanNd):
        at_once = True
    elif is_line or isinstance(chosen, Plan1d) or a.ndim == 1 or not cupy.fft.config._plans_at_once():
        at_once = False
    elif a.flags.f_contiguous and value_type != 'C2C':
        at_once = False
    else:
        at_once = len(axes) > 1 and _is_possible(_sorted(a.ndim, axes, value_type), a.ndim)
    (_at_once if at_once else _by_axes)(a, s, axes, value_type, plan)
