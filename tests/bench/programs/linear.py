"""Dense and banded linear algebra, written row by row and column by column."""
import numpy as np
from catalogue import program


def definite(n, seed):
    """A symmetric positive definite matrix of n rows."""
    half = np.random.RandomState(seed).rand(n, n)
    return half @ half.T + n * np.eye(n)


@program(small=12, medium=40, large=90, access="elements")
def cholesky_by_elements(n):
    return definite(n, 1),
@cholesky_by_elements.body
def _(matrix):
    n = len(matrix)
    lower = np.zeros_like(matrix)
    for i in range(n):
        for j in range(i + 1):
            rest = matrix[i, j] - np.dot(lower[i, :j], lower[j, :j])
            if i == j:
                lower[i, j] = np.sqrt(rest)
            else:
                lower[i, j] = rest / lower[j, j]
    return lower


@program(small=30, medium=120, large=500, access="slices")
def cholesky_by_columns(n):
    return definite(n, 2),
@cholesky_by_columns.body
def _(matrix):
    lower = np.tril(matrix)
    for j in range(len(lower)):
        lower[j:, j] -= lower[j:, :j] @ lower[j, :j]
        lower[j:, j] /= np.sqrt(lower[j, j])
    return lower


@program(small=20, medium=100, large=400, access="slices")
def lu_with_pivots(n):
    return np.random.RandomState(3).rand(n, n),
@lu_with_pivots.body
def _(matrix):
    work = matrix.copy()
    n = len(work)
    order = np.arange(n)
    for k in range(n - 1):
        best = k + np.argmax(np.abs(work[k:, k]))
        if best != k:
            work[[k, best]] = work[[best, k]]
            order[[k, best]] = order[[best, k]]
        work[k + 1:, k] /= work[k, k]
        work[k + 1:, k + 1:] -= np.outer(work[k + 1:, k], work[k, k + 1:])
    return work, order


@program(small=10, medium=30, large=70, access="elements")
def lu_by_elements(n):
    return definite(n, 4),
@lu_by_elements.body
def _(matrix):
    work = matrix.copy()
    n = work.shape[0]
    for k in range(n):
        for i in range(k + 1, n):
            work[i, k] = work[i, k] / work[k, k]
            for j in range(k + 1, n):
                work[i, j] -= work[i, k] * work[k, j]
    return work


@program(small=50, medium=300, large=1500, access="slices")
def forward_substitution(n):
    return np.tril(definite(n, 5)), np.random.RandomState(5).rand(n)
@forward_substitution.body
def _(lower, right):
    solution = np.zeros_like(right)
    for i in range(len(right)):
        solution[i] = (right[i] - lower[i, :i] @ solution[:i]) / lower[i, i]
    return solution


@program(small=50, medium=300, large=1500, access="slices")
def back_substitution_by_columns(n):
    return np.triu(definite(n, 6)), np.random.RandomState(6).rand(n)
@back_substitution_by_columns.body
def _(upper, right):
    solution = right.copy()
    for j in range(len(solution) - 1, -1, -1):
        solution[j] /= upper[j, j]
        solution[:j] -= upper[:j, j] * solution[j]
    return solution


@program(small=12, medium=60, large=200, access="slices")
def gram_schmidt(n):
    return np.random.RandomState(7).rand(2 * n, n),
@gram_schmidt.body
def _(vectors):
    basis = vectors.copy()
    upper = np.zeros((basis.shape[1], basis.shape[1]))
    for k in range(basis.shape[1]):
        upper[k, k] = np.linalg.norm(basis[:, k])
        basis[:, k] /= upper[k, k]
        for j in range(k + 1, basis.shape[1]):
            upper[k, j] = basis[:, k] @ basis[:, j]
            basis[:, j] -= upper[k, j] * basis[:, k]
    return basis, upper


@program(small=15, medium=60, large=200, access="slices")
def householder(n):
    return np.random.RandomState(8).rand(n, n),
@householder.body
def _(matrix):
    work = matrix.copy()
    for k in range(len(work) - 1):
        mirror = work[k:, k].copy()
        mirror[0] += np.copysign(np.linalg.norm(mirror), mirror[0])
        mirror /= np.linalg.norm(mirror)
        work[k:, k:] -= 2.0 * np.outer(mirror, mirror @ work[k:, k:])
    return np.triu(work)


@program(small=8, medium=24, large=60, access="slices")
def jacobi_eigenvalues(n):
    return definite(n, 9),
@jacobi_eigenvalues.body
def _(matrix):
    work = matrix.copy()
    n = len(work)
    for p in range(n - 1):
        for q in range(p + 1, n):
            if abs(work[p, q]) < 1e-12:
                continue
            angle = 0.5 * np.arctan2(2 * work[p, q], work[q, q] - work[p, p])
            c, s = np.cos(angle), np.sin(angle)
            row_p, row_q = work[p].copy(), work[q].copy()
            work[p], work[q] = c * row_p - s * row_q, s * row_p + c * row_q
            column_p, column_q = work[:, p].copy(), work[:, q].copy()
            work[:, p], work[:, q] = c * column_p - s * column_q, s * column_p + c * column_q
    return np.sort(np.diag(work))


@program(small=200, medium=2000, large=20000, access="elements")
def tridiagonal(n):
    generator = np.random.RandomState(10)
    return generator.rand(n), 4 + generator.rand(n), generator.rand(n), generator.rand(n)
@tridiagonal.body
def _(below, middle, above, right):
    n = len(right)
    upper, values = above.copy(), right.copy()
    upper[0] /= middle[0]
    values[0] /= middle[0]
    for i in range(1, n):
        pivot = middle[i] - below[i] * upper[i - 1]
        upper[i] /= pivot
        values[i] = (values[i] - below[i] * values[i - 1]) / pivot
    for i in range(n - 2, -1, -1):
        values[i] -= upper[i] * values[i + 1]
    return values


@program(small=(30, 20), medium=(200, 40), large=(600, 60), access="whole")
def conjugate_gradients(size):
    n, steps = size
    return definite(n, 11), np.random.RandomState(11).rand(n), steps
@conjugate_gradients.body
def _(matrix, right, steps):
    solution = np.zeros_like(right)
    rest = right - matrix @ solution
    direction = rest.copy()
    square = rest @ rest
    for _ in range(steps):
        image = matrix @ direction
        length = square / (direction @ image)
        solution += length * direction
        rest -= length * image
        new = rest @ rest
        direction = rest + (new / square) * direction
        square = new
    return solution


@program(small=20, medium=150, large=600, access="whole")
def power_iteration(n):
    return definite(n, 12),
@power_iteration.body
def _(matrix):
    vector = np.ones(len(matrix))
    value = 0.0
    for _ in range(60):
        image = matrix @ vector
        value = vector @ image / (vector @ vector)
        vector = image / np.sqrt((image * image).sum())
    return value, vector


@program(small=8, medium=20, large=45, access="elements")
def matrix_product_by_elements(n):
    generator = np.random.RandomState(13)
    return generator.rand(n, n), generator.rand(n, n)
@matrix_product_by_elements.body
def _(a, b):
    n = len(a)
    c = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            total = 0.0
            for k in range(n):
                total += a[i, k] * b[k, j]
            c[i, j] = total
    return c


@program(small=20, medium=80, large=300, access="slices")
def gauss_jordan_inverse(n):
    return definite(n, 14),
@gauss_jordan_inverse.body
def _(matrix):
    n = len(matrix)
    work = np.hstack([matrix, np.eye(n)])
    for k in range(n):
        work[k] /= work[k, k]
        factors = work[:, k].copy()
        factors[k] = 0
        work -= factors[:, None] * work[k]
    return work[:, n:]
