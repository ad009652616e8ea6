"""Paths: lines and Bezier curves in a row."""
import math
import numpy as np

__all__ = ["Path", "get_path_collection_extents"]


def _apply(transform, points):
    """The points under a transform, or themselves without one."""
    return points if transform is None else np.asarray(transform.transform(points))


def _bezier(controls, shares):
    """Points of a Bezier curve at these shares of its parameter (de Casteljau)."""
    level = [np.asarray(control, float)[None, :] for control in controls]
    shares = np.asarray(shares, float)[:, None]
    while len(level) > 1:
        level = [before + (after - before) * shares for before, after in zip(level, level[1:])]
    return np.broadcast_to(level[0], (len(shares), 2))


def _turning_shares(controls):
    """Where within (0, 1) a quadratic or cubic curve turns back along x or y."""
    steps = np.diff(np.asarray(controls, float), axis=0)
    found = []
    for axis in (0, 1):
        if len(steps) == 2:
            first, second = steps[:, axis]
            powers = [first, second - first]
        else:
            first, second, third = steps[:, axis]
            powers = [first, 2 * (second - first), first - 2 * second + third]
        while powers and powers[-1] == 0:
            powers.pop()
        found.extend(root.real for root in np.roots(powers[::-1]) if abs(root.imag) < 1e-12)
    return [share for share in found if 0 < share < 1]


class Path:
    """Path(vertices, codes=None, _interpolation_steps=1, closed=False, readonly=False)

    Points and what to do with each: MOVETO, LINETO, CURVE3 (two points), CURVE4 (three points), CLOSEPOLY.
    Without codes the points are joined by lines.

    >>> from matplotlib.path import Path
    >>> Path([(0, 0), (1, 1), (1, 0)], closed=True).codes.tolist()
    [1, 2, 79]
    """

    code_type = np.uint8
    STOP, MOVETO, LINETO, CURVE3, CURVE4, CLOSEPOLY = map(np.uint8, (0, 1, 2, 3, 4, 79))
    NUM_VERTICES_FOR_CODE = {STOP: 1, MOVETO: 1, LINETO: 1, CURVE3: 2, CURVE4: 3, CLOSEPOLY: 1}

    def __init__(self, vertices, codes=None, _interpolation_steps=1, closed=False, readonly=False):
        points = np.array(vertices, float)
        if points.ndim != 2 or points.shape[1] != 2:
            raise ValueError(f"'vertices' must be 2D with shape (N, 2), but your input has shape {points.shape}")
        if codes is None and closed and len(points):
            codes = [self.MOVETO] + [self.LINETO] * (len(points) - 2) + [self.CLOSEPOLY]
        self._readonly = False
        self._vertices = points
        self._codes = None if codes is None else self._checked_codes(codes)
        self._interpolation_steps = _interpolation_steps
        self._readonly = bool(readonly)
        if readonly:
            for part in (self._vertices, self._codes):
                if part is not None:
                    part.flags.writeable = False

    def _checked_codes(self, codes):
        codes = np.array(codes, self.code_type)
        if codes.ndim != 1 or len(codes) != len(self._vertices):
            raise ValueError("'codes' must be a 1D list or array with the same length of 'vertices'. Your vertices have "
                             f"shape {self._vertices.shape} but your codes have shape {codes.shape}")
        if len(codes) and codes[0] != self.MOVETO:
            raise ValueError("The first element of 'code' must be equal to 'MOVETO' (1).  "
                             f"Your first code is {codes[0]}")
        return codes

    def _refuse_if_fixed(self, name):
        if self._readonly:
            raise AttributeError(f"Can't set {name} on a readonly Path")

    @property
    def vertices(self):
        """The points, one a row."""
        return self._vertices

    @vertices.setter
    def vertices(self, points):
        self._refuse_if_fixed("vertices")
        self._vertices = points

    @property
    def codes(self):
        """What each point is for, or None: lines."""
        return self._codes

    @codes.setter
    def codes(self, codes):
        self._refuse_if_fixed("codes")
        self._codes = codes

    @property
    def readonly(self):
        """Whether the path may not be changed."""
        return self._readonly

    @property
    def should_simplify(self):
        """Whether points that cannot be seen may be left out: long lines of finite points."""
        return len(self._vertices) >= 128 and (self._codes is None or bool(np.all(self._codes <= self.LINETO)))

    @property
    def simplify_threshold(self):
        """How far in pixels a point may lie from a line to be left out."""
        import matplotlib
        return matplotlib.rcParams["path.simplify_threshold"]

    def __repr__(self):
        return f"Path({self._vertices!r}, {self._codes!r})"

    def __len__(self):
        return len(self._vertices)

    def copy(self):
        """copy()

        A shallow copy: the arrays are shared.

        >>> from matplotlib.path import Path
        >>> path = Path([(0, 0), (1, 1)])
        >>> path.copy().vertices is path.vertices
        True
        """
        twin = Path.__new__(Path)
        twin.__dict__.update(self.__dict__)
        return twin

    __copy__ = copy

    def deepcopy(self, memo=None):
        """deepcopy(memo=None)

        A copy with arrays of its own, which may be changed.

        >>> from matplotlib.path import Path
        >>> Path([(0, 0), (1, 1)], readonly=True).deepcopy().readonly
        False
        """
        return Path(self._vertices, self._codes, self._interpolation_steps)

    __deepcopy__ = deepcopy

    def _steps(self):
        """Pairs of a code and the points that belong to it."""
        if self._codes is None:
            for index, point in enumerate(self._vertices):
                yield (self.LINETO if index else self.MOVETO), point[None, :]
            return
        at = 0
        while at < len(self._vertices):
            code = self._codes[at]
            if code == self.STOP:
                return
            count = self.NUM_VERTICES_FOR_CODE[code]
            yield code, self._vertices[at:at + count]
            at += count

    def iter_segments(self, transform=None, remove_nans=True, clip=None, snap=False, stroke_width=1.0, simplify=None,
                      curves=True, sketch=None):
        """iter_segments(transform=None, remove_nans=True, clip=None, snap=False, stroke_width=1.0, simplify=None, curves=True, sketch=None)

        Go through the path: pairs of the points of a step, in one flat array, and its code.

        >>> from matplotlib.path import Path
        >>> [int(code) for points, code in Path([(0, 0), (1, 2), (2, 0)], [1, 3, 3]).iter_segments()]
        [1, 3]
        """
        path = self if transform is None else self.transformed(transform)
        if curves:
            for code, points in path._steps():
                yield points.ravel(), code
        else:
            for line in path._flat():
                for index, point in enumerate(line):
                    yield point, (self.LINETO if index else self.MOVETO)

    def transformed(self, transform):
        """transformed(transform)

        The path under a transform.

        >>> from matplotlib.path import Path
        >>> from matplotlib.transforms import Affine2D
        >>> Path([(0, 0), (1, 1)]).transformed(Affine2D().scale(2)).vertices.tolist()
        [[0.0, 0.0], [2.0, 2.0]]
        """
        return Path(_apply(transform, self._vertices), self._codes, self._interpolation_steps)

    def _flat(self):
        """Lines in place of curves: one array of points for each part, closed ones with their first point at the end."""
        lines, current = [], []
        shares = np.linspace(0, 1, 33)[1:]
        for code, points in self._steps():
            if code == self.MOVETO:
                if current:
                    lines.append(current)
                current = [points[0]]
            elif code == self.CLOSEPOLY:
                if current:
                    lines.append(current + [current[0]])
                    current = []
            elif code == self.LINETO:
                current.append(points[0])
            else:
                current.extend(_bezier([current[-1], *points], shares))
        if current:
            lines.append(current)
        return [np.array(line) for line in lines]

    def contains_points(self, points, transform=None, radius=0.0):
        """contains_points(points, transform=None, radius=0.0)

        Which of the points lie within the closed path (the rule of even and odd crossings).

        >>> from matplotlib.path import Path
        >>> Path([(0, 0), (2, 0), (0, 2)]).contains_points([(0.5, 0.5), (2, 2)]).tolist()
        [True, False]
        """
        path = self if transform is None else self.transformed(transform)
        points = np.asarray(points, float).reshape(-1, 2)
        x, y = points[:, 0], points[:, 1]
        inside = np.zeros(len(points), bool)
        distance = np.full(len(points), np.inf)
        for line in path._flat():
            for a, b in zip(line, np.roll(line, -1, axis=0)):
                crosses = (a[1] > y) != (b[1] > y)
                with np.errstate(divide="ignore", invalid="ignore"):
                    inside ^= crosses & (x < a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]))
                if radius:
                    along = b - a
                    length = along @ along
                    share = np.clip(((points - a) @ along) / length, 0, 1) if length else np.zeros(len(points))
                    off = points - a - share[:, None] * along
                    distance = np.minimum(distance, np.hypot(off[:, 0], off[:, 1]))
        if radius:
            near = distance <= abs(radius) / 2
            inside = inside | near if self._widens(radius) else inside & ~near
        return inside

    def _widens(self, radius):
        """A positive radius widens a path that runs anticlockwise, and narrows one that runs clockwise."""
        x, y = self._vertices[:, 0], self._vertices[:, 1]
        area = np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))
        return (radius > 0) == (area >= 0)

    def contains_point(self, point, transform=None, radius=0.0):
        """contains_point(point, transform=None, radius=0.0)

        Whether a point lies within the closed path.

        >>> from matplotlib.path import Path
        >>> Path([(0, 0), (2, 0), (0, 2)]).contains_point((0.5, 0.5))
        True
        """
        return bool(self.contains_points([point], transform, radius)[0])

    def contains_path(self, path, transform=None):
        """contains_path(path, transform=None)

        Whether all of another path lies within this one.

        >>> from matplotlib.path import Path
        >>> Path.unit_rectangle().contains_path(Path([(0.2, 0.5), (0.3, 0.5)]))
        True
        """
        own = self if transform is None else self.transformed(transform)
        return bool(own.contains_points(path.vertices).all()) and not own.intersects_path(path, filled=False)

    def get_extents(self, transform=None, **kwargs):
        """get_extents(transform=None, **kwargs)

        The smallest box round the path, curves and all.

        >>> from matplotlib.path import Path
        >>> Path([(0, 0), (1, 2), (2, 0)], [1, 3, 3]).get_extents().y1
        1.0
        """
        from matplotlib.transforms import Bbox
        path = self if transform is None else self.transformed(transform)
        corners, last = [], None
        for code, points in path._steps():
            if code in (self.CURVE3, self.CURVE4):
                controls = [last, *points]
                corners.extend(_bezier(controls, _turning_shares(controls)))
            if code != self.CLOSEPOLY:
                corners.append(points[-1])
                last = points[-1]
        corners = np.array([corner for corner in corners if np.isfinite(corner).all()])
        if not len(corners):
            return Bbox.null()
        return Bbox([corners.min(axis=0), corners.max(axis=0)])

    def _edges(self):
        return [edge for line in self._flat() for edge in zip(line, line[1:])]

    def intersects_path(self, other, filled=True):
        """intersects_path(other, filled=True)

        Whether two paths cross; if filled, also whether one lies within the other.

        >>> from matplotlib.path import Path
        >>> Path([(0, 0), (1, 1)]).intersects_path(Path([(0, 1), (1, 0)]))
        True
        """
        def side(a, b, c):
            return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

        for a, b in self._edges():
            for c, d in other._edges():
                sides = side(a, b, c) * side(a, b, d), side(c, d, a) * side(c, d, b)
                if sides[0] <= 0 and sides[1] <= 0 and sides != (0, 0):
                    return True
        if not filled:
            return False
        return any(outer.contains_point(inner.vertices[0]) for outer, inner in ((self, other), (other, self)))

    def intersects_bbox(self, bbox, filled=True):
        """intersects_bbox(bbox, filled=True)

        Whether the path meets a box.

        >>> from matplotlib.path import Path
        >>> from matplotlib.transforms import Bbox
        >>> Path([(0, 0), (3, 3)]).intersects_bbox(Bbox([[1, 1], [2, 2]]))
        True
        """
        box = Path([(bbox.x0, bbox.y0), (bbox.x1, bbox.y0), (bbox.x1, bbox.y1), (bbox.x0, bbox.y1)], closed=False)
        box = Path(np.vstack([box.vertices, box.vertices[:1]]))
        if any(box.contains_points(self._vertices)):
            return True
        return self.intersects_path(box, filled=False) or (filled and self.contains_point((bbox.x0, bbox.y0)))

    def interpolated(self, steps):
        """interpolated(steps)

        Each line divided into so many equal ones.

        >>> from matplotlib.path import Path
        >>> len(Path([(0, 0), (1, 1)]).interpolated(4))
        5
        """
        if steps == 1 or not len(self._vertices):
            return self
        shares = np.arange(steps)[:, None] / steps
        pieces = [a + (b - a) * shares for a, b in zip(self._vertices, self._vertices[1:])]
        points = np.vstack([*pieces, self._vertices[-1:]])
        if self._codes is None:
            return Path(points)
        codes = np.full(len(points), self.LINETO, self.code_type)
        codes[::steps] = self._codes
        return Path(points, codes)

    def to_polygons(self, transform=None, width=0, height=0, closed_only=True):
        """to_polygons(transform=None, width=0, height=0, closed_only=True)

        The parts of the path as arrays of points, curves as many short lines.

        >>> from matplotlib.path import Path
        >>> len(Path.unit_rectangle().to_polygons()[0])
        5
        """
        path = self if transform is None else self.transformed(transform)
        polygons = path._flat()
        if not closed_only:
            return polygons
        closed = [line if np.array_equal(line[0], line[-1]) else np.vstack([line, line[:1]]) for line in polygons]
        return [line for line in closed if len(line) > 3]

    @classmethod
    def _shared(cls, points, codes):
        return cls(points, codes, readonly=True)

    @classmethod
    def unit_rectangle(cls):
        """unit_rectangle()

        The square from (0, 0) to (1, 1).

        >>> from matplotlib.path import Path
        >>> Path.unit_rectangle().vertices.tolist()
        [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.0, 0.0]]
        """
        return cls._shared([(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)], [1, 2, 2, 2, 79])

    @classmethod
    def _round_the_middle(cls, radii):
        """A closed polygon with a corner at each of these distances, the first one on top, anticlockwise."""
        count = len(radii)
        angles = np.pi / 2 + 2 * np.pi / count * np.arange(count + 1)
        radii = np.append(radii, radii[0])
        points = np.column_stack([np.cos(angles) * radii, np.sin(angles) * radii])
        return cls._shared(points, [1] + [2] * (count - 1) + [79])

    @classmethod
    def unit_regular_polygon(cls, numVertices):
        """unit_regular_polygon(numVertices)

        A regular polygon in the unit circle, one corner on top.

        >>> from matplotlib.path import Path
        >>> len(Path.unit_regular_polygon(6))
        7
        """
        return cls._round_the_middle(np.ones(numVertices))

    @classmethod
    def unit_regular_star(cls, numVertices, innerCircle=0.5):
        """unit_regular_star(numVertices, innerCircle=0.5)

        A star in the unit circle; its inner corners lie on the inner circle.

        >>> from matplotlib.path import Path
        >>> len(Path.unit_regular_star(5))
        11
        """
        return cls._round_the_middle(np.tile([1, innerCircle], numVertices))

    @classmethod
    def unit_regular_asterisk(cls, numVertices):
        """unit_regular_asterisk(numVertices)

        A star whose inner corners lie in the middle.

        >>> from matplotlib.path import Path
        >>> len(Path.unit_regular_asterisk(5))
        11
        """
        return cls.unit_regular_star(numVertices, 0.0)

    @classmethod
    def _arcs_from_below(cls, count):
        """So many eighths of the unit circle, anticlockwise from its lowest point, as cubic curves."""
        # The handle that keeps the middle of an eighth on the circle: Lancaster, "Approximating a circle or an ellipse
        # using four Bezier cubic splines".
        handle = 0.2652031
        angles = np.pi / 4 * np.arange(count + 1) - np.pi / 2
        points = np.column_stack([np.cos(angles), np.sin(angles)])
        points[np.abs(points) < 1e-12] = 0
        ahead = np.column_stack([-points[:, 1], points[:, 0]]) * handle
        rows = [points[0]]
        for index in range(count):
            rows += [points[index] + ahead[index], points[index + 1] - ahead[index + 1], points[index + 1]]
        rows.append(points[0])
        return np.array(rows), [1] + [4] * (3 * count) + [79]

    @classmethod
    def unit_circle(cls):
        """unit_circle()

        The circle round (0, 0) with the radius 1.

        >>> from matplotlib.path import Path
        >>> len(Path.unit_circle())
        26
        """
        return cls.circle(readonly=True)

    @classmethod
    def circle(cls, center=(0., 0.), radius=1., readonly=False):
        """circle(center=(0.0, 0.0), radius=1.0, readonly=False)

        A circle as eight cubic curves.

        >>> from matplotlib.path import Path
        >>> Path.circle((1, 2), 3).get_extents().y1
        5.0
        """
        points, codes = cls._arcs_from_below(8)
        return cls(points * radius + center, codes, readonly=readonly)

    @classmethod
    def unit_circle_righthalf(cls):
        """unit_circle_righthalf()

        The right half of the unit circle.

        >>> from matplotlib.path import Path
        >>> Path.unit_circle_righthalf().get_extents().x0
        0.0
        """
        return cls._shared(*cls._arcs_from_below(4))

    @classmethod
    def arc(cls, theta1, theta2, n=None, is_wedge=False):
        """arc(theta1, theta2, n=None, is_wedge=False)

        A part of the unit circle between two angles in degrees, as n cubic curves.

        >>> from matplotlib.path import Path
        >>> len(Path.arc(0, 90))
        7
        """
        span = theta2 - theta1
        if not (theta2 != theta1 and abs(span) <= 360):
            span -= 360 * math.floor(span / 360)
        span = 360.0 if abs(span) == 360 else span % 360
        begin, sweep = math.radians(theta1), math.radians(span)
        if n is None:
            n = int(2 ** math.ceil(sweep / (math.pi / 2)))
        if n < 1:
            raise ValueError("n must be >= 1 or None")
        # The handles of Maisonobe, "Drawing an elliptical arc using polylines, quadratic or cubic Bezier curves" (2003).
        step = sweep / n
        tangent = math.tan(step / 2)
        handle = math.sin(step) * (math.sqrt(4 + 3 * tangent * tangent) - 1) / 3
        angles = begin + step * np.arange(n + 1)
        points = np.column_stack([np.cos(angles), np.sin(angles)])
        ahead = np.column_stack([-points[:, 1], points[:, 0]]) * handle
        rows = np.empty((3 * n + 1, 2))
        rows[::3] = points
        rows[1::3] = points[:-1] + ahead[:-1]
        rows[2::3] = points[1:] - ahead[1:]
        codes = [1] + [4] * (3 * n)
        if is_wedge:
            middle = np.zeros((1, 2))
            rows = np.vstack([middle, rows, middle, middle])
            codes = [1, 2] + codes[1:] + [2, 79]
        return cls(rows, codes, readonly=True)

    @classmethod
    def wedge(cls, theta1, theta2, n=None):
        """wedge(theta1, theta2, n=None)

        A piece of the unit disc between two angles in degrees.

        >>> from matplotlib.path import Path
        >>> len(Path.wedge(0, 90))
        10
        """
        return cls.arc(theta1, theta2, n, is_wedge=True)

    @classmethod
    def make_compound_path(cls, *args):
        """make_compound_path(*args)

        One path of several.

        >>> from matplotlib.path import Path
        >>> len(Path.make_compound_path(Path.unit_rectangle(), Path.unit_rectangle()))
        10
        """
        if not args:
            return cls(np.empty((0, 2)))
        codes = []
        for path in args:
            own = [1] + [2] * (len(path) - 1) if path.codes is None else path.codes
            codes.extend(own[:len(path)])
        points, codes = np.vstack([path.vertices for path in args]), np.array(codes, cls.code_type)
        kept = codes != cls.STOP
        return cls(points[kept], codes[kept])

    @classmethod
    def make_compound_path_from_polys(cls, XY):
        """make_compound_path_from_polys(XY)

        One path of many polygons with equally many corners: an array of polygons, corners and coordinates.

        >>> from matplotlib.path import Path
        >>> import numpy as np
        >>> Path.make_compound_path_from_polys(np.arange(12.0).reshape(2, 3, 2)).codes.tolist()
        [1, 2, 2, 79, 1, 2, 2, 79]
        """
        polygons = np.asarray(XY, float)
        count, corners, _ = polygons.shape
        rows = np.concatenate([polygons, np.zeros((count, 1, 2))], axis=1)
        return cls(rows.reshape(-1, 2), ([1] + [2] * (corners - 1) + [79]) * count)


def get_path_collection_extents(master_transform, paths, transforms, offsets, offset_transform):
    """get_path_collection_extents(master_transform, paths, transforms, offsets, offset_transform)

    The box round many paths, each moved by its offset.

    >>> from matplotlib.path import Path, get_path_collection_extents
    >>> from matplotlib.transforms import Affine2D
    >>> same = Affine2D()
    >>> get_path_collection_extents(same, [Path.unit_rectangle()], [], [(0, 0), (2, 3)], same).y1
    4.0
    """
    from matplotlib.transforms import Bbox
    if not len(paths):
        raise ValueError("No paths provided")
    offsets = np.asarray(offsets, float).reshape(-1, 2)
    boxes = []
    for index in range(max(len(paths), len(offsets))):
        box = paths[index % len(paths)].get_extents(master_transform)
        move = _apply(offset_transform, offsets[index % len(offsets)][None, :])[0] if len(offsets) else np.zeros(2)
        boxes.append(Bbox(box.get_points() + move))
    return Bbox.union(boxes)
