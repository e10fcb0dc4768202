"""Least squares without a library: which sum of the given shares comes nearest to what was measured."""


def solve(matrix, right):
    """Gauss with the largest pivot; the matrix is square and small."""
    size = len(right)
    rows = [[*matrix[i], right[i]] for i in range(size)]
    for column in range(size):
        best = max(range(column, size), key=lambda i: abs(rows[i][column]))
        rows[column], rows[best] = rows[best], rows[column]
        pivot = rows[column][column]
        if abs(pivot) < 1e-12:
            raise ValueError("the points do not tell the shares apart")
        for i in range(size):
            if i != column:
                factor = rows[i][column] / pivot
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[column])]
    return [rows[i][size] / rows[i][i] for i in range(size)]


def fit(points, measured):
    """Coefficients of the columns of `points`, one for each; each point weighs by its relative error."""
    width = len(points[0])
    scaled = [[x / y for x in point] for point, y in zip(points, measured)]
    normal = [[sum(row[i] * row[j] for row in scaled) for j in range(width)] for i in range(width)]
    return solve(normal, [sum(row[i] for row in scaled) for i in range(width)])


def off(points, measured, coefficients):
    """The largest relative distance of a point from the fit."""
    return max(abs(sum(c * x for c, x in zip(coefficients, point)) / y - 1) for point, y in zip(points, measured))
