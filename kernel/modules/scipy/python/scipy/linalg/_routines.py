"""What scipy.linalg.blas and scipy.linalg.lapack share: routines of a type, by functions of NumPy and scipy.linalg._lapack."""

import numpy as np
from scipy.linalg._support import lapack

KINDS = {'s': 'f', 'd': 'd', 'c': 'F', 'z': 'D'}


def _turned(a, trans):
    return a if not trans else a.T if trans == 1 else np.conj(a.T)


def _triangle(a, lower, unit):
    part = np.tril(a) if lower else np.triu(a)
    if unit:
        part = part.copy()
        np.fill_diagonal(part, 1)
    return part


def _symmetric(a, lower, hermitian=False):
    part = np.tril(a) if lower else np.triu(a)
    other = np.conj(part.T) if hermitian else part.T
    return part + other - np.diag(np.diag(part))


def blas_functions(kind):
    """{name without its type: function}, of BLAS."""
    real = kind in 'fd'
    given = lambda a: np.asarray(a, dtype=kind)
    number = lambda value: complex(value) if not real else float(value)

    def gemm(alpha, a, b, beta=0.0, c=None, trans_a=0, trans_b=0, overwrite_c=0):
        """alpha a b + beta c, a and b transposed (1) or conjugated, too (2)."""
        value = alpha * (_turned(given(a), trans_a) @ _turned(given(b), trans_b))
        return np.asfortranarray((value if c is None or beta == 0 else value + beta * given(c)).astype(kind))

    def gemv(alpha, a, x, beta=0.0, y=None, offx=0, incx=1, offy=0, incy=1, trans=0, overwrite_y=0):
        """alpha a x + beta y."""
        value = alpha * (_turned(given(a), trans) @ given(x)[offx::incx])
        return (value if y is None or beta == 0 else value + beta * given(y)[offy::incy]).astype(kind)

    def ger(alpha, x, y, incx=1, incy=1, a=None, overwrite_x=1, overwrite_y=1, overwrite_a=0):
        """alpha x y^T + a."""
        value = alpha * np.outer(given(x)[::incx], given(y)[::incy])
        return np.asfortranarray((value if a is None else value + given(a)).astype(kind))

    def gerc(alpha, x, y, incx=1, incy=1, a=None, overwrite_x=1, overwrite_y=1, overwrite_a=0):
        """alpha x y^H + a."""
        return ger(alpha, x, np.conj(given(y)), incx, incy, a)

    def dot(x, y, n=None, offx=0, incx=1, offy=0, incy=1):
        """The sum of products."""
        return number(np.dot(given(x)[offx::incx][:n], given(y)[offy::incy][:n]))

    def dotc(x, y, n=None, offx=0, incx=1, offy=0, incy=1):
        """The sum of products with the conjugate of x."""
        return number(np.vdot(given(x)[offx::incx][:n], given(y)[offy::incy][:n]))

    def nrm2(x, n=None, offx=0, incx=1):
        """The Euclidean norm."""
        return float(np.linalg.norm(given(x)[offx::incx][:n]))

    def asum(x, n=None, offx=0, incx=1):
        """The sum of the sizes of real and imaginary parts."""
        x = given(x)[offx::incx][:n]
        return float(np.sum(np.abs(x.real)) + (0 if real else np.sum(np.abs(x.imag))))

    def amax(x, n=None, offx=0, incx=1):
        """Where the element of the largest size is."""
        x = given(x)[offx::incx][:n]
        return int(np.argmax(np.abs(x.real) + (0 if real else np.abs(x.imag))))

    def axpy(x, y, n=None, a=1.0, offx=0, incx=1, offy=0, incy=1):
        """y + a x, in the place of y where its type allows."""
        target = y if isinstance(y, np.ndarray) and y.dtype == kind else given(y)
        part, source = target[offy::incy][:n], given(x)[offx::incx][:n]
        part[:len(source)] += a * source
        return target

    def scal(a, x, n=None, offx=0, incx=1):
        """a x, in the place of x where its type allows."""
        target = x if isinstance(x, np.ndarray) and x.dtype == kind else given(x)
        target[offx::incx][:n] *= a
        return target

    def copy(x, y, n=None, offx=0, incx=1, offy=0, incy=1):
        """x copied into y."""
        target = y if isinstance(y, np.ndarray) and y.dtype == kind else given(y)
        source = given(x)[offx::incx][:n]
        target[offy::incy][:len(source)] = source
        return target

    def swap(x, y, n=None, offx=0, incx=1, offy=0, incy=1):
        """x and y exchanged."""
        x, y = (a if isinstance(a, np.ndarray) and a.dtype == kind else given(a) for a in (x, y))
        one, two = x[offx::incx][:n], y[offy::incy][:n]
        one[...], two[...] = two.copy(), one.copy()
        return x, y

    def rot(x, y, c, s, n=None, offx=0, incx=1, offy=0, incy=1, overwrite_x=0, overwrite_y=0):
        """x and y turned: c x + s y and c y - s x."""
        x, y = given(x)[offx::incx][:n], given(y)[offy::incy][:n]
        return c * x + s * y, c * y - np.conj(s) * x

    def syrk(alpha, a, beta=0.0, c=None, trans=0, lower=0, overwrite_c=0):
        """One triangle of alpha a a^T + beta c."""
        a = _turned(given(a), trans)
        value = alpha * (a @ a.T)
        value = value if c is None or beta == 0 else value + beta * given(c)
        return np.asfortranarray((np.tril(value) if lower else np.triu(value)).astype(kind))

    def herk(alpha, a, beta=0.0, c=None, trans=0, lower=0, overwrite_c=0):
        """One triangle of alpha a a^H + beta c."""
        a = _turned(given(a), 2 if trans else 0)
        value = alpha * (a @ np.conj(a.T))
        value = value if c is None or beta == 0 else value + beta * given(c)
        return np.asfortranarray((np.tril(value) if lower else np.triu(value)).astype(kind))

    def product_with(hermitian):
        def symm(alpha, a, b, beta=0.0, c=None, side=0, lower=0, overwrite_c=0):
            """alpha a b + beta c of a symmetric matrix a (b a with side=1), of which one triangle is read."""
            a, b = _symmetric(given(a), lower, hermitian), given(b)
            value = alpha * (b @ a if side else a @ b)
            return np.asfortranarray((value if c is None or beta == 0 else value + beta * given(c)).astype(kind))
        return symm

    def vector_with(hermitian):
        def symv(alpha, a, x, beta=0.0, y=None, offx=0, incx=1, offy=0, incy=1, lower=0, overwrite_y=0):
            """alpha a x + beta y of a symmetric matrix, of which one triangle is read."""
            value = alpha * (_symmetric(given(a), lower, hermitian) @ given(x)[offx::incx])
            return (value if y is None or beta == 0 else value + beta * given(y)[offy::incy]).astype(kind)
        return symv

    def trmv(a, x, offx=0, incx=1, lower=0, trans=0, diag=0, overwrite_x=0):
        """A triangle times a vector."""
        return (_turned(_triangle(given(a), lower, diag), trans) @ given(x)[offx::incx]).astype(kind)

    def trmm(alpha, a, b, side=0, lower=0, trans_a=0, diag=0, overwrite_b=0):
        """alpha times a triangle times b, or b times the triangle with side=1."""
        a, b = _turned(_triangle(given(a), lower, diag), trans_a), given(b)
        return np.asfortranarray((alpha * (b @ a if side else a @ b)).astype(kind))

    def trsv(a, x, incx=1, offx=0, lower=0, trans=0, diag=0, overwrite_x=0):
        """The solution of a triangle's equations."""
        return np.linalg.solve(_turned(_triangle(given(a), lower, diag), trans), given(x)[offx::incx]).astype(kind)

    def trsm(alpha, a, b, side=0, lower=0, trans_a=0, diag=0, overwrite_b=0):
        """The solution of a triangle's equations for many right sides, or on the right with side=1."""
        a, b = _turned(_triangle(given(a), lower, diag), trans_a), alpha * given(b)
        return np.asfortranarray((np.linalg.solve(a.T, b.T).T if side else np.linalg.solve(a, b)).astype(kind))

    functions = dict(gemm=gemm, gemv=gemv, axpy=axpy, scal=scal, copy=copy, swap=swap, nrm2=nrm2, asum=asum, amax=amax, rot=rot, syrk=syrk,
                     symm=product_with(False), trmv=trmv, trmm=trmm, trsv=trsv, trsm=trsm)
    if real:
        functions.update(dot=dot, ger=ger, symv=vector_with(False))
    else:
        functions.update(dotu=dot, dotc=dotc, geru=ger, gerc=gerc, herk=herk, hemm=product_with(True), hemv=vector_with(True))
    return functions


def lapack_functions(kind):
    """{name without its type: function}, of LAPACK."""
    real = kind in 'fd'
    columns = lambda a: np.array(a, dtype=kind, order='F', ndmin=2)

    def sides(b):
        b = np.asarray(b)
        return np.array(b.reshape(len(b), -1), dtype=kind, order='F'), b.ndim == 1

    def getrf(a, overwrite_a=0):
        """(lu, piv, info): factors with row exchanges, counted from 0."""
        a = columns(a)
        m, n = a.shape
        pivots = np.zeros(min(m, n), np.int32)
        info = lapack('getrf', kind, m, n, a, m, pivots)
        return a, pivots - 1, info

    def getrs(lu, piv, b, trans=0, overwrite_b=0):
        """(x, info): solutions by getrf's factors."""
        lu, (b, is_vector) = columns(lu), sides(b)
        info = lapack('getrs', kind, 'NTC'[trans], len(lu), b.shape[1], lu, len(lu), np.asarray(piv, np.int32) + 1, b, len(lu))
        return b[:, 0] if is_vector else b, info

    def getri(lu, piv, lwork=None, overwrite_lu=0):
        """(inverse, info) by getrf's factors."""
        lu = columns(lu)
        info = lapack('getri', kind, len(lu), lu, len(lu), np.asarray(piv, np.int32) + 1, 'work')
        return lu, info

    def gesv(a, b, overwrite_a=0, overwrite_b=0):
        """(lu, piv, x, info): the solution of a x = b."""
        lu, piv, info = getrf(a)
        x, _ = getrs(lu, piv, b) if info == 0 else (np.asarray(b, kind), info)
        return lu, piv, x, info

    def potrf(a, lower=0, clean=1, overwrite_a=0):
        """(c, info): Cholesky's factor."""
        a = columns(a)
        info = lapack('potrf', kind, 'L' if lower else 'U', len(a), a, len(a))
        return (np.asfortranarray(np.tril(a) if lower else np.triu(a)) if clean else a), info

    def potrs(c, b, lower=0, overwrite_b=0):
        """(x, info): solutions by Cholesky's factor."""
        c, (b, is_vector) = columns(c), sides(b)
        info = lapack('potrs', kind, 'L' if lower else 'U', len(c), b.shape[1], c, len(c), b, len(c))
        return b[:, 0] if is_vector else b, info

    def potri(c, lower=0, overwrite_c=0):
        """(inverse's triangle, info) by Cholesky's factor."""
        c = columns(c)
        return c, lapack('potri', kind, 'L' if lower else 'U', len(c), c, len(c))

    def posv(a, b, lower=0, overwrite_a=0, overwrite_b=0):
        """(c, x, info): the solution for a positive definite matrix."""
        c, info = potrf(a, lower, clean=0)
        x, _ = potrs(c, b, lower) if info == 0 else (np.asarray(b, kind), info)
        return c, x, info

    def trtrs(a, b, lower=0, trans=0, unitdiag=0, lda=None, overwrite_b=0):
        """(x, info): the solution of a triangle's equations."""
        a, (b, is_vector) = columns(a), sides(b)
        info = lapack('trtrs', kind, 'L' if lower else 'U', 'NTC'[trans], 'U' if unitdiag else 'N', len(a), b.shape[1], a, len(a), b, len(a))
        return b[:, 0] if is_vector else b, info

    def trtri(c, lower=0, unitdiag=0, overwrite_c=0):
        """(inverse, info) of a triangle."""
        c = columns(c)
        return c, lapack('trtri', kind, 'L' if lower else 'U', 'U' if unitdiag else 'N', len(c), c, len(c))

    def geqrf(a, lwork=None, overwrite_a=0):
        """(qr, tau, work, info): R and the reflections of Q."""
        a = columns(a)
        m, n = a.shape
        tau = np.zeros(min(m, n), kind)
        info = lapack('geqrf', kind, m, n, a, m, tau, 'work')
        return a, tau, np.array([max(1, n)], kind), info

    def orgqr(a, tau, lwork=None, overwrite_a=0):
        """(q, work, info): Q of its reflections."""
        a, tau = columns(a), np.asarray(tau, kind)
        m, n = a.shape
        info = lapack('orgqr', kind, m, n, len(tau), a, m, tau, 'work')
        return a, np.array([max(1, n)], kind), info

    def eigenvalues(a, compute_v=1, lower=0, lwork=None, liwork=None, lrwork=None, overwrite_a=0):
        """(w, v, info): eigenvalues and vectors of a symmetric or Hermitian matrix."""
        from scipy.linalg import eigh
        a = np.asarray(a, kind)
        if compute_v:
            w, v = eigh(a, lower=bool(lower))
            return w, np.asfortranarray(v), 0
        return eigh(a, lower=bool(lower), eigvals_only=True), np.asfortranarray(a), 0

    def geev(a, compute_vl=1, compute_vr=1, lwork=None, overwrite_a=0):
        """Eigenvalues (real and imaginary parts apart for real matrices), left and right vectors as LAPACK stores them, info."""
        from scipy.linalg import eig
        w, vl, vr = eig(np.asarray(a, kind), left=True, right=True)
        if not real:
            return w, vl, vr, 0
        packed = []
        for vectors in (vl, vr):
            store = np.array(vectors.real, kind, order='F')
            for k in np.nonzero(w.imag > 0)[0]:
                store[:, k], store[:, k + 1] = vectors[:, k].real, vectors[:, k].imag
            packed.append(store)
        return w.real.copy(), w.imag.copy(), packed[0], packed[1], 0

    def gesdd(a, compute_uv=1, full_matrices=1, lwork=None, overwrite_a=0):
        """(u, s, vt, info): singular values and vectors."""
        if compute_uv:
            u, s, vt = np.linalg.svd(np.asarray(a, kind), full_matrices=bool(full_matrices))
            return u, s, vt, 0
        return np.zeros((1, 1), kind), np.linalg.svd(np.asarray(a, kind), compute_uv=False), np.zeros((1, 1), kind), 0

    def gels(a, b, trans='N', lwork=None, overwrite_a=0, overwrite_b=0):
        """(lqr, x, info): the solution by least squares."""
        a = np.asarray(a, kind)
        a = a if trans == 'N' else np.conj(a.T)
        x = np.linalg.lstsq(a, np.asarray(b, kind), rcond=None)[0]
        rows = max(a.shape)
        padded = np.zeros((rows,) + x.shape[1:], kind)
        padded[:len(x)] = x
        return geqrf(a)[0], padded, 0

    def lange(norm, a):
        """A norm of a matrix: 'M', '1', 'I' or 'F'."""
        a = np.asarray(a, kind)
        letter = norm.upper() if isinstance(norm, str) else norm.decode().upper()
        if letter == 'M':
            return float(np.abs(a).max(initial=0))
        return float(np.linalg.norm(a, {'1': 1, 'O': 1, 'I': np.inf, 'F': 'fro', 'E': 'fro'}[letter]))

    functions = dict(getrf=getrf, getrs=getrs, getri=getri, gesv=gesv, potrf=potrf, potrs=potrs, potri=potri, posv=posv, trtrs=trtrs, trtri=trtri,
                     geqrf=geqrf, geev=geev, gesdd=gesdd, gesvd=gesdd, gels=gels, lange=lange)
    if real:
        functions.update(orgqr=orgqr, syev=eigenvalues, syevd=eigenvalues)
    else:
        functions.update(ungqr=orgqr, heev=eigenvalues, heevd=eigenvalues)
    return functions
