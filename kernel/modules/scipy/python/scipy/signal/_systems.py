"""Members of scipy.signal: linear systems, their forms, and what they make of signals."""

import numpy as np
from scipy.signal._design import freqs_zpk
from scipy.signal._filters import freqs, freqz, freqz_zpk, normalize, tf2zpk, zpk2tf

__all__ = ['lti', 'dlti', 'TransferFunction', 'StateSpace', 'ZerosPolesGain', 'abcd_normalize', 'tf2ss', 'ss2tf', 'zpk2ss', 'ss2zpk',
           'cont2discrete', 'bode', 'freqresp', 'step', 'impulse', 'lsim', 'dlsim', 'dstep', 'dimpulse', 'dbode', 'dfreqresp', 'place_poles']


# ---- forms ----

def tf2ss(num, den):
    """The matrices A, B, C, D (in controller form) of a transfer function.

    >>> signal.tf2ss([1.0], [1.0, 2.0])
    (array([[-2.]]), array([[1.]]), array([[1.]]), array([[0.]]))
    """
    num, den = normalize(num, den)
    num = np.atleast_2d(num)
    rows, order = num.shape[0], len(den)
    if num.shape[1] > order:
        raise ValueError('Improper transfer function. `num` is longer than `den`.')
    if order == 0 or num.shape[1] == 0:
        return np.array([], float), np.array([], float), np.array([], float), np.array([], float)
    num = np.hstack((np.zeros((rows, order - num.shape[1]), dtype=num.dtype), num))
    d = np.atleast_2d(num[:, 0])
    if order == 1:
        return np.zeros((1, 1)), np.zeros((1, d.shape[1])), np.zeros((d.shape[0], 1)), d.reshape(num.shape)
    first = -np.array([den[1:]])
    a = np.vstack((first, np.eye(order - 2, order - 1)))
    c = num[:, 1:] - np.outer(num[:, 0], den[1:])
    return a, np.eye(order - 1, 1), c, d.reshape(c.shape[0], 1)


def abcd_normalize(A=None, B=None, C=None, D=None):
    """The four matrices as matrices of two axes, of zeros where they are missing. Raises ValueError where sizes disagree.

    >>> signal.abcd_normalize(A=[[1.0]], B=[[2.0]], C=[[3.0]])[3]
    array([[0.]])
    """
    if A is None and B is None and C is None:
        raise ValueError('Dimension n is undefined for parameters A = B = C = None!')
    given = [None if m is None else np.atleast_2d(m) for m in (A, B, C, D)]
    a, b, c, d = given
    if (b is None and d is None):
        raise ValueError('Dimension q is undefined for parameters B = D = None!')
    if (c is None and d is None):
        raise ValueError('Dimension p is undefined for parameters C = D = None!')
    n = a.shape[0] if a is not None else b.shape[0] if b is not None else c.shape[1]
    inputs = b.shape[1] if b is not None else d.shape[1]
    outputs = c.shape[0] if c is not None else d.shape[0]
    a = np.zeros((n, n)) if a is None else a
    b = np.zeros((n, inputs)) if b is None else b
    c = np.zeros((outputs, n)) if c is None else c
    d = np.zeros((outputs, inputs)) if d is None else d
    for name, matrix, shape in (('A', a, (n, n)), ('B', b, (n, inputs)), ('C', c, (outputs, n)), ('D', d, (outputs, inputs))):
        if matrix.shape != shape:
            raise ValueError(f'Parameter {name} has shape {matrix.shape} but should be {shape}!')
    return a, b, c, d


def ss2tf(A, B, C, D, input=0):
    """The transfer function of a system of matrices, from one of its inputs: numerators (a row an output) and denominator.

    >>> signal.ss2tf([[-2.0]], [[1.0]], [[1.0]], [[0.0]])
    (array([[0., 1.]]), array([1., 2.]))
    """
    A, B, C, D = abcd_normalize(A, B, C, D)
    outputs, inputs = D.shape
    if input >= inputs:
        raise ValueError('System does not have the input specified.')
    B, D = B[:, input:input + 1], D[:, input:input + 1]
    try:
        den = np.poly(A)
    except ValueError:
        den = 1
    if B.size == 0 and C.size == 0:
        return np.ravel(D), np.poly(A) if A.size else []
    dtype = np.result_type(A, B, C, D, float)
    num = np.empty((outputs, A.shape[0] + 1), dtype)
    for k in range(outputs):
        row = np.atleast_2d(C[k, :])
        num[k] = np.poly(A - np.dot(B, row)) + (D[k] - 1) * den
    return num, den


def zpk2ss(z, p, k):
    """The matrices of zeros, poles and gain.

    >>> signal.zpk2ss([], [-2.0], 1.0)[0]
    array([[-2.]])
    """
    return tf2ss(*zpk2tf(z, p, k))


def ss2zpk(A, B, C, D, input=0):
    """Zeros, poles and gain of a system of matrices.

    >>> signal.ss2zpk([[-2.0]], [[1.0]], [[1.0]], [[0.0]])[1]
    array([-2.])
    """
    return tf2zpk(*ss2tf(A, B, C, D, input=input))


def cont2discrete(system, dt, method='zoh', alpha=None):
    """A system in discrete time of one in continuous time, with steps dt: by 'gbt' (with alpha), 'bilinear' ('tustin'), 'euler',
    'backward_diff', 'zoh', 'foh' or 'impulse'; a tuple of the form that was given, with dt.

    >>> signal.cont2discrete(([1.0], [1.0, 1.0]), 0.1, 'euler')[1]
    array([ 1. , -0.9])
    """
    from scipy import linalg
    if hasattr(system, 'to_discrete') and isinstance(system, lti):
        return system.to_discrete(dt=dt, method=method, alpha=alpha)
    if len(system) == 1:
        return system[0].to_discrete(dt=dt, method=method, alpha=alpha)
    if len(system) == 2:
        a, b, c, d, _ = cont2discrete(tf2ss(*system), dt, method=method, alpha=alpha)
        return ss2tf(a, b, c, d) + (dt,)
    if len(system) == 3:
        a, b, c, d, _ = cont2discrete(zpk2ss(*system), dt, method=method, alpha=alpha)
        return ss2zpk(a, b, c, d) + (dt,)
    if len(system) != 4:
        raise ValueError('First argument must either be a tuple of 2 (tf), 3 (zpk), or 4 (ss) arrays.')
    a, b, c, d = system = abcd_normalize(*system)
    n, inputs = a.shape[0], b.shape[1]
    if method == 'gbt':
        if alpha is None:
            raise ValueError('Alpha parameter must be specified for the generalized bilinear transform (gbt) method')
        if alpha < 0 or alpha > 1:
            raise ValueError('Alpha parameter must be within the interval [0,1] for the gbt method')
        implicit = np.eye(n) - alpha * dt * a
        ad = linalg.solve(implicit, np.eye(n) + (1.0 - alpha) * dt * a)
        bd = linalg.solve(implicit, dt * b)
        cd = linalg.solve(implicit.T, c.T).T
        return ad, bd, cd, d + alpha * np.dot(c, bd), dt
    if method in ('bilinear', 'tustin'):
        return cont2discrete(system, dt, method='gbt', alpha=0.5)
    if method in ('euler', 'forward_diff'):
        return cont2discrete(system, dt, method='gbt', alpha=0.0)
    if method == 'backward_diff':
        return cont2discrete(system, dt, method='gbt', alpha=1.0)
    if method == 'zoh':
        both = np.vstack((np.hstack((a, b)), np.zeros((inputs, n + inputs))))
        grown = linalg.expm(dt * both)[:n]
        return grown[:, :n], grown[:, n:], c, d, dt
    if method == 'foh':
        size = n + 2 * inputs
        both = np.zeros((size, size), dtype=np.result_type(a, b))
        both[:n, :n], both[:n, n:n + inputs] = a * dt, b * dt
        both[n:n + inputs, n + inputs:] = np.eye(inputs)
        grown = linalg.expm(both)
        ad, first, second = grown[:n, :n], grown[:n, n:n + inputs], grown[:n, n + inputs:]
        return ad, first - second + ad @ second, c, d + c @ second, dt
    if method == 'impulse':
        if not np.allclose(d, 0):
            raise ValueError('Impulse method is only applicable to strictly proper systems')
        ad = linalg.expm(a * dt)
        return ad, ad @ b * dt, c, c @ b * dt, dt
    raise ValueError(f"Unknown transformation method '{method}'")


# ---- systems ----

class _System:
    """What systems of all forms share; `dt` is None in continuous time."""

    _dt = None

    @property
    def dt(self):
        """The time of a step; None in continuous time."""
        return self._dt

    @property
    def _dt_dict(self):
        return {} if self._dt is None else {'dt': self._dt}

    @property
    def zeros(self):
        """Zeros of the system."""
        return self.to_zpk().zeros

    @property
    def poles(self):
        """Poles of the system."""
        return self.to_zpk().poles


class lti(_System):
    """A linear system in continuous time, of 2 (numerator, denominator), 3 (zeros, poles, gain) or 4 (A, B, C, D) arguments.

    >>> signal.lti([1.0], [1.0, 2.0]).poles
    array([-2.])
    """

    def __new__(cls, *system):
        if cls is lti:
            kinds = {2: TransferFunctionContinuous, 3: ZerosPolesGainContinuous, 4: StateSpaceContinuous}
            if len(system) not in kinds:
                raise ValueError('`system` needs to be an instance of `lti` or have 2, 3 or 4 arguments.')
            return kinds[len(system)](*system)
        return super().__new__(cls)

    def impulse(self, X0=None, T=None, N=None):
        """The response to an impulse; see impulse()."""
        return impulse(self, X0=X0, T=T, N=N)

    def step(self, X0=None, T=None, N=None):
        """The response to a step; see step()."""
        return step(self, X0=X0, T=T, N=N)

    def output(self, U, T, X0=None):
        """The response to a signal; see lsim()."""
        return lsim(self, U, T, X0=X0)

    def bode(self, w=None, n=100):
        """Magnitude and phase; see bode()."""
        return bode(self, w=w, n=n)

    def freqresp(self, w=None, n=10000):
        """The frequency response; see freqresp()."""
        return freqresp(self, w=w, n=n)

    def to_discrete(self, dt, method='zoh', alpha=None):
        """The system in discrete time; see cont2discrete()."""
        made = cont2discrete(self._parts(), dt, method=method, alpha=alpha)
        return type(self)._discrete(*made[:-1], dt=dt)


class dlti(_System):
    """A linear system in discrete time, of 2, 3 or 4 arguments as lti(), and dt.

    >>> signal.dlti([1.0], [1.0, 0.5], dt=0.1).poles
    array([-0.5])
    """

    def __new__(cls, *system, **kwargs):
        if cls is dlti:
            kinds = {2: TransferFunctionDiscrete, 3: ZerosPolesGainDiscrete, 4: StateSpaceDiscrete}
            if len(system) not in kinds:
                raise ValueError('`system` needs to be an instance of `dlti` or have 2, 3 or 4 arguments.')
            return kinds[len(system)](*system, **kwargs)
        return super().__new__(cls)

    def impulse(self, x0=None, t=None, n=None):
        """The response to an impulse; see dimpulse()."""
        return dimpulse(self, x0=x0, t=t, n=n)

    def step(self, x0=None, t=None, n=None):
        """The response to a step; see dstep()."""
        return dstep(self, x0=x0, t=t, n=n)

    def output(self, u, t, x0=None):
        """The response to a signal; see dlsim()."""
        return dlsim(self, u, t, x0=x0)

    def bode(self, w=None, n=100):
        """Magnitude and phase; see dbode()."""
        return dbode(self, w=w, n=n)

    def freqresp(self, w=None, n=10000, whole=False):
        """The frequency response; see dfreqresp()."""
        return dfreqresp(self, w=w, n=n, whole=whole)


def _new_of(cls, general, kinds, system, options):
    # The general class makes a system of continuous or of discrete time, which has a dt.
    if cls is not general:
        return object.__new__(cls)
    return kinds[options.get('dt') is not None](*system, **options)


class TransferFunction(_System):
    """A system given by numerator and denominator; with dt= in discrete time.

    >>> signal.TransferFunction([1.0], [1.0, 2.0]).den
    array([1., 2.])
    """

    def __new__(cls, *system, **kwargs):
        if [True] == [isinstance(part, _System) for part in system]:
            return system[0].to_tf()
        return _new_of(cls, TransferFunction, (TransferFunctionContinuous, TransferFunctionDiscrete), system, kwargs)

    def __init__(self, *system, **kwargs):
        if len(system) == 1 and isinstance(system[0], _System):
            return
        if 'dt' in kwargs or isinstance(self, dlti):
            self._dt = kwargs.get('dt', True if isinstance(self, dlti) else None)
        self._num, self._den = normalize(*system)

    def __repr__(self):
        return f'{self.__class__.__name__}(\n{self.num!r},\n{self.den!r},\ndt: {self.dt!r}\n)'

    @property
    def num(self):
        """The numerator."""
        return self._num

    @num.setter
    def num(self, num):
        self._num = np.atleast_1d(num)

    @property
    def den(self):
        """The denominator."""
        return self._den

    @den.setter
    def den(self, den):
        self._den = np.atleast_1d(den)

    def _parts(self):
        return self.num, self.den

    def to_tf(self):
        """The system by numerator and denominator."""
        return TransferFunction(self.num, self.den, **self._dt_dict)

    def to_zpk(self):
        """The system by zeros, poles and gain."""
        return ZerosPolesGain(*tf2zpk(self.num, self.den), **self._dt_dict)

    def to_ss(self):
        """The system by matrices."""
        return StateSpace(*tf2ss(self.num, self.den), **self._dt_dict)


class TransferFunctionContinuous(TransferFunction, lti):
    """A transfer function in continuous time."""


class TransferFunctionDiscrete(TransferFunction, dlti):
    """A transfer function in discrete time."""


class ZerosPolesGain(_System):
    """A system given by zeros, poles and gain; with dt= in discrete time.

    >>> signal.ZerosPolesGain([], [-2.0], 3.0).gain
    3.0
    """

    def __new__(cls, *system, **kwargs):
        if [True] == [isinstance(part, _System) for part in system]:
            return system[0].to_zpk()
        return _new_of(cls, ZerosPolesGain, (ZerosPolesGainContinuous, ZerosPolesGainDiscrete), system, kwargs)

    def __init__(self, *system, **kwargs):
        if len(system) == 1 and isinstance(system[0], _System):
            return
        if 'dt' in kwargs or isinstance(self, dlti):
            self._dt = kwargs.get('dt', True if isinstance(self, dlti) else None)
        self._zeros, self._poles, self.gain = np.atleast_1d(system[0]), np.atleast_1d(system[1]), system[2]

    def __repr__(self):
        return f'{self.__class__.__name__}(\n{self.zeros!r},\n{self.poles!r},\n{self.gain!r},\ndt: {self.dt!r}\n)'

    @property
    def zeros(self):
        """Zeros of the system."""
        return self._zeros

    @zeros.setter
    def zeros(self, zeros):
        self._zeros = np.atleast_1d(zeros)

    @property
    def poles(self):
        """Poles of the system."""
        return self._poles

    @poles.setter
    def poles(self, poles):
        self._poles = np.atleast_1d(poles)

    def _parts(self):
        return self.zeros, self.poles, self.gain

    def to_tf(self):
        """The system by numerator and denominator."""
        return TransferFunction(*zpk2tf(self.zeros, self.poles, self.gain), **self._dt_dict)

    def to_zpk(self):
        """The system by zeros, poles and gain."""
        return ZerosPolesGain(self.zeros, self.poles, self.gain, **self._dt_dict)

    def to_ss(self):
        """The system by matrices."""
        return StateSpace(*zpk2ss(self.zeros, self.poles, self.gain), **self._dt_dict)


class ZerosPolesGainContinuous(ZerosPolesGain, lti):
    """Zeros, poles and gain in continuous time."""


class ZerosPolesGainDiscrete(ZerosPolesGain, dlti):
    """Zeros, poles and gain in discrete time."""


class StateSpace(_System):
    """A system given by the matrices A, B, C, D; with dt= in discrete time.

    >>> signal.StateSpace([[-2.0]], [[1.0]], [[1.0]], [[0.0]]).A
    array([[-2.]])
    """

    __array_priority__ = 100.0
    __array_ufunc__ = None

    def __new__(cls, *system, **kwargs):
        if [True] == [isinstance(part, _System) for part in system]:
            return system[0].to_ss()
        return _new_of(cls, StateSpace, (StateSpaceContinuous, StateSpaceDiscrete), system, kwargs)

    def __init__(self, *system, **kwargs):
        if len(system) == 1 and isinstance(system[0], _System):
            return
        if 'dt' in kwargs or isinstance(self, dlti):
            self._dt = kwargs.get('dt', True if isinstance(self, dlti) else None)
        self.A, self.B, self.C, self.D = abcd_normalize(*system)

    def __repr__(self):
        return f'{self.__class__.__name__}(\n{self.A!r},\n{self.B!r},\n{self.C!r},\n{self.D!r},\ndt: {self.dt!r}\n)'

    def _parts(self):
        return self.A, self.B, self.C, self.D

    def _same(self, other):
        if type(self) is not type(other):
            raise TypeError(f'Cannot add {type(self)} and {type(other)}')
        if self.dt != other.dt:
            raise TypeError('Cannot add systems with different `dt`.')

    def __mul__(self, other):
        if isinstance(other, StateSpace):
            if type(other) is not type(self):
                return NotImplemented
            if self.dt != other.dt:
                raise TypeError('Cannot multiply systems with different `dt`.')
            one, two = self.A.shape[0], other.A.shape[0]
            a = np.vstack((np.hstack((self.A, self.B @ other.C)), np.hstack((np.zeros((two, one)), other.A))))
            b = np.vstack((self.B @ other.D, other.B))
            c, d = np.hstack((self.C, self.D @ other.C)), self.D @ other.D
            dtype = np.result_type(a, b, c, d)
            return StateSpace(*(matrix.astype(dtype) for matrix in (a, b, c, d)), **self._dt_dict)
        if not np.isscalar(other) and not isinstance(other, np.ndarray):
            return NotImplemented
        return StateSpace(self.A, self.B * other if np.isscalar(other) else self.B @ other, self.C,
                          self.D * other if np.isscalar(other) else self.D @ other, **self._dt_dict)

    def __rmul__(self, other):
        if np.isscalar(other):
            return StateSpace(self.A, self.B, self.C * other, self.D * other, **self._dt_dict)
        return StateSpace(self.A, self.B, other @ self.C, other @ self.D, **self._dt_dict)

    def __neg__(self):
        return StateSpace(self.A, self.B, -self.C, -self.D, **self._dt_dict)

    def __add__(self, other):
        if isinstance(other, StateSpace):
            self._same(other)
            one, two = self.A.shape[0], other.A.shape[0]
            a = np.vstack((np.hstack((self.A, np.zeros((one, two)))), np.hstack((np.zeros((two, one)), other.A))))
            return StateSpace(a, np.vstack((self.B, other.B)), np.hstack((self.C, other.C)), self.D + other.D, **self._dt_dict)
        return StateSpace(self.A, self.B, self.C, self.D + np.atleast_2d(other), **self._dt_dict)

    __radd__ = __add__

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return other + -self

    def __truediv__(self, other):
        return self * (1 / other)

    def to_tf(self, **kwargs):
        """The system by numerator and denominator."""
        return TransferFunction(*ss2tf(self.A, self.B, self.C, self.D, **kwargs), **self._dt_dict)

    def to_zpk(self, **kwargs):
        """The system by zeros, poles and gain."""
        return ZerosPolesGain(*ss2zpk(self.A, self.B, self.C, self.D, **kwargs), **self._dt_dict)

    def to_ss(self):
        """The system by matrices."""
        return StateSpace(self.A.copy(), self.B.copy(), self.C.copy(), self.D.copy(), **self._dt_dict)


class StateSpaceContinuous(StateSpace, lti):
    """Matrices in continuous time."""


class StateSpaceDiscrete(StateSpace, dlti):
    """Matrices in discrete time."""


TransferFunctionContinuous._discrete = TransferFunctionDiscrete
ZerosPolesGainContinuous._discrete = ZerosPolesGainDiscrete
StateSpaceContinuous._discrete = StateSpaceDiscrete


# ---- in continuous time ----

def _continuous(system):
    if isinstance(system, lti):
        return system
    if isinstance(system, dlti):
        raise AttributeError('lsim can only be used with continuous-time systems.')
    return lti(*system)


def lsim(system, U, T, X0=None, interp=True):
    """What a system makes of the signal U at the times T, in equal steps: (T, outputs, states). Between the times the signal goes in
    lines, with interp=False in steps.

    >>> signal.lsim(([1.0], [1.0, 1.0]), [1.0, 1.0, 1.0], [0.0, 1.0, 2.0])[1].round(6)
    array([0.      , 0.632121, 0.864665])
    """
    from scipy import linalg
    matrices = _continuous(system).to_ss()
    T = np.atleast_1d(T)
    if T.ndim != 1:
        raise ValueError('T must be a rank-1 array.')
    A, B, C, D = (np.asarray(m) for m in (matrices.A, matrices.B, matrices.C, matrices.D))
    n, inputs = A.shape[0], B.shape[1]
    steps = T.size
    X0 = np.zeros(n, A.dtype) if X0 is None else np.asarray(X0)
    states = np.empty((steps, n), np.result_type(A, X0, float))
    if T[0] == 0:
        states[0] = X0
    elif T[0] > 0:
        states[0] = X0 @ linalg.expm(A.T * T[0])
    else:
        raise ValueError('Initial time must be nonnegative')
    silent = U is None or (isinstance(U, (int, float)) and U == 0.0) or not np.any(U)
    if steps == 1:
        out = np.squeeze(states @ C.T)
        if not silent:
            out = out + np.squeeze(np.asarray(U) @ D.T)
        return T, out, np.squeeze(states)
    dt = T[1] - T[0]
    if not np.allclose(np.diff(T), dt):
        raise ValueError('Time steps are not equally spaced.')
    if silent:
        grown = linalg.expm(A.T * dt)
        for i in range(1, steps):
            states[i] = states[i - 1] @ grown
        return T, np.squeeze(states @ C.T), np.squeeze(states)
    U = np.atleast_1d(U)
    if U.ndim == 1:
        U = U[:, None]
    if U.shape[0] != steps:
        raise ValueError('U must have the same number of rows as elements in T.')
    if U.shape[1] != inputs:
        raise ValueError('System does not define that many inputs.')
    if not interp:
        both = np.vstack([np.hstack([A * dt, B * dt]), np.zeros((inputs, n + inputs))])
        grown = linalg.expm(both.T)
        ad, bd = grown[:n, :n], grown[n:, :n]
        for i in range(1, steps):
            states[i] = states[i - 1] @ ad + U[i - 1] @ bd
    else:
        both = np.vstack([np.hstack([A * dt, B * dt, np.zeros((n, inputs))]),
                          np.hstack([np.zeros((inputs, n + inputs)), np.identity(inputs)]), np.zeros((inputs, n + 2 * inputs))])
        grown = linalg.expm(both.T)
        ad, second = grown[:n, :n], grown[n + inputs:, :n]
        first = grown[n:n + inputs, :n] - second
        for i in range(1, steps):
            states[i] = states[i - 1] @ ad + U[i - 1] @ first + U[i] @ second
    return T, np.squeeze(states @ C.T + U @ D.T), np.squeeze(states)


def _fitting_times(a, n):
    rates = np.abs(np.real(np.linalg.eigvals(a)))
    slowest = np.min(rates) if rates.size else 0.0
    return np.linspace(0.0, 7 * (1.0 / (slowest if slowest != 0.0 else 1.0)), n)


def impulse(system, X0=None, T=None, N=None):
    """A system's response to an impulse: (T, outputs).

    >>> signal.impulse(([1.0], [1.0, 1.0]), T=[0.0, 1.0])[1].round(6)
    array([1.      , 0.367879])
    """
    matrices = _continuous(system).to_ss()
    start = np.squeeze(matrices.B if X0 is None else matrices.B + np.asarray(X0).reshape(matrices.B.shape))
    N = 100 if N is None else N
    T = _fitting_times(matrices.A, N) if T is None else np.asarray(T)
    times, out, _ = lsim(matrices, 0.0, T, np.atleast_1d(start), interp=False)
    return times, out


def step(system, X0=None, T=None, N=None):
    """A system's response to a step: (T, outputs).

    >>> signal.step(([1.0], [1.0, 1.0]), T=[0.0, 1.0])[1].round(6)
    array([0.      , 0.632121])
    """
    matrices = _continuous(system).to_ss()
    N = 100 if N is None else N
    T = _fitting_times(matrices.A, N) if T is None else np.asarray(T)
    times, out, _ = lsim(matrices, np.ones(T.shape, matrices.A.dtype), T, X0=X0, interp=False)
    return times, out


def freqresp(system, w=None, n=10000):
    """The frequency response of a system in continuous time: (w, values).

    >>> signal.freqresp(([1.0], [1.0, 1.0]), [0.0])[1]
    array([1.+0.j])
    """
    if isinstance(system, dlti):
        raise AttributeError('freqresp can only be used with continuous time systems.')
    system = system if isinstance(system, lti) else lti(*system)
    if isinstance(system, StateSpace):
        system = system.to_tf()
    if isinstance(system, ZerosPolesGain):
        return freqs_zpk(system.zeros, system.poles, system.gain, worN=n if w is None else w)
    return freqs(system.num.ravel(), system.den, worN=n if w is None else w)


def _magnitude_and_phase(w, y):
    return w, 20.0 * np.log10(np.abs(y)), np.unwrap(np.arctan2(y.imag, y.real)) * 180.0 / np.pi


def bode(system, w=None, n=100):
    """Frequencies, magnitudes in dB and phases in degrees of a system in continuous time.

    >>> signal.bode(([1.0], [1.0, 1.0]), [1.0])[1].round(6)
    array([-3.0103])
    """
    return _magnitude_and_phase(*freqresp(system, w=w, n=n))


# ---- in discrete time ----

def _discrete(system, name):
    if isinstance(system, lti):
        raise AttributeError(f'{name} can only be used with discrete-time dlti systems.')
    return system if isinstance(system, dlti) else dlti(*system[:-1], dt=system[-1])


def dlsim(system, u, t=None, x0=None):
    """What a system in discrete time makes of a signal: (times, outputs), for systems of matrices also the states.

    >>> signal.dlsim(([1.0], [1.0, -0.5], 1.0), [1.0, 0.0, 0.0])[1].ravel()
    array([0. , 1. , 0.5])
    """
    system = _discrete(system, 'dlsim')
    is_matrices = isinstance(system, StateSpace)
    matrices, dt = system.to_ss(), system.dt
    u = np.atleast_1d(u)
    if u.ndim == 1:
        u = np.atleast_2d(u).T
    if t is None:
        count, last = len(u), (len(u) - 1) * dt
    else:
        last = t[-1]
        count = int(np.floor(last / dt)) + 1
    states, out, times = np.zeros((count, matrices.A.shape[0])), np.zeros((count, matrices.C.shape[0])), np.linspace(0.0, last, num=count)
    states[0] = 0 if x0 is None else np.asarray(x0)
    if t is not None:
        u = np.array([np.interp(times, t, u[:, k]) for k in range(u.shape[1])]).T
    for i in range(count - 1):
        states[i + 1] = matrices.A @ states[i] + matrices.B @ u[i]
        out[i] = matrices.C @ states[i] + matrices.D @ u[i]
    out[-1] = matrices.C @ states[-1] + matrices.D @ u[-1]
    return (times, out, states) if is_matrices else (times, out)


def _each_input(system, x0, t, n, name, shape):
    system = _discrete(system, name)
    if n is None:
        n = 100
    if t is None:
        t = np.linspace(0, n * system.dt, n, endpoint=False)
    else:
        t = np.asarray(t)
    inputs = system.to_ss().B.shape[1]
    found, times = [], t
    for k in range(inputs):
        u = np.zeros((t.shape[0], inputs))
        u[:1 if shape == 'impulse' else None, k] = 1.0
        result = dlsim(system, u, t=t, x0=x0)
        times = result[0]
        found.append(result[1])
    return times, tuple(found)


def dimpulse(system, x0=None, t=None, n=None):
    """The response of a system in discrete time to an impulse: (times, tuple of outputs, one for each input).

    >>> signal.dimpulse(([1.0], [1.0, -0.5], 1), n=3)[1][0].ravel()
    array([0. , 1. , 0.5])
    """
    return _each_input(system, x0, t, n, 'dimpulse', 'impulse')


def dstep(system, x0=None, t=None, n=None):
    """The response of a system in discrete time to a step: (times, tuple of outputs, one for each input).

    >>> signal.dstep(([1.0], [1.0, -0.5], 1), n=3)[1][0].ravel()
    array([0. , 1. , 1.5])
    """
    return _each_input(system, x0, t, n, 'dstep', 'step')


def dfreqresp(system, w=None, n=10000, whole=False):
    """The frequency response of a system in discrete time: (w, values).

    >>> signal.dfreqresp(([1.0], [1.0, -0.5], 1), [0.0])[1]
    array([2.+0.j])
    """
    if not isinstance(system, dlti):
        if isinstance(system, lti):
            raise AttributeError('dfreqresp can only be used with discrete-time systems.')
        system = dlti(*system[:-1], dt=system[-1])
    if isinstance(system, StateSpace):
        system = system.to_tf()
    worN = n if w is None else w
    if isinstance(system, ZerosPolesGain):
        return freqz_zpk(system.zeros, system.poles, system.gain, worN=worN, whole=whole)
    num, den = system.num.ravel(), system.den
    num = np.concatenate([np.zeros(max(0, len(den) - len(num))), num])
    den = np.concatenate([np.zeros(max(0, len(num) - len(den))), den])
    frequencies, values = freqz(num, den, worN=worN, whole=whole)
    return frequencies, values


def dbode(system, w=None, n=100):
    """Frequencies, magnitudes in dB and phases in degrees of a system in discrete time.

    >>> signal.dbode(([1.0], [1.0, -0.5], 1), [0.0])[1].round(6)
    array([6.0206])
    """
    w, y = dfreqresp(system, w=w, n=n)
    dt = system.dt if isinstance(system, dlti) else system[-1]
    return _magnitude_and_phase(w / dt, y)


# ---- feedback ----

class Bunch:
    """What place_poles() found, as attributes."""

    def __init__(self, **values):
        self.__dict__.update(values)


def place_poles(A, B, poles, method='YT', rtol=1e-3, maxiter=30):
    """A feedback K with which A - B K has the poles given, by eigenvectors that are made as orthogonal as may be (J. Kautsky, N. K. Nichols
    and P. Van Dooren, Int. J. Control 41 (1985) 1129). The gain is unique where B has one column.

    >>> found = signal.place_poles(np.array([[0.0, 1.0], [0.0, 0.0]]), np.array([[0.0], [1.0]]), [-1.0, -2.0])
    >>> found.gain_matrix.round(9)
    array([[2., 3.]])
    """
    A, B, poles = np.asarray(A, dtype=float), np.asarray(B, dtype=float), np.atleast_1d(poles)
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError('A must be square')
    if len(poles) > A.shape[0]:
        raise ValueError(f'maximum number of poles is {A.shape[0]} but you asked for {len(poles)}')
    if len(poles) < A.shape[0]:
        raise ValueError(f'number of poles is {len(poles)} but you should provide {A.shape[0]}')
    if method not in ('YT', 'KNV0'):
        raise ValueError("The method keyword must be one of 'YT' or 'KNV0'")
    rank = np.linalg.matrix_rank(B)
    if any(np.sum(p == poles) > rank for p in poles):
        raise ValueError('at least one of the requested pole is repeated more than rank(B) times')
    n = A.shape[0]
    if np.iscomplexobj(poles):
        if not np.allclose(np.sort_complex(poles), np.sort_complex(np.conj(poles))):
            raise ValueError('Complex poles must come with their conjugates')
        rest = [p for p in poles if p.imag > 0]
        poles = np.array(sorted([p for p in poles if p.imag == 0], key=lambda p: p.real) + [q for p in sorted(rest, key=lambda p: p.real) for q in (np.conj(p), p)])
    else:
        poles = np.sort(poles)
    if rank == n:
        gain = np.linalg.lstsq(B, A - _block_diagonal(poles), rcond=None)[0]
        vectors, iterations, reached = np.eye(n) + 0j if np.iscomplexobj(poles) else np.eye(n), np.nan, np.nan
    else:
        q, r = np.linalg.qr(B, mode='complete')
        within, beyond = q[:, :rank], q[:, rank:]
        spaces = []
        for pole in poles:
            _, s, vh = np.linalg.svd(beyond.T @ (A - pole * np.eye(n)))
            spaces.append(np.conj(vh[len(s[s > 1e-12 * max(s[0], 1e-300)]):]).T if len(s) else np.eye(n))
        vectors = np.array([space @ np.ones(space.shape[1]) for space in spaces]).T.astype(complex)
        vectors /= np.linalg.norm(vectors, axis=0)
        iterations, reached, before = 0, np.inf, 0.0
        while iterations < maxiter and rank > 1:
            iterations += 1
            for k in range(n):
                if k and poles[k] == np.conj(poles[k - 1]) and np.imag(poles[k]) != 0:
                    vectors[:, k] = np.conj(vectors[:, k - 1])
                    continue
                others = np.delete(vectors, k, axis=1)
                apart = np.linalg.qr(others, mode='complete')[0][:, -1]
                moved = spaces[k] @ (np.conj(spaces[k]).T @ apart)
                size = np.linalg.norm(moved)
                if size > 1e-12:
                    vectors[:, k] = moved / size
            volume = abs(np.linalg.det(vectors))
            reached, before = abs(volume - before) / max(volume, 1e-300), volume
            if reached < rtol:
                break
        if rank == 1:
            iterations, reached = 0, 0
        wanted = np.linalg.solve(vectors.T, (vectors * poles).T).T
        gain = -np.linalg.lstsq(B, np.real(wanted) - A, rcond=None)[0]
    computed = np.linalg.eigvals(A - B @ gain)
    order = np.lexsort((np.imag(computed), np.real(computed)))
    return Bunch(gain_matrix=gain, computed_poles=computed[order], requested_poles=poles, X=vectors, rtol=reached, nb_iter=iterations)


def _block_diagonal(poles):
    result, k = np.zeros((len(poles), len(poles))), 0
    while k < len(poles):
        if np.imag(poles[k]) == 0:
            result[k, k] = np.real(poles[k])
            k += 1
        else:
            real, imaginary = np.real(poles[k]), np.imag(poles[k])
            result[k:k + 2, k:k + 2] = [[real, -imaginary], [imaginary, real]]
            k += 2
    return result
