"""Least squares by Levenberg's and Marquardt's method in the form of J. J. Moré (The Levenberg-Marquardt
algorithm: implementation and theory, 1978), which is MINPACK's lmdif and lmder (User guide for MINPACK-1,
ANL-80-74, 1980)."""

import math

import numpy as np
from scipy.optimize._qr import EPS, householder, marquardt, reflected

__all__ = ['levenberg_marquardt']


def _steepest(r, qtf, columns, order, norm):
    """The largest cosine of an angle between f and a column of the Jacobian."""
    largest = 0.0
    if norm != 0:
        for j in range(len(order)):
            if columns[order[j]] != 0:
                largest = max(largest, abs(r[:j + 1, j] @ (qtf[:j + 1] / norm) / columns[order[j]]))
    return largest


def _radius(radius, parameter, ratio, actual, down, moved, too_long):
    """Radius and parameter after a step that was as good as the ratio says."""
    if ratio <= 0.25:
        share = 0.5 if actual >= 0 else 0.5 * down / (down + 0.5 * actual)
        if too_long or share < 0.1:
            share = 0.1
        return share * min(radius, moved / 0.1), parameter / share
    if parameter == 0 or ratio >= 0.75:
        return moved / 0.5, 0.5 * parameter
    return radius, parameter


def levenberg_marquardt(f, jacobian_of, x, ftol, xtol, gtol, maxfev, factor, diagonal):
    """(x, f(x), info, calls of f, Jacobians, packed factors, order of the columns, Q'f). jacobian_of(x, fx)
    gives the matrix and how often it called f."""
    fx = f(x)
    calls, jacobians, n = 1, 0, len(x)
    norm = np.linalg.norm(fx)
    parameter, iteration, radius, x_size = 0.0, 1, 0.0, 0.0
    scales_itself = diagonal is None
    while True:
        packed, used = jacobian_of(x, fx)
        calls += used
        jacobians += 1
        packed, on_diagonal, columns, order = householder(packed, True)
        if iteration == 1:
            if scales_itself:
                diagonal = np.where(columns == 0, 1.0, columns)
            x_size = np.linalg.norm(diagonal * x)
            radius = factor * x_size or factor
        qtf = reflected(packed, fx)[:n]
        packed[np.arange(n), np.arange(n)] = on_diagonal
        slope = _steepest(packed, qtf, columns, order, norm)
        if slope <= gtol:
            return x, fx, 4, calls, jacobians, packed, order, qtf
        if scales_itself:
            diagonal = np.maximum(diagonal, columns)
        while True:
            parameter, step = marquardt(packed[:n], order, diagonal, qtf, radius, parameter)
            step = -step
            trial = x + step
            moved = np.linalg.norm(diagonal * step)
            if iteration == 1:
                radius = min(radius, moved)
            new = f(trial)
            calls += 1
            new_norm = np.linalg.norm(new)
            actual = 1 - (new_norm / norm) ** 2 if 0.1 * new_norm < norm else -1.0
            fit = np.linalg.norm(np.triu(packed[:n]) @ step[order]) / norm
            damp = math.sqrt(parameter) * moved / norm
            expected = fit * fit + damp * damp / 0.5
            ratio = actual / expected if expected != 0 else 0.0
            radius, parameter = _radius(radius, parameter, ratio, actual, -(fit * fit + damp * damp), moved,
                                        0.1 * new_norm >= norm)
            if ratio >= 1e-4:
                x, fx, norm = trial, new, new_norm
                x_size = np.linalg.norm(diagonal * x)
                iteration += 1
            small = abs(actual) <= ftol and expected <= ftol and 0.5 * ratio <= 1
            near = radius <= xtol * x_size
            info = 3 if small and near else 1 if small else 2 if near else 0
            if not info:
                if calls >= maxfev:
                    info = 5
                if abs(actual) <= EPS and expected <= EPS and 0.5 * ratio <= 1:
                    info = 6
                if radius <= EPS * x_size:
                    info = 7
                if slope <= EPS:
                    info = 8
            if info:
                return x, fx, info, calls, jacobians, packed, order, qtf
            if ratio >= 1e-4:
                break
