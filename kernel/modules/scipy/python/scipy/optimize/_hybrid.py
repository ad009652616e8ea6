"""Roots of systems by Powell's hybrid method (M. J. D. Powell, A hybrid method for nonlinear equations,
1970), in the form of MINPACK's hybrd and hybrj (Moré, Garbow and Hillstrom, User guide for MINPACK-1,
ANL-80-74, 1980)."""

import numpy as np
from scipy.optimize._qr import EPS, dogleg, householder, orthogonal, rank_one, reflected

__all__ = ['hybrid', 'differences']


def differences(f, x, fx, step, band=None):
    """The Jacobian by forward differences: (matrix, calls). band: how many diagonals there are below and
    above the main one.
    """
    n = len(x)
    width = n if band is None else min(band[0] + band[1] + 1, n)
    jacobian = np.zeros((len(fx), n))
    steps = step * np.abs(x)
    steps[steps == 0] = step
    for k in range(width):
        moved = x.copy()
        moved[k::width] += steps[k::width]
        change = f(moved) - fx
        if width == n:
            jacobian[:, k] = change / steps[k]
            continue
        for j in range(k, n, width):
            first, last = max(0, j - band[1]), min(n, j + band[0] + 1)
            jacobian[first:last, j] = change[first:last] / steps[j]
    return jacobian, width


def _ends(radius, xtol, x_size, norm, calls, maxfev, moved, slow_jacobians, slow):
    """Why to stop; 0: go on."""
    if radius <= xtol * x_size or norm == 0:
        return 1
    info = 2 if calls >= maxfev else 0
    if 0.1 * max(0.1 * radius, moved) <= EPS * x_size:
        info = 3
    if slow_jacobians == 5:
        info = 4
    return 5 if slow == 10 else info


def hybrid(f, x, jacobian_of, xtol, maxfev, step, factor, diagonal, band=None):
    """(x, f(x), info, calls of f, Jacobians, Q, R, Q'f). The Jacobian is renewed after two steps in a row
    that were no good, else changed by Broyden's formula of rank one."""
    fx = f(x)
    calls, jacobians, norm = 1, 0, np.linalg.norm(fx)
    scales_itself = diagonal is None
    iteration, good, bad, slow, slow_jacobians = 1, 0, 0, 0, 0
    radius = x_size = 0.0
    while True:
        renewed = True
        if jacobian_of:
            packed = np.array(jacobian_of(x), dtype=float)
        else:
            packed, used = differences(f, x, fx, step, band)
            calls += used
        jacobians += 1
        packed, on_diagonal, columns, _ = householder(packed, False)
        if iteration == 1:
            if scales_itself:
                diagonal = np.where(columns == 0, 1.0, columns)
            x_size = np.linalg.norm(diagonal * x)
            radius = factor * x_size or factor
        if scales_itself:
            diagonal = np.maximum(diagonal, columns)
        qtf = reflected(packed, fx)
        q, r = orthogonal(packed), np.triu(packed, 1) + np.diag(on_diagonal)
        while True:
            move = -dogleg(r, diagonal, qtf, radius)
            trial = x + move
            moved = np.linalg.norm(diagonal * move)
            if iteration == 1:
                radius = min(radius, moved)
            new = f(trial)
            calls += 1
            new_norm = np.linalg.norm(new)
            actual = 1 - (new_norm / norm) ** 2 if new_norm < norm else -1.0
            linear = qtf + r @ move
            linear_norm = np.linalg.norm(linear)
            expected = 1 - (linear_norm / norm) ** 2 if linear_norm < norm else 0.0
            ratio = actual / expected if expected > 0 else 0.0
            if ratio < 0.1:
                good, bad = 0, bad + 1
                radius *= 0.5
            else:
                bad, good = 0, good + 1
                if ratio >= 0.5 or good > 1:
                    radius = max(radius, moved / 0.5)
                if abs(ratio - 1) <= 0.1:
                    radius = moved / 0.5
            if ratio >= 1e-4:
                x, fx, norm = trial, new, new_norm
                x_size = np.linalg.norm(diagonal * x)
                iteration += 1
            slow = 0 if actual >= 0.001 else slow + 1
            slow_jacobians = 0 if actual >= 0.1 else slow_jacobians + renewed
            info = _ends(radius, xtol, x_size, norm, calls, maxfev, moved, slow_jacobians, slow)
            if info:
                return x, fx, info, calls, jacobians, q, r, qtf
            if bad == 2:
                break
            turned = q.T @ new
            change, direction = (turned - linear) / moved, diagonal * (diagonal * move / moved)
            if ratio >= 1e-4:
                qtf = turned
            q, r, qtf = rank_one(q, r, qtf, change, direction)
            renewed = False
