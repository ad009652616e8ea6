"""Windows for signals."""

import numpy as np

__all__ = ['boxcar', 'triang', 'parzen', 'bohman', 'blackman', 'nuttall', 'blackmanharris', 'flattop', 'bartlett', 'barthann', 'hamming',
           'kaiser', 'gaussian', 'general_cosine', 'general_gaussian', 'general_hamming', 'chebwin', 'cosine', 'hann', 'exponential', 'tukey',
           'lanczos', 'dpss', 'taylor', 'kaiser_bessel_derived', 'get_window']


def _sizes(M, sym):
    """(the window when it is trivial, or None; the number of points to compute; whether the last one is dropped)"""
    if int(M) != M or M < 0:
        raise ValueError('Window length M must be a non-negative integer')
    if M <= 1:
        return np.ones(int(M)), M, False
    return None, M if sym else M + 1, not sym


def _cut(w, drops):
    return w[:-1] if drops else w


def general_cosine(M, a, sym=True):
    """A weighted sum of cosines.

    >>> windows.general_cosine(3, [0.5, 0.5])
    array([0., 1., 0.])
    """
    trivial, M, drops = _sizes(M, sym)
    if trivial is not None:
        return trivial
    place = np.linspace(-np.pi, np.pi, M)
    w = np.zeros(M)
    for k, weight in enumerate(a):
        w += weight * np.cos(k * place)
    return _cut(w, drops)


def boxcar(M, sym=True):
    """Ones.

    >>> windows.boxcar(2)
    array([1., 1.])
    """
    trivial, M, drops = _sizes(M, sym)
    return trivial if trivial is not None else _cut(np.ones(M, float), drops)


def triang(M, sym=True):
    """A triangle that does not touch 0.

    >>> windows.triang(3)
    array([0.5, 1. , 0.5])
    """
    trivial, M, drops = _sizes(M, sym)
    if trivial is not None:
        return trivial
    n = np.arange(1, (M + 1) // 2 + 1)
    if M % 2 == 0:
        w = (2 * n - 1.0) / M
        w = np.concatenate([w, w[::-1]])
    else:
        w = 2 * n / (M + 1.0)
        w = np.concatenate([w, w[-2::-1]])
    return _cut(w, drops)


def parzen(M, sym=True):
    """Parzen's window of cubic pieces.

    >>> windows.parzen(3).round(6)
    array([0.074074, 1.      , 0.074074])
    """
    trivial, M, drops = _sizes(M, sym)
    if trivial is not None:
        return trivial
    n = np.arange(-(M - 1) / 2.0, (M - 1) / 2.0 + 0.5, 1.0)
    outer, inner = n[n < -(M - 1) / 4.0], n[np.abs(n) <= (M - 1) / 4.0]
    wings = 2 * (1 - np.abs(outer) / (M / 2.0)) ** 3.0
    middle = 1 - 6 * (np.abs(inner) / (M / 2.0)) ** 2.0 + 6 * (np.abs(inner) / (M / 2.0)) ** 3.0
    return _cut(np.concatenate([wings, middle, wings[::-1]]), drops)


def bohman(M, sym=True):
    """Bohman's window.

    >>> windows.bohman(3)
    array([0., 1., 0.])
    """
    trivial, M, drops = _sizes(M, sym)
    if trivial is not None:
        return trivial
    place = np.abs(np.linspace(-1, 1, M)[1:-1])
    w = (1 - place) * np.cos(np.pi * place) + 1.0 / np.pi * np.sin(np.pi * place)
    return _cut(np.concatenate([[0.0], w, [0.0]]), drops)


def blackman(M, sym=True):
    """Blackman's window of three cosines.

    >>> windows.blackman(3).round(6) + 0
    array([0., 1., 0.])
    """
    return general_cosine(M, [0.42, 0.50, 0.08], sym)


def nuttall(M, sym=True):
    """Nuttall's window of four cosines.

    >>> windows.nuttall(3).round(6)
    array([3.63e-04, 1.00e+00, 3.63e-04])
    """
    return general_cosine(M, [0.3635819, 0.4891775, 0.1365995, 0.0106411], sym)


def blackmanharris(M, sym=True):
    """Blackman's and Harris's window of four cosines.

    >>> windows.blackmanharris(3).round(6)
    array([6.e-05, 1.e+00, 6.e-05])
    """
    return general_cosine(M, [0.35875, 0.48829, 0.14128, 0.01168], sym)


def flattop(M, sym=True):
    """A window with a flat top, of five cosines.

    >>> windows.flattop(3).round(6)
    array([-4.21e-04,  1.00e+00, -4.21e-04])
    """
    return general_cosine(M, [0.21557895, 0.41663158, 0.277263158, 0.083578947, 0.006947368], sym)


def bartlett(M, sym=True):
    """A triangle that touches 0.

    >>> windows.bartlett(5)
    array([0. , 0.5, 1. , 0.5, 0. ])
    """
    trivial, M, drops = _sizes(M, sym)
    if trivial is not None:
        return trivial
    n = np.arange(0, M)
    return _cut(np.where(n <= (M - 1) / 2.0, 2.0 * n / (M - 1), 2.0 - 2.0 * n / (M - 1)), drops)


def general_hamming(M, alpha, sym=True):
    """A cosine on a pedestal.

    >>> windows.general_hamming(3, 0.5)
    array([0., 1., 0.])
    """
    return general_cosine(M, [alpha, 1.0 - alpha], sym)


def hann(M, sym=True):
    """Hann's window, a raised cosine.

    >>> windows.hann(5)
    array([0. , 0.5, 1. , 0.5, 0. ])
    """
    return general_hamming(M, 0.5, sym)


def hamming(M, sym=True):
    """Hamming's window, a cosine on a pedestal.

    >>> windows.hamming(3)
    array([0.08, 1.  , 0.08])
    """
    return general_hamming(M, 0.54, sym)


def tukey(M, alpha=0.5, sym=True):
    """A flat window with wings of cosines.

    >>> windows.tukey(5)
    array([0., 1., 1., 1., 0.])
    """
    trivial, _, _ = _sizes(M, sym)
    if trivial is not None:
        return trivial
    if alpha <= 0:
        return np.ones(M, 'd')
    if alpha >= 1.0:
        return hann(M, sym=sym)
    _, M, drops = _sizes(M, sym)
    n = np.arange(0, M)
    width = int(np.floor(alpha * (M - 1) / 2.0))
    rising, flat, falling = n[:width + 1], n[width + 1:M - width - 1], n[M - width - 1:]
    w = np.concatenate([0.5 * (1 + np.cos(np.pi * (-1 + 2.0 * rising / alpha / (M - 1)))), np.ones(flat.shape),
                        0.5 * (1 + np.cos(np.pi * (-2.0 / alpha + 1 + 2.0 * falling / alpha / (M - 1))))])
    return _cut(w, drops)


def barthann(M, sym=True):
    """Bartlett's and Hann's window.

    >>> windows.barthann(3).round(6) + 0
    array([0., 1., 0.])
    """
    trivial, M, drops = _sizes(M, sym)
    if trivial is not None:
        return trivial
    place = np.abs(np.arange(0, M) / (M - 1.0) - 0.5)
    return _cut(0.62 - 0.48 * place + 0.38 * np.cos(2 * np.pi * place), drops)


def kaiser(M, beta, sym=True):
    """Kaiser's window, made with a Bessel function.

    >>> windows.kaiser(3, 0)
    array([1., 1., 1.])
    """
    trivial, M, drops = _sizes(M, sym)
    if trivial is not None:
        return trivial
    from scipy.special import i0
    n, alpha = np.arange(0, M), (M - 1) / 2.0
    return _cut(i0(beta * np.sqrt(1 - ((n - alpha) / alpha) ** 2.0)) / i0(beta), drops)


def gaussian(M, std, sym=True):
    """A Gaussian.

    >>> windows.gaussian(3, 1).round(6)
    array([0.606531, 1.      , 0.606531])
    """
    trivial, M, drops = _sizes(M, sym)
    if trivial is not None:
        return trivial
    n = np.arange(0, M) - (M - 1.0) / 2.0
    return _cut(np.exp(-n ** 2 / (2 * std * std)), drops)


def general_gaussian(M, p, sig, sym=True):
    """A Gaussian with any power.

    >>> windows.general_gaussian(3, 1, 1).round(6)
    array([0.606531, 1.      , 0.606531])
    """
    trivial, M, drops = _sizes(M, sym)
    if trivial is not None:
        return trivial
    n = np.arange(0, M) - (M - 1.0) / 2.0
    return _cut(np.exp(-0.5 * np.abs(n / sig) ** (2 * p)), drops)


def chebwin(M, at, sym=True):
    """Dolph's and Chebyshev's window, with side lobes of at decibels.

    >>> windows.chebwin(3, 100).round(6)
    array([0.50001, 1.     , 0.50001])
    """
    trivial, M, drops = _sizes(M, sym)
    if trivial is not None:
        return trivial
    order = M - 1.0
    beta = np.cosh(1.0 / order * np.arccosh(10 ** (np.abs(at) / 20.0)))
    k = np.arange(M)
    x = beta * np.cos(np.pi * k / M)
    p = np.zeros(M)
    p[x > 1] = np.cosh(order * np.arccosh(x[x > 1]))
    p[x < -1] = (2 * (M % 2) - 1) * np.cosh(order * np.arccosh(-x[x < -1]))
    inside = np.abs(x) <= 1
    p[inside] = np.cos(order * np.arccos(x[inside]))
    if M % 2:
        w = np.real(np.fft.fft(p))
        n = (M + 1) // 2
        w = w[:n]
        w = np.concatenate([w[n - 1:0:-1], w])
    else:
        w = np.real(np.fft.fft(p * np.exp(1.0j * np.pi / M * k)))
        n = M // 2 + 1
        w = np.concatenate([w[n - 1:0:-1], w[1:n]])
    return _cut(w / np.max(w), drops)


def cosine(M, sym=True):
    """Half a period of a sine.

    >>> windows.cosine(3)
    array([0.5, 1. , 0.5])
    """
    trivial, M, drops = _sizes(M, sym)
    return trivial if trivial is not None else _cut(np.sin(np.pi / M * (np.arange(0, M) + 0.5)), drops)


def exponential(M, center=None, tau=1.0, sym=True):
    """An exponential to both sides.

    >>> windows.exponential(3).round(6)
    array([0.367879, 1.      , 0.367879])
    """
    if sym and center is not None:
        raise ValueError('If sym==True, center must be None.')
    trivial, M, drops = _sizes(M, sym)
    if trivial is not None:
        return trivial
    center = (M - 1) / 2 if center is None else center
    return _cut(np.exp(-np.abs(np.arange(0, M) - center) / tau), drops)


def lanczos(M, *, sym=True):
    """The main lobe of a sinc.

    >>> windows.lanczos(3).round(6)
    array([0., 1., 0.])
    """
    trivial, M, drops = _sizes(M, sym)
    if trivial is not None:
        return trivial
    half = lambda start, size: np.sinc(2.0 * np.arange(start, size) / (size - 1) - 1.0)
    if M % 2 == 0:
        right = half(M // 2, M)
        w = np.concatenate([right[::-1], right])
    else:
        right = half(M // 2 + 1, M)
        w = np.concatenate([right[::-1], [1.0], right])
    return _cut(w, drops)


def dpss(M, NW, Kmax=None, sym=True, norm=None, return_ratios=False, *, xp=None, device=None):
    """Slepian's windows, of which as much as possible lies within a band of half the width NW / M: the first, or Kmax of them (rows), and
    with return_ratios the shares within it. norm is 2 (unit length), 'approximate' or 'subsample' (the top is 1).

    >>> windows.dpss(3, 1).round(6)
    array([0.59307, 1.     , 0.59307])
    """
    trivial, count, drops = _sizes(M, sym)
    if trivial is not None:
        return trivial
    norm = ('approximate' if Kmax is None else 2) if norm is None else norm
    if norm not in (2, 'approximate', 'subsample'):
        raise ValueError(f'norm must be one of (2, "approximate", "subsample"), got {norm}')
    single = Kmax is None
    Kmax = 1 if single else int(Kmax)
    if not 0 < Kmax <= count:
        raise ValueError('Kmax must be greater than 0 and less than M')
    if NW >= count / 2.0:
        raise ValueError('Time-bandwidth product NW must be less than M/2.')
    if NW <= 0:
        raise ValueError('Time-bandwidth product NW must be positive')
    from scipy.linalg import eigh_tridiagonal
    share, k = float(NW) / count, np.arange(count)
    diagonal = ((count - 1 - 2 * k) / 2.0) ** 2 * np.cos(2 * np.pi * share)
    _, vectors = eigh_tridiagonal(diagonal, k[1:] * (count - k[1:]) / 2.0, select='i', select_range=(count - Kmax, count - 1))
    found = vectors[:, ::-1].T
    least = max(1e-7, 1.0 / count)
    for number in range(Kmax):
        w = found[number]
        if (w.sum() if number % 2 == 0 else w[w * w > least][0]) < 0:
            found[number] = -w
    ratios = None
    if return_ratios:
        r = 4 * share * np.sinc(2 * share * k)
        r[0] = 2 * share
        ratios = np.array([np.correlate(w, w, 'full')[count - 1:] @ r for w in found])
        ratios = ratios[0] if single else ratios
    if norm != 2:
        found = found / found.max()
        if count % 2 == 0:
            if norm == 'approximate':
                factor = count ** 2 / float(count ** 2 + NW)
            else:
                s = np.fft.rfft(found[0])
                s[1:] *= 2 * np.exp(1j * np.pi * (1 - 1.0 / count) * np.arange(1, count // 2 + 1))
                factor = count / s.real.sum()
            found = found * factor
    found = found[:, :-1] if drops else found
    found = found[0] if single else found
    return (found, ratios) if return_ratios else found


def taylor(M, nbar=4, sll=30, norm=True, sym=True, *, xp=None, device=None):
    """Taylor's window, nbar side lobes of which are sll dB down.

    >>> windows.taylor(3).round(6)
    array([0.466906, 1.      , 0.466906])
    """
    trivial, count, drops = _sizes(M, sym)
    if trivial is not None:
        return trivial
    a = np.arccosh(10 ** (sll / 20)) / np.pi
    stretch = nbar ** 2 / (a ** 2 + (nbar - 0.5) ** 2)
    places = np.arange(1, nbar)
    weights, squares = np.empty(nbar - 1), places ** 2.0
    for k in range(nbar - 1):
        above = (-1.0) ** k * np.prod(1 - squares[k] / stretch / (a ** 2 + (places - 0.5) ** 2))
        below = 2 * np.prod(1 - squares[k] / squares[:k]) * np.prod(1 - squares[k] / squares[k + 1:])
        weights[k] = above / below
    at = lambda n: 1 + 2 * np.dot(weights, np.cos(2 * np.pi * places[:, None] * (n - count / 2.0 + 0.5) / count))
    w = at(np.arange(count))
    if norm:
        w = w / at((count - 1) / 2)
    return _cut(w, drops)


def kaiser_bessel_derived(M, beta, *, sym=True, xp=None, device=None):
    """The window of even length whose halves' squares add up to 1, of sums of Kaiser's.

    >>> windows.kaiser_bessel_derived(2, 4).round(6)
    array([0.707107, 0.707107])
    """
    if not sym:
        raise ValueError('Kaiser-Bessel Derived windows are only defined for symmetric shapes')
    if M < 1:
        return np.array([])
    if M % 2:
        raise ValueError('Kaiser-Bessel Derived windows are only defined for even number of points')
    sums = np.cumsum(kaiser(M // 2 + 1, beta))
    half = np.sqrt(sums[:-1] / sums[-1])
    return np.concatenate((half, half[::-1]))


NAMES = {'dpss': dpss, 'taylor': taylor, 'taylorwin': taylor, 'kaiser_bessel_derived': kaiser_bessel_derived,
         'kaiser bessel derived': kaiser_bessel_derived, 'kbd': kaiser_bessel_derived,
         'barthann': barthann, 'brthan': barthann, 'bth': barthann, 'bartlett': bartlett, 'bart': bartlett, 'brt': bartlett,
         'blackman': blackman, 'black': blackman, 'blk': blackman, 'blackmanharris': blackmanharris, 'blackharr': blackmanharris,
         'bkh': blackmanharris, 'bohman': bohman, 'bman': bohman, 'bmn': bohman, 'boxcar': boxcar, 'box': boxcar, 'ones': boxcar,
         'rect': boxcar, 'rectangular': boxcar, 'chebwin': chebwin, 'cheb': chebwin, 'cosine': cosine, 'halfcosine': cosine,
         'exponential': exponential, 'poisson': exponential, 'flattop': flattop, 'flat': flattop, 'flt': flattop, 'gaussian': gaussian,
         'gauss': gaussian, 'gss': gaussian, 'general cosine': general_cosine, 'general_cosine': general_cosine,
         'general gaussian': general_gaussian, 'general_gaussian': general_gaussian, 'general gauss': general_gaussian,
         'general_gauss': general_gaussian, 'ggs': general_gaussian, 'general hamming': general_hamming, 'general_hamming': general_hamming,
         'hamming': hamming, 'hamm': hamming, 'ham': hamming, 'hann': hann, 'han': hann, 'kaiser': kaiser, 'ksr': kaiser,
         'lanczos': lanczos, 'sinc': lanczos, 'nuttall': nuttall, 'nutl': nuttall, 'nut': nuttall, 'parzen': parzen, 'parz': parzen,
         'par': parzen, 'triangle': triang, 'triang': triang, 'tri': triang, 'tukey': tukey, 'tuk': tukey}
NEED = ('dpss', 'kaiser_bessel_derived', 'kaiser bessel derived', 'kbd', 'chebwin', 'cheb', 'gaussian', 'gauss', 'gss', 'general cosine', 'general_cosine', 'general gaussian', 'general_gaussian', 'ggs',
        'general gauss', 'general_gauss', 'general hamming', 'general_hamming', 'kaiser', 'ksr')


def get_window(window, Nx, fftbins=True, *, xp=None, device=None):
    """A window by its name, by a tuple of name and parameters, or Kaiser's by its number.

    >>> windows.get_window('hann', 4)
    array([0. , 0.5, 1. , 0.5])
    """
    options = ()
    try:
        beta = float(window)
    except (TypeError, ValueError) as e:
        if isinstance(window, tuple):
            name, options = window[0], window[1:]
        elif isinstance(window, str):
            if window in NEED:
                raise ValueError(f"'{window}' must have parameters, but window={window!r}!") from e
            name = window
        else:
            raise ValueError(f'{type(window)} as window type is not supported.') from e
        symmetric = not fftbins
        if name.endswith('_periodic') or name.endswith('_symmetric'):
            name, _, kind = name.rpartition('_')
            symmetric = kind == 'symmetric'
        if name not in NAMES:
            raise ValueError(f'Invalid window name {name!r} in parameter window={window!r}!') from e
        if NAMES[name] is exponential and options:
            return exponential(Nx, *options, sym=symmetric)
        return NAMES[name](Nx, *options, sym=symmetric)
    return kaiser(Nx, beta, not fftbins)
