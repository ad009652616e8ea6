"""Integrals of functions and samples, and differential equations."""

from scipy.integrate._samples import cumulative_simpson, cumulative_trapezoid, romb, simpson, trapezoid


class ODEintWarning(Warning):
    """What odeint warns of."""


from scipy.integrate._ivp import OdeSolution, odeint, solve_ivp
from scipy.integrate._quad import IntegrationWarning, dblquad, fixed_quad, nquad, quad, quad_vec, tplquad
