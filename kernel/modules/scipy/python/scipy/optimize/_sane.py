"""Roots without derivatives: DF-SANE (La Cruz, Martínez and Raydan, Spectral residual method without gradient
information, 2006; the second line search is Cheng's and Li's, 2009)."""

from collections import deque

import numpy as np
from scipy.optimize._result import OptimizeResult, tell_unknown

__all__ = ['df_sane']

GAMMA, LEAST, MOST, NU = 1e-4, 0.1, 0.5, 0.85


class _NoCalls(Exception):
    """All calls of the function are spent."""


def _both_ways(merit, x, d, f, bound):
    """The first of the steps d and -d, each shortened in turn, with which the merit falls below the bound:
    (step, x, merit, F).
    """
    forth = back = 1.0
    while True:
        for sign in (1, -1):
            length = forth if sign > 0 else back
            place = x + sign * length * d
            value, residual = merit(place)
            if value <= bound - GAMMA * length ** 2 * f:
                return sign * length, place, value, residual
            shorter = length ** 2 * f / (value + (2 * length - 1) * f)
            shorter = np.clip(shorter, LEAST * length, MOST * length)
            if sign > 0:
                forth_next = shorter
            else:
                forth, back = forth_next, shorter


def df_sane(func, x0, args=(), ftol=1e-8, fatol=1e-300, maxfev=1000, fnorm=None, callback=None, disp=False,
            M=10, eta_strategy=None,
            sigma_eps=1e-10, sigma_0=1.0, line_search='cruz', **unknown):
    """A root of func near x0, as an OptimizeResult: steps along the residual with the length of the secant
    equation.
    """
    tell_unknown(unknown)
    if line_search not in ('cheng', 'cruz'):
        raise ValueError(f"Invalid value {line_search!r} for 'line_search'")
    norm = np.linalg.norm if fnorm is None else fnorm
    shape = np.shape(x0)
    x = np.asarray(x0).ravel()
    x = x.astype(complex if x.dtype.kind == 'c' else float)
    calls = 0

    def merit(x):
        nonlocal calls
        if calls >= maxfev:
            raise _NoCalls
        calls += 1
        residual = np.asarray(func(x.reshape(shape) if x.dtype.kind != 'c' else x.reshape(shape),
                                   *args)).ravel()
        return norm(residual) ** 2, residual

    value, residual = merit(x)
    first, first_norm, sigma, rounds = value, norm(residual), sigma_0, 0
    recent, weight, mean = deque([value], M), 1.0, value
    if eta_strategy is None:
        eta_strategy = lambda k, x, F: first / (1 + k) ** 2
    converged, message = False, 'too many function evaluations required'
    while True:
        size = norm(residual)
        if disp:
            print(f'iter {rounds}: ||F|| = {size:g}, sigma = {sigma:g}')
        if callback is not None:
            callback(x, residual)
        if size < ftol * first_norm + fatol:
            converged, message = True, 'successful convergence'
            break
        if abs(sigma) > 1 / sigma_eps:
            sigma = 1 / sigma_eps * np.sign(sigma)
        elif abs(sigma) < sigma_eps:
            sigma = sigma_eps
        slack = eta_strategy(rounds, x, residual)
        try:
            bound = (max(recent) if line_search == 'cruz' else mean) + slack
            _, place, new, new_residual = _both_ways(merit, x, -sigma * residual, value, bound)
        except _NoCalls:
            break
        if line_search == 'cheng':
            heavier = NU * weight + 1
            mean, weight = (NU * weight * bound + new) / heavier, heavier
        s, y = place - x, new_residual - residual
        sigma = np.vdot(s, s) / np.vdot(s, y)
        x, residual, value = place, new_residual, new
        recent.append(value)
        rounds += 1
    return OptimizeResult(x=x.reshape(shape), success=converged, message=message, fun=residual.reshape(shape),
                          nfev=calls, nit=rounds,
                          method='df-sane')
