"""The functions of old, one for each method, which give a tuple or the place alone."""

import numpy as np
from scipy.optimize._descent import bfgs, cg, newton_cg
from scipy.optimize._differences import EPSILON
from scipy.optimize._direct_search import nelder_mead, powell
from scipy.optimize._lbfgsb import lbfgsb
from scipy.optimize._minimize import minimize
from scipy.optimize._tnc import tnc

__all__ = ['fmin', 'fmin_powell', 'fmin_cg', 'fmin_bfgs', 'fmin_ncg', 'fmin_l_bfgs_b', 'fmin_tnc', 'fmin_slsqp',
           'fmin_cobyla']


def _start(x0):
    return np.atleast_1d(x0).astype(float).ravel()


def _tuple(args):
    return args if isinstance(args, tuple) else (args,)


def _full(result, names, full_output, retall):
    if full_output:
        found = tuple(result[name] for name in names)
        return found + ((result['allvecs'],) if retall else ())
    return (result['x'], result['allvecs']) if retall else result['x']


def fmin(func, x0, args=(), xtol=1e-4, ftol=1e-4, maxiter=None, maxfun=None, full_output=0, disp=1, retall=0,
         callback=None,
         initial_simplex=None):
    """A minimum by the downhill simplex of Nelder and Mead.

    >>> optimize.fmin(lambda x: (x[0] - 1)**2, [0.0], disp=0).round(3)
    array([1.])
    """
    result = nelder_mead(func, _start(x0), _tuple(args), callback, xatol=xtol, fatol=ftol, maxiter=maxiter,
                         maxfev=maxfun,
                         disp=disp, return_all=retall, initial_simplex=initial_simplex)
    return _full(result, ('x', 'fun', 'nit', 'nfev', 'status'), full_output, retall)


def fmin_powell(func, x0, args=(), xtol=1e-4, ftol=1e-4, maxiter=None, maxfun=None, full_output=0, disp=1,
                retall=0,
                callback=None, direc=None):
    """A minimum by Powell's method of directions.

    >>> optimize.fmin_powell(lambda x: (x[0] - 1)**2, [0.0], disp=0).round(3)
    array([1.])
    """
    result = powell(func, _start(x0), _tuple(args), callback, xtol=xtol, ftol=ftol, maxiter=maxiter,
                    maxfev=maxfun, disp=disp,
                    direc=direc, return_all=retall)
    return _full(result, ('x', 'fun', 'direc', 'nit', 'nfev', 'status'), full_output, retall)


def fmin_cg(f, x0, fprime=None, args=(), gtol=1e-5, norm=np.inf, epsilon=EPSILON, maxiter=None, full_output=0,
            disp=1,
            retall=0, callback=None, c1=1e-4, c2=0.4):
    """A minimum by conjugate gradients.

    >>> optimize.fmin_cg(lambda x: (x[0] - 1)**2, [0.0], disp=0).round(4)
    array([1.])
    """
    result = cg(f, _start(x0), _tuple(args), fprime, callback, gtol=gtol, norm=norm, eps=epsilon,
                maxiter=maxiter, disp=disp,
                return_all=retall, c1=c1, c2=c2)
    return _full(result, ('x', 'fun', 'nfev', 'njev', 'status'), full_output, retall)


def fmin_bfgs(f, x0, fprime=None, args=(), gtol=1e-5, norm=np.inf, epsilon=EPSILON, maxiter=None,
              full_output=0, disp=1,
              retall=0, callback=None, xrtol=0, c1=1e-4, c2=0.9, hess_inv0=None):
    """A minimum by the method of Broyden, Fletcher, Goldfarb and Shanno.

    >>> optimize.fmin_bfgs(lambda x: (x[0] - 1)**2, [0.0], disp=0).round(4)
    array([1.])
    """
    result = bfgs(f, _start(x0), _tuple(args), fprime, callback, gtol=gtol, norm=norm, eps=epsilon,
                  maxiter=maxiter, disp=disp,
                  return_all=retall, xrtol=xrtol, c1=c1, c2=c2, hess_inv0=hess_inv0)
    return _full(result, ('x', 'fun', 'jac', 'hess_inv', 'nfev', 'njev', 'status'), full_output, retall)


def fmin_ncg(f, x0, fprime, fhess_p=None, fhess=None, args=(), avextol=1e-5, epsilon=EPSILON, maxiter=None,
             full_output=0,
             disp=1, retall=0, callback=None, c1=1e-4, c2=0.9):
    """A minimum by Newton's method with conjugate gradients.

    >>> optimize.fmin_ncg(lambda x: (x[0] - 1)**2, [0.0], lambda x: 2 * (x - 1), disp=0).round(4)
    array([1.])
    """
    result = newton_cg(f, _start(x0), _tuple(args), fprime, callback, fhess, fhess_p, xtol=avextol,
                       eps=epsilon,
                       maxiter=maxiter, disp=disp, return_all=retall, c1=c1, c2=c2)
    return _full(result, ('x', 'fun', 'nfev', 'njev', 'nhev', 'status'), full_output, retall)


def fmin_l_bfgs_b(func, x0, fprime=None, args=(), approx_grad=0, bounds=None, m=10, factr=1e7, pgtol=1e-5,
                  epsilon=1e-8, maxfun=15000, maxiter=15000, callback=None, maxls=20):
    """A minimum within bounds: (x, value, details).

    >>> optimize.fmin_l_bfgs_b(lambda x: (x[0] - 1)**2, [0.0], approx_grad=True)[0].round(4)
    array([1.])
    """
    jac = None if approx_grad else fprime if fprime is not None else True
    result = lbfgsb(func, _start(x0), _tuple(args), jac, callback, bounds, maxcor=m,
                    ftol=factr * np.finfo(float).eps, gtol=pgtol, eps=epsilon, maxfun=maxfun, maxiter=maxiter, maxls=maxls)
    return result.x, result.fun, {'grad': result.jac, 'task': result.message, 'funcalls': result.nfev,
                                  'nit': result.nit, 'warnflag': result.status}


def fmin_tnc(func, x0, fprime=None, args=(), approx_grad=0, bounds=None, epsilon=1e-8, scale=None, offset=None,
             messages=15, maxCGit=-1, maxfun=None, eta=-1, stepmx=0, accuracy=0, fmin=0, ftol=-1, xtol=-1, pgtol=-1,
             rescale=-1, disp=None, callback=None):
    """A minimum within bounds by a truncated Newton method: (x, calls, status).

    >>> optimize.fmin_tnc(lambda x: (x[0] - 1)**2, [0.0], approx_grad=True, disp=0)[0].round(3)
    array([1.])
    """
    jac = None if approx_grad else fprime if fprime is not None else True
    result = tnc(func, _start(x0), _tuple(args), jac, callback, bounds, epsilon, scale, offset, None, maxCGit, eta, stepmx,
                 accuracy, fmin, ftol, xtol, pgtol, rescale, bool(messages if disp is None else disp), maxfun=maxfun)
    return result.x, result.nfev, result.status


def fmin_slsqp(func, x0, eqcons=(), f_eqcons=None, ieqcons=(), f_ieqcons=None, bounds=(), fprime=None,
               fprime_eqcons=None, fprime_ieqcons=None, args=(), iter=100, acc=1e-6, iprint=1, disp=None,
               full_output=0, epsilon=EPSILON, callback=None):
    """A minimum under constraints, by sequential quadratic programming.

    >>> optimize.fmin_slsqp(lambda x: (x[0] - 1)**2, [0.0], iprint=0).round(4)
    array([1.])
    """
    constraints = [{'type': kind, 'fun': c, 'args': args} for kind,
                   some in (('eq', eqcons), ('ineq', ieqcons)) for c in some]
    if f_eqcons:
        constraints.append({'type': 'eq', 'fun': f_eqcons, 'jac': fprime_eqcons, 'args': args})
    if f_ieqcons:
        constraints.append({'type': 'ineq', 'fun': f_ieqcons, 'jac': fprime_ieqcons, 'args': args})
    options = {'maxiter': iter, 'ftol': acc, 'iprint': iprint, 'disp': iprint > 0 if disp is None else disp,
               'eps': epsilon}
    result = minimize(func, x0, args, 'SLSQP', fprime, bounds=bounds if len(bounds) else None,
                      constraints=constraints,
                      callback=callback, options=options)
    return (result.x, result.fun, result.nit, result.status, result.message) if full_output else result.x


def fmin_cobyla(func, x0, cons, args=(), consargs=None, rhobeg=1.0, rhoend=1e-4, maxfun=1000, disp=None,
                catol=2e-4, *, callback=None):
    """A minimum where all functions of cons are 0 or positive, without derivatives.

    >>> optimize.fmin_cobyla(lambda x: x[0], [2.0], lambda x: x[0] - 1).round(3)
    array([1.])
    """
    wrong = 'cons must be a sequence of callable functions or a single callable function.'
    try:
        several = list(cons)
    except TypeError as e:
        if not callable(cons):
            raise TypeError(wrong) from e
        several = [cons]
    if not all(callable(one) for one in several):
        raise TypeError(wrong)
    more = _tuple(args) if consargs is None else consargs
    options = {'rhobeg': rhobeg, 'tol': rhoend, 'disp': disp, 'maxiter': maxfun, 'catol': catol}
    limits = tuple({'type': 'ineq', 'fun': one, 'args': more} for one in several)
    return minimize(func, x0, args, 'COBYLA', constraints=limits, callback=callback, options=options).x
