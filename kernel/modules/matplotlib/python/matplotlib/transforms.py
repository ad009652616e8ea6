"""Boxes, and transforms of the plane: what get_position() gives back, Affine2D and what is made of transforms."""
import math
import numpy as np

_PLACES = dict(C=(0.5, 0.5), SW=(0, 0), S=(0.5, 0), SE=(1, 0), E=(1, 0.5), NE=(1, 1), N=(0.5, 1), NW=(0, 1), W=(0, 0.5))


def _entry(row, column, text):
    """A property: one number of the corners."""
    def read(box):
        return box.get_points()[row, column]

    def write(box, value):
        box._write((row, column), value)
    return property(read, write, doc=text)


def _limits(reduce, column, text):
    """A property: the smallest or largest number of a column, or of both."""
    return property(lambda box: reduce(box.get_points()[:, column], axis=0), doc=text)


def _slice(where, text):
    """A property: a row or a column of the corners."""
    return property(lambda box: box.get_points()[where], lambda box, values: box._write(where, values), doc=text)


class BboxBase:
    """A box by two of its corners; what it is asked never changes it.

    >>> from matplotlib.transforms import Bbox, BboxBase
    >>> isinstance(Bbox.unit(), BboxBase)
    True
    """

    x0 = _entry(0, 0, "The first corner's x.")
    y0 = _entry(0, 1, "The first corner's y.")
    x1 = _entry(1, 0, "The second corner's x.")
    y1 = _entry(1, 1, "The second corner's y.")
    p0 = _slice(0, "The first corner.")
    p1 = _slice(1, "The second corner.")
    intervalx = _slice((slice(None), 0), "Both x.")
    intervaly = _slice((slice(None), 1), "Both y.")
    xmin = _limits(np.min, 0, "The smaller x.")
    xmax = _limits(np.max, 0, "The larger x.")
    ymin = _limits(np.min, 1, "The smaller y.")
    ymax = _limits(np.max, 1, "The larger y.")
    min = _limits(np.min, slice(None), "The lower left corner.")
    max = _limits(np.max, slice(None), "The upper right corner.")

    def _write(self, where, values):
        raise AttributeError("this box follows another one and cannot be set")

    @property
    def size(self):
        """Width and height."""
        low, high = self.get_points()
        return high - low

    @property
    def width(self):
        """From the first corner's x to the second one's."""
        return self.size[0]

    @property
    def height(self):
        """From the first corner's y to the second one's."""
        return self.size[1]

    @property
    def bounds(self):
        """x0, y0, width, height."""
        return (*self.p0, *self.size)

    @property
    def extents(self):
        """x0, y0, x1, y1 as one array."""
        return np.ravel(self.get_points()).copy()

    def __array__(self, dtype=None, copy=None):
        """The corners as an array of two rows."""
        return np.array(self.get_points(), dtype=dtype)

    def corners(self):
        """corners()

        All four corners, one a row.

        >>> from matplotlib.transforms import Bbox
        >>> Bbox.unit().corners().tolist()
        [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]
        """
        points = self.get_points()
        rows, columns = np.divmod(np.arange(4), 2)
        return np.column_stack([points[rows, 0], points[columns, 1]])

    def _between(self, column, value, strictly):
        """Whether a number lies between the two of a column."""
        ends = self.get_points()[:, column] - value
        product = ends[0] * ends[1]
        return product < 0 if strictly else product <= 0

    def containsx(self, x):
        """containsx(x)

        Whether x lies between both x, the ends included.

        >>> from matplotlib.transforms import Bbox
        >>> bool(Bbox.unit().containsx(1))
        True
        """
        return self._between(0, x, False)

    def containsy(self, y):
        """containsy(y)

        Whether y lies between both y, the ends included.

        >>> from matplotlib.transforms import Bbox
        >>> bool(Bbox.unit().containsy(2))
        False
        """
        return self._between(1, y, False)

    def contains(self, x, y):
        """contains(x, y)

        Whether a point lies in the box or on its edge.

        >>> from matplotlib.transforms import Bbox
        >>> bool(Bbox.unit().contains(0.5, 1))
        True
        """
        return self._between(0, x, False) and self._between(1, y, False)

    def fully_containsx(self, x):
        """fully_containsx(x)

        Whether x lies between both x, the ends left out.

        >>> from matplotlib.transforms import Bbox
        >>> bool(Bbox.unit().fully_containsx(1))
        False
        """
        return self._between(0, x, True)

    def fully_containsy(self, y):
        """fully_containsy(y)

        Whether y lies between both y, the ends left out.

        >>> from matplotlib.transforms import Bbox
        >>> bool(Bbox.unit().fully_containsy(0.5))
        True
        """
        return self._between(1, y, True)

    def fully_contains(self, x, y):
        """fully_contains(x, y)

        Whether a point lies within the box, off its edge.

        >>> from matplotlib.transforms import Bbox
        >>> bool(Bbox.unit().fully_contains(0.5, 1))
        False
        """
        return self._between(0, x, True) and self._between(1, y, True)

    def _meets(self, other, compare):
        return compare(self.min, other.max).all() and compare(other.min, self.max).all()

    def overlaps(self, other):
        """overlaps(other)

        Whether two boxes have a point in common.

        >>> from matplotlib.transforms import Bbox
        >>> bool(Bbox.unit().overlaps(Bbox([[1, 1], [2, 2]])))
        True
        """
        return self._meets(other, np.less_equal)

    def fully_overlaps(self, other):
        """fully_overlaps(other)

        Whether two boxes have more than edges in common.

        >>> from matplotlib.transforms import Bbox
        >>> bool(Bbox.unit().fully_overlaps(Bbox([[1, 1], [2, 2]])))
        False
        """
        return self._meets(other, np.less)

    def count_overlaps(self, bboxes):
        """count_overlaps(bboxes)

        How many of the boxes this one meets.

        >>> from matplotlib.transforms import Bbox
        >>> Bbox.unit().count_overlaps([Bbox.unit(), Bbox([[5, 5], [6, 6]])])
        1
        """
        return sum(bool(self.overlaps(box)) for box in bboxes)

    def count_contains(self, vertices):
        """count_contains(vertices)

        How many of the points lie within the box.

        >>> from matplotlib.transforms import Bbox
        >>> int(Bbox.unit().count_contains([(0.5, 0.5), (2, 2)]))
        1
        """
        points = np.asarray(vertices, float).reshape(-1, 2)
        return ((points > self.min) & (points < self.max)).all(axis=1).sum()

    def frozen(self):
        """frozen()

        A copy that stays as it is.

        >>> from matplotlib.transforms import Bbox
        >>> Bbox.unit().frozen()
        Bbox([[0.0, 0.0], [1.0, 1.0]])
        """
        return Bbox(np.array(self.get_points()))

    def _resized(self, low, high):
        """The box whose corners are moved by these."""
        return Bbox(self.get_points() + np.array([np.broadcast_to(low, 2), np.broadcast_to(high, 2)]))

    def shrunk(self, mx, my):
        """shrunk(mx, my)

        The box with its size times mx and my; the first corner stays.

        >>> from matplotlib.transforms import Bbox
        >>> Bbox.unit().shrunk(0.5, 0.25)
        Bbox([[0.0, 0.0], [0.5, 0.25]])
        """
        return self._resized(0, self.size * (np.array([mx, my]) - 1))

    def shrunk_to_aspect(self, box_aspect, container=None, fig_aspect=1.0):
        """shrunk_to_aspect(box_aspect, container=None, fig_aspect=1.0)

        The largest box in this one whose height is box_aspect times its width, in a figure of this aspect.

        >>> from matplotlib.transforms import Bbox
        >>> Bbox.unit().shrunk_to_aspect(0.5)
        Bbox([[0.0, 0.0], [1.0, 0.5]])
        """
        if box_aspect <= 0 or fig_aspect <= 0:
            raise ValueError("'box_aspect' and 'fig_aspect' must be positive")
        room = (self if container is None else container).size
        ratio = box_aspect / fig_aspect  # of height to width, in the box's own units
        full = room[0] * ratio <= room[1]
        width, height = (room[0], room[0] * ratio) if full else (room[1] / ratio, room[1])
        return Bbox.from_bounds(*self.p0, width, height)

    def expanded(self, sw, sh):
        """expanded(sw, sh)

        The box with its size times sw and sh; its middle stays.

        >>> from matplotlib.transforms import Bbox
        >>> Bbox.unit().expanded(2, 3)
        Bbox([[-0.5, -1.0], [1.5, 2.0]])
        """
        more = (np.array([sw, sh]) - 1) * self.size / 2
        return self._resized(-more, more)

    def padded(self, w_pad, h_pad=None):
        """padded(w_pad, h_pad=None)

        The box with a margin on every side.

        >>> from matplotlib.transforms import Bbox
        >>> Bbox.unit().padded(1, 2)
        Bbox([[-1.0, -2.0], [2.0, 3.0]])
        """
        margin = np.array([w_pad, w_pad if h_pad is None else h_pad])
        return self._resized(-margin, margin)

    def translated(self, tx, ty):
        """translated(tx, ty)

        The box moved.

        >>> from matplotlib.transforms import Bbox
        >>> Bbox.unit().translated(1, 2)
        Bbox([[1.0, 2.0], [2.0, 3.0]])
        """
        return self._resized((tx, ty), (tx, ty))

    def rotated(self, radians):
        """rotated(radians)

        The box round this one turned about (0, 0).

        >>> import math
        >>> from matplotlib.transforms import Bbox
        >>> round(float(Bbox.unit().rotated(math.pi / 4).width), 3)
        1.414
        """
        return Bbox._round_points(Affine2D().rotate(radians).transform(self.corners()))

    def anchored(self, c, container):
        """anchored(c, container)

        The box moved within another one: 'C', 'SW', 'N', ..., or two fractions of the room.

        >>> from matplotlib.transforms import Bbox
        >>> Bbox.unit().anchored('C', Bbox([[0, 0], [3, 3]]))
        Bbox([[1.0, 1.0], [2.0, 2.0]])
        """
        share = _PLACES[c] if isinstance(c, str) else c
        move = container.p0 + np.asarray(share) * (container.size - self.size) - self.p0
        return self.translated(*move)

    def transformed(self, transform):
        """transformed(transform)

        The box round three corners under a transform.

        >>> from matplotlib.transforms import Affine2D, Bbox
        >>> Bbox.unit().transformed(Affine2D().scale(2))
        Bbox([[0.0, 0.0], [2.0, 2.0]])
        """
        corner, up, right = np.asarray(transform.transform(self.corners()[:3]))
        return Bbox([corner, (right[0], up[1])])

    def _split(self, column, shares):
        ends = [0, *shares, 1]
        boxes = []
        for first, last in zip(ends, ends[1:]):
            points = np.array(self.get_points())
            low, size = points[0, column], self.size[column]
            points[:, column] = low + first * size, low + last * size
            boxes.append(Bbox(points))
        return boxes

    def splitx(self, *args):
        """splitx(*args)

        Boxes side by side, divided at these fractions of the width.

        >>> from matplotlib.transforms import Bbox
        >>> Bbox.unit().splitx(0.25)[0]
        Bbox([[0.0, 0.0], [0.25, 1.0]])
        """
        return self._split(0, args)

    def splity(self, *args):
        """splity(*args)

        Boxes on top of each other, divided at these fractions of the height.

        >>> from matplotlib.transforms import Bbox
        >>> Bbox.unit().splity(0.5)[1]
        Bbox([[0.0, 0.5], [1.0, 1.0]])
        """
        return self._split(1, args)

    @staticmethod
    def union(bboxes):
        """union(bboxes)

        The smallest box round all of them.

        >>> from matplotlib.transforms import Bbox
        >>> Bbox.union([Bbox.unit(), Bbox([[2, 3], [4, 5]])])
        Bbox([[0.0, 0.0], [4.0, 5.0]])
        """
        if not len(bboxes):
            raise ValueError("'bboxes' cannot be empty")
        return Bbox._round_points([corner for box in bboxes for corner in (box.min, box.max)])

    @staticmethod
    def intersection(bbox1, bbox2):
        """intersection(bbox1, bbox2)

        What two boxes have in common, or None.

        >>> from matplotlib.transforms import Bbox
        >>> Bbox.intersection(Bbox.unit(), Bbox([[0.5, 0.5], [4, 5]]))
        Bbox([[0.5, 0.5], [1.0, 1.0]])
        """
        low, high = np.maximum(bbox1.min, bbox2.min), np.minimum(bbox1.max, bbox2.max)
        return None if (low > high).any() else Bbox([low, high])

    def __format__(self, spec):
        """The corners' coordinates in a format."""
        words = zip(("x0", "y0", "x1", "y1"), self.extents)
        return "Bbox(" + ", ".join(f"{name}={number:{spec}}" for name, number in words) + ")"

    def __str__(self):
        """The corners' coordinates."""
        return self.__format__("")


class Bbox(BboxBase):
    """Bbox(points)

    A box by the corners [[x0, y0], [x1, y1]], which may be changed.

    >>> from matplotlib.transforms import Bbox
    >>> Bbox([[0, 1], [2, 4]]).bounds[2:]
    (np.float64(2.0), np.float64(3.0))
    """

    def __init__(self, points, **kwargs):
        corners = np.asarray(points, float)
        if corners.shape != (2, 2):
            raise ValueError('Bbox points must be of the form "[[x0, y0], [x1, y1]]".')
        self._points = corners
        self._smallest = np.full(2, np.inf)
        self._start_anew = True

    def _write(self, where, values):
        self._points[where] = values

    @classmethod
    def _round_points(cls, points):
        """The smallest box round points."""
        points = np.asarray(points, float)
        return cls([points.min(axis=0), points.max(axis=0)])

    @staticmethod
    def unit():
        """unit()

        From (0, 0) to (1, 1).

        >>> from matplotlib.transforms import Bbox
        >>> Bbox.unit()
        Bbox([[0.0, 0.0], [1.0, 1.0]])
        """
        return Bbox(np.eye(2)[[0, 0]] * 0 + [[0], [1]])

    @staticmethod
    def null():
        """null()

        A box round nothing, from inf to -inf.

        >>> from matplotlib.transforms import Bbox
        >>> Bbox.null()
        Bbox([[inf, inf], [-inf, -inf]])
        """
        return Bbox(np.outer([np.inf, -np.inf], np.ones(2)))

    @staticmethod
    def from_bounds(x0, y0, width, height):
        """from_bounds(x0, y0, width, height)

        A box by its corner and size.

        >>> from matplotlib.transforms import Bbox
        >>> Bbox.from_bounds(1, 2, 3, 4)
        Bbox([[1.0, 2.0], [4.0, 6.0]])
        """
        corner = np.array([x0, y0], float)
        return Bbox([corner, corner + (width, height)])

    @staticmethod
    def from_extents(*args, minpos=None):
        """from_extents(x0, y0, x1, y1, minpos=None)

        A box by its corners' coordinates.

        >>> from matplotlib.transforms import Bbox
        >>> Bbox.from_extents(1, 2, 3, 4)
        Bbox([[1.0, 2.0], [3.0, 4.0]])
        """
        low, high = args[:2], args[2:]
        box = Bbox([low, high])
        box._smallest.fill(np.inf if minpos is None else minpos)
        return box

    minpos = property(lambda box: box._smallest, doc="The smallest positive x and y of the data that it was made from.")
    minposx = property(lambda box: box._smallest[0], doc="The smallest positive x.")
    minposy = property(lambda box: box._smallest[1], doc="The smallest positive y.")

    def get_points(self):
        """get_points()

        The corners, one a row.

        >>> from matplotlib.transforms import Bbox
        >>> Bbox.unit().get_points().tolist()
        [[0.0, 0.0], [1.0, 1.0]]
        """
        return self._points

    def set_points(self, points):
        """set_points(points)

        Set the corners.

        >>> from matplotlib.transforms import Bbox
        >>> box = Bbox.unit()
        >>> box.set_points([[1, 1], [2, 2]])
        >>> box
        Bbox([[1.0, 1.0], [2.0, 2.0]])
        """
        self._points = np.array(points, float)

    def set(self, other):
        """set(other)

        Make the box equal to another one.

        >>> from matplotlib.transforms import Bbox
        >>> box = Bbox.null()
        >>> box.set(Bbox.unit())
        >>> box
        Bbox([[0.0, 0.0], [1.0, 1.0]])
        """
        self.set_points(other.get_points())

    def mutated(self):
        """mutated()

        Whether it has other corners than an empty box or the unit box.

        >>> from matplotlib.transforms import Bbox
        >>> bool(Bbox.from_bounds(0, 0, 2, 2).mutated())
        True
        """
        return not any(np.array_equal(self._points, plain().get_points()) for plain in (Bbox.null, Bbox.unit))

    def ignore(self, value):
        """ignore(value)

        Whether the next data replace what the box has shown so far.

        >>> from matplotlib.transforms import Bbox
        >>> Bbox.unit().ignore(False)
        """
        self._start_anew = value

    def _include(self, points, ignore):
        anew = self._start_anew if ignore is None else ignore
        points = points[np.isfinite(points).all(axis=1)]
        if not len(points):
            return
        fresh = Bbox._round_points(points)
        self._points = fresh._points if anew else Bbox.union([self, fresh])._points
        for column in (0, 1):
            positive = points[points[:, column] > 0, column]
            if len(positive):
                known = np.inf if anew else self._smallest[column]
                self._smallest[column] = np.minimum(known, positive.min())

    def update_from_data_xy(self, xy, ignore=None, updatex=True, updatey=True):
        """update_from_data_xy(xy, ignore=None, updatex=True, updatey=True)

        Make the box one round these points, and round what it held unless that is to be ignored.

        >>> from matplotlib.transforms import Bbox
        >>> box = Bbox.null()
        >>> box.update_from_data_xy([[1, 2], [3, 4]])
        >>> box
        Bbox([[1.0, 2.0], [3.0, 4.0]])
        """
        before = self._points.copy()
        self._include(np.asarray(xy, float).reshape(-1, 2), ignore)
        for column, wanted in enumerate((updatex, updatey)):
            if not wanted:
                self._points[:, column] = before[:, column]

    def update_from_path(self, path, ignore=None, updatex=True, updatey=True):
        """update_from_path(path, ignore=None, updatex=True, updatey=True)

        The same of a path's box.

        >>> from matplotlib.path import Path
        >>> from matplotlib.transforms import Bbox
        >>> box = Bbox.null()
        >>> box.update_from_path(Path.unit_rectangle())
        >>> box
        Bbox([[0.0, 0.0], [1.0, 1.0]])
        """
        self.update_from_data_xy(path.get_extents().get_points(), ignore, updatex, updatey)

    def update_from_data_x(self, x, ignore=None):
        """update_from_data_x(x, ignore=None)

        Make both x those of these numbers.

        >>> from matplotlib.transforms import Bbox
        >>> box = Bbox.unit()
        >>> box.update_from_data_x([3, 4])
        >>> box.intervalx.tolist()
        [3.0, 4.0]
        """
        self._update_column(0, x, ignore)

    def update_from_data_y(self, y, ignore=None):
        """update_from_data_y(y, ignore=None)

        Make both y those of these numbers.

        >>> from matplotlib.transforms import Bbox
        >>> box = Bbox.unit()
        >>> box.update_from_data_y([3, 4])
        >>> box.intervaly.tolist()
        [3.0, 4.0]
        """
        self._update_column(1, y, ignore)

    def _update_column(self, column, numbers, ignore):
        points = np.ones((np.size(numbers), 2))
        points[:, column] = np.ravel(numbers)
        kept = self._points[:, 1 - column].copy()
        self._include(points, ignore)
        self._points[:, 1 - column] = kept

    def __repr__(self):
        """Both corners."""
        return f"Bbox({self._points.tolist()})"


class TransformedBbox(BboxBase):
    """TransformedBbox(bbox, transform)

    A box under a transform, which follows both.

    >>> from matplotlib.transforms import Affine2D, Bbox, TransformedBbox
    >>> float(TransformedBbox(Bbox.unit(), Affine2D().scale(2)).x1)
    2.0
    """

    def __init__(self, bbox, transform, **kwargs):
        self._box, self._transform = bbox, transform

    def get_points(self):
        """get_points()

        The corners as they are now.

        >>> from matplotlib.transforms import Affine2D, Bbox, TransformedBbox
        >>> TransformedBbox(Bbox.unit(), Affine2D().scale(2)).get_points().tolist()
        [[0.0, 0.0], [2.0, 2.0]]
        """
        return Bbox._round_points(self._transform.transform(self._box.corners())).get_points()


class TransformNode:
    """What transforms and boxes that follow others have in common.

    >>> from matplotlib.transforms import Affine2D, TransformNode
    >>> isinstance(Affine2D(), TransformNode)
    True
    """


class Transform(TransformNode):
    """A way to move points of the plane; `a + b` does a first and then b.

    >>> from matplotlib.transforms import Affine2D
    >>> (Affine2D().scale(2) + Affine2D().translate(1, 0)).transform((1, 1)).tolist()
    [3.0, 2.0]
    """

    input_dims = output_dims = 2
    is_affine, is_separable, has_inverse, depth = False, False, True, 1

    def __add__(self, other):
        """This transform, and then the other one."""
        return composite_transform_factory(self, other) if hasattr(other, "_chain") else NotImplemented

    def __radd__(self, other):
        """The other one, and then this transform."""
        return composite_transform_factory(other, self) if hasattr(other, "_chain") else NotImplemented

    def __sub__(self, other):
        """This transform, and then the way back of the other one."""
        return composite_transform_factory(self, other.inverted()) if hasattr(other, "_chain") else NotImplemented

    def transform_point(self, point):
        """transform_point(point)

        Where one point goes.

        >>> from matplotlib.transforms import Affine2D
        >>> Affine2D().scale(2).transform_point((1, 2)).tolist()
        [2.0, 4.0]
        """
        return np.asarray(self.transform(point))

    def transform_bbox(self, bbox):
        """transform_bbox(bbox)

        The box between both corners under this transform.

        >>> from matplotlib.transforms import Affine2D, Bbox
        >>> Affine2D().scale(2).transform_bbox(Bbox.unit())
        Bbox([[0.0, 0.0], [2.0, 2.0]])
        """
        return Bbox(self.transform(bbox.get_points()))

    def transform_path(self, path):
        """transform_path(path)

        A path under this transform.

        >>> from matplotlib.path import Path
        >>> from matplotlib.transforms import Affine2D
        >>> Affine2D().scale(2).transform_path(Path([(0, 0), (1, 1)])).vertices.tolist()
        [[0.0, 0.0], [2.0, 2.0]]
        """
        return path.transformed(self)

    def transform_angles(self, angles, pts, radians=False, pushoff=1e-5):
        """transform_angles(angles, pts, radians=False, pushoff=1e-5)

        How directions at points turn, in degrees unless radians.

        >>> from matplotlib.transforms import Affine2D
        >>> Affine2D().rotate_deg(90).transform_angles([0], [[0, 0]]).round(6).tolist()
        [90.0]
        """
        angles, points = np.asarray(angles, float), np.asarray(pts, float)
        turned = angles if radians else np.radians(angles)
        ahead = points + pushoff * np.column_stack([np.cos(turned), np.sin(turned)])
        step = self.transform(ahead) - self.transform(points)
        result = np.arctan2(step[:, 1], step[:, 0])
        return result if radians else np.degrees(result)

    def frozen(self):
        """frozen()

        A transform that stays as this one is now.

        >>> from matplotlib.transforms import Affine2D
        >>> Affine2D().scale(2).frozen().transform((1, 1)).tolist()
        [2.0, 2.0]
        """
        return self

    def _chain(self):
        """The transforms that it is made of, the first one first."""
        return [self]


class AffineBase(Transform):
    """Transforms that keep lines straight and parallel.

    >>> from matplotlib.transforms import Affine2D, AffineBase
    >>> isinstance(Affine2D(), AffineBase)
    True
    """

    is_affine = True

    @property
    def is_separable(self):
        """Whether x goes with x only, and y with y."""
        matrix = self.get_matrix()
        return matrix[0, 1] == 0 and matrix[1, 0] == 0

    def transform(self, values):
        """transform(values)

        Where points go: one point, or one a row.

        >>> from matplotlib.transforms import Affine2D
        >>> Affine2D().translate(1, 2).transform([[0, 0], [1, 1]]).tolist()
        [[1.0, 2.0], [2.0, 3.0]]
        """
        points = np.asarray(values, float)
        if points.shape[-1:] != (2,):
            raise RuntimeError("Invalid vertices array.")
        matrix = self.get_matrix()
        return points @ matrix[:2, :2].T + matrix[:2, 2]

    transform_affine = transform

    def inverted(self):
        """inverted()

        The way back.

        >>> from matplotlib.transforms import Affine2D
        >>> Affine2D().scale(2).inverted().transform((2, 4)).tolist()
        [1.0, 2.0]
        """
        return Affine2D(np.linalg.inv(self.get_matrix()))

    def to_values(self):
        """to_values()

        a, b, c, d, e, f of the matrix [[a, c, e], [b, d, f], [0, 0, 1]].

        >>> from matplotlib.transforms import Affine2D
        >>> [float(number) for number in Affine2D().translate(3, 4).to_values()]
        [1.0, 0.0, 0.0, 1.0, 3.0, 4.0]
        """
        return tuple(self.get_matrix()[:2].T.ravel())

    def __eq__(self, other):
        """Whether both move points alike."""
        return np.array_equal(self.get_matrix(), other.get_matrix()) if isinstance(other, AffineBase) else NotImplemented

    __hash__ = object.__hash__


Affine2DBase = AffineBase


class IdentityTransform(AffineBase):
    """IdentityTransform()

    The transform that leaves everything where it is.

    >>> from matplotlib.transforms import IdentityTransform
    >>> IdentityTransform().get_matrix().tolist()
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    """

    def get_matrix(self):
        """get_matrix()

        The matrix of three rows and columns.

        >>> from matplotlib.transforms import IdentityTransform
        >>> IdentityTransform().get_matrix().trace().item()
        3.0
        """
        return np.eye(3)

    def transform(self, values):
        """transform(values)

        The points themselves.

        >>> from matplotlib.transforms import IdentityTransform
        >>> IdentityTransform().transform((1, 2)).tolist()
        [1, 2]
        """
        return np.asanyarray(values)


class Affine2D(AffineBase):
    """Affine2D(matrix=None)

    A transform by a matrix; scale(), rotate(), translate() and their kin change it and give it back.

    >>> from matplotlib.transforms import Affine2D
    >>> Affine2D().scale(2).translate(1, 0).transform((1, 1)).tolist()
    [3.0, 2.0]
    """

    def __init__(self, matrix=None, **kwargs):
        self._matrix = np.array(np.eye(3) if matrix is None else matrix, float)

    def __str__(self):
        """The matrix, or in words where scaling is all that it does."""
        (a, c, e), (b, d, f), _ = self._matrix
        if b == c == e == f == 0:
            return f"Affine2D().scale({a})" if a == d else f"Affine2D().scale({a}, {d})"
        return "Affine2D(\n    " + repr(self._matrix).replace("\n", "\n    ") + ")"

    def get_matrix(self):
        """get_matrix()

        The matrix of three rows and columns.

        >>> from matplotlib.transforms import Affine2D
        >>> Affine2D().translate(1, 2).get_matrix()[:, 2].tolist()
        [1.0, 2.0, 1.0]
        """
        return self._matrix

    def set_matrix(self, mtx):
        """set_matrix(mtx)

        Set the matrix.

        >>> from matplotlib.transforms import Affine2D
        >>> affine = Affine2D()
        >>> affine.set_matrix([[2, 0, 0], [0, 2, 0], [0, 0, 1]])
        >>> affine.transform((1, 1)).tolist()
        [2.0, 2.0]
        """
        self._matrix = np.array(mtx, float)

    def set(self, other):
        """set(other)

        Make it equal to another affine transform.

        >>> from matplotlib.transforms import Affine2D
        >>> affine = Affine2D()
        >>> affine.set(Affine2D().scale(3))
        >>> affine.transform((1, 1)).tolist()
        [3.0, 3.0]
        """
        self.set_matrix(other.get_matrix())

    def clear(self):
        """clear()

        Make it leave everything where it is.

        >>> from matplotlib.transforms import Affine2D
        >>> Affine2D().scale(3).clear().transform((1, 1)).tolist()
        [1.0, 1.0]
        """
        self._matrix = np.eye(3)
        return self

    @staticmethod
    def from_values(a, b, c, d, e, f):
        """from_values(a, b, c, d, e, f)

        The transform of the matrix [[a, c, e], [b, d, f], [0, 0, 1]].

        >>> from matplotlib.transforms import Affine2D
        >>> Affine2D.from_values(1, 0, 0, 1, 5, 6).transform((0, 0)).tolist()
        [5.0, 6.0]
        """
        return Affine2D(np.vstack([np.reshape((a, b, c, d, e, f), (3, 2)).T, (0, 0, 1)]))

    def _then(self, a, b, c, d, e=0.0, f=0.0):
        """Another affine transform behind this one."""
        self._matrix = Affine2D.from_values(a, b, c, d, e, f)._matrix @ self._matrix
        return self

    def rotate(self, theta):
        """rotate(theta)

        Turn anticlockwise about (0, 0), by radians.

        >>> import math
        >>> from matplotlib.transforms import Affine2D
        >>> Affine2D().rotate(math.pi / 2).transform((1, 0)).round(6).tolist()
        [0.0, 1.0]
        """
        cosine, sine = math.cos(theta), math.sin(theta)
        return self._then(cosine, sine, -sine, cosine)

    def rotate_deg(self, degrees):
        """rotate_deg(degrees)

        Turn anticlockwise about (0, 0), by degrees.

        >>> from matplotlib.transforms import Affine2D
        >>> Affine2D().rotate_deg(90).transform((1, 0)).round(6).tolist()
        [0.0, 1.0]
        """
        return self.rotate(math.radians(degrees))

    def rotate_around(self, x, y, theta):
        """rotate_around(x, y, theta)

        Turn anticlockwise about a point, by radians.

        >>> import math
        >>> from matplotlib.transforms import Affine2D
        >>> Affine2D().rotate_around(1, 1, math.pi).transform((0, 0)).round(6).tolist()
        [2.0, 2.0]
        """
        return self.translate(-x, -y).rotate(theta).translate(x, y)

    def rotate_deg_around(self, x, y, degrees):
        """rotate_deg_around(x, y, degrees)

        Turn anticlockwise about a point, by degrees.

        >>> from matplotlib.transforms import Affine2D
        >>> Affine2D().rotate_deg_around(1, 1, 180).transform((0, 0)).round(6).tolist()
        [2.0, 2.0]
        """
        return self.rotate_around(x, y, math.radians(degrees))

    def translate(self, tx, ty):
        """translate(tx, ty)

        Move.

        >>> from matplotlib.transforms import Affine2D
        >>> Affine2D().translate(1, 2).transform((0, 0)).tolist()
        [1.0, 2.0]
        """
        return self._then(1, 0, 0, 1, tx, ty)

    def scale(self, sx, sy=None):
        """scale(sx, sy=None)

        Stretch along x and y; both alike when one number is given.

        >>> from matplotlib.transforms import Affine2D
        >>> Affine2D().scale(2, 3).transform((1, 1)).tolist()
        [2.0, 3.0]
        """
        return self._then(sx, 0, 0, sx if sy is None else sy)

    def skew(self, xShear, yShear):
        """skew(xShear, yShear)

        Lean the y axis by xShear and the x axis by yShear, in radians.

        >>> import math
        >>> from matplotlib.transforms import Affine2D
        >>> Affine2D().skew(math.pi / 4, 0).transform((0, 1)).round(6).tolist()
        [1.0, 1.0]
        """
        return self._then(1, math.tan(yShear), math.tan(xShear), 1)

    def skew_deg(self, xShear, yShear):
        """skew_deg(xShear, yShear)

        Lean the y axis by xShear and the x axis by yShear, in degrees.

        >>> from matplotlib.transforms import Affine2D
        >>> Affine2D().skew_deg(45, 0).transform((0, 1)).round(6).tolist()
        [1.0, 1.0]
        """
        return self.skew(*map(math.radians, (xShear, yShear)))

    def frozen(self):
        """frozen()

        A copy.

        >>> from matplotlib.transforms import Affine2D
        >>> Affine2D().scale(2).frozen().transform((1, 1)).tolist()
        [2.0, 2.0]
        """
        return Affine2D(self._matrix)


class _Following(AffineBase):
    """An affine transform whose matrix comes from other objects, as they are now."""

    def frozen(self):
        """frozen()

        The affine transform as it is now.

        >>> from matplotlib.transforms import Bbox, BboxTransformTo
        >>> BboxTransformTo(Bbox.unit()).frozen().transform((1, 1)).tolist()
        [1.0, 1.0]
        """
        return Affine2D(self.get_matrix())


class BboxTransform(_Following):
    """BboxTransform(boxin, boxout)

    From one box to another.

    >>> from matplotlib.transforms import Bbox, BboxTransform
    >>> BboxTransform(Bbox.unit(), Bbox([[1, 1], [3, 5]])).transform((1, 1)).tolist()
    [3.0, 5.0]
    """

    def __init__(self, boxin, boxout, **kwargs):
        self._boxes = boxin, boxout

    def get_matrix(self):
        """get_matrix()

        The matrix of three rows and columns.

        >>> from matplotlib.transforms import Bbox, BboxTransform
        >>> BboxTransform(Bbox.unit(), Bbox.unit()).get_matrix().trace().item()
        3.0
        """
        before, after = self._boxes
        if not before.size.all():
            raise ValueError("Transforming from or to a singular bounding box")
        ratio = after.size / before.size
        return Affine2D().scale(*ratio).translate(*(after.p0 - before.p0 * ratio)).get_matrix()


class BboxTransformTo(BboxTransform):
    """BboxTransformTo(boxout)

    From the unit box to another.

    >>> from matplotlib.transforms import Bbox, BboxTransformTo
    >>> BboxTransformTo(Bbox([[1, 1], [3, 5]])).transform((0, 1)).tolist()
    [1.0, 5.0]
    """

    def __init__(self, boxout, **kwargs):
        super().__init__(Bbox.unit(), boxout)


class BboxTransformFrom(BboxTransform):
    """BboxTransformFrom(boxin)

    From a box to the unit box.

    >>> from matplotlib.transforms import Bbox, BboxTransformFrom
    >>> BboxTransformFrom(Bbox([[1, 1], [3, 5]])).transform((1, 5)).tolist()
    [0.0, 1.0]
    """

    def __init__(self, boxin, **kwargs):
        super().__init__(boxin, Bbox.unit())


class ScaledTranslation(_Following):
    """ScaledTranslation(xt, yt, scale_trans)

    Move by a vector that another transform scales.

    >>> from matplotlib.transforms import Affine2D, ScaledTranslation
    >>> ScaledTranslation(1, 2, Affine2D().scale(72)).transform((0, 0)).tolist()
    [72.0, 144.0]
    """

    def __init__(self, xt, yt, scale_trans, **kwargs):
        self._vector, self._scale = (xt, yt), scale_trans

    def get_matrix(self):
        """get_matrix()

        The matrix of three rows and columns.

        >>> from matplotlib.transforms import Affine2D, ScaledTranslation
        >>> ScaledTranslation(1, 2, Affine2D()).get_matrix()[:2, 2].tolist()
        [1.0, 2.0]
        """
        return Affine2D().translate(*self._scale.transform(self._vector)).get_matrix()


class CompositeGenericTransform(Transform):
    """CompositeGenericTransform(a, b)

    First one transform, then another.

    >>> from matplotlib.transforms import Affine2D, CompositeGenericTransform
    >>> CompositeGenericTransform(Affine2D().scale(2), Affine2D().translate(1, 0)).transform((1, 1)).tolist()
    [3.0, 2.0]
    """

    def __init__(self, a, b, **kwargs):
        self._a, self._b = a, b

    def transform(self, values):
        """transform(values)

        Where points go: one point, or one a row.

        >>> from matplotlib.transforms import Affine2D, CompositeGenericTransform
        >>> CompositeGenericTransform(Affine2D(), Affine2D()).transform((1, 2)).tolist()
        [1.0, 2.0]
        """
        return self._b.transform(self._a.transform(values))

    def inverted(self):
        """inverted()

        The way back.

        >>> from matplotlib.transforms import Affine2D, CompositeGenericTransform
        >>> CompositeGenericTransform(Affine2D().scale(2), Affine2D()).inverted().transform((2, 2)).tolist()
        [1.0, 1.0]
        """
        return CompositeGenericTransform(self._b.inverted(), self._a.inverted())

    def _chain(self):
        return [part for side in (self._a, self._b) for part in (side._chain() if hasattr(side, "_chain") else [side])]


class CompositeAffine2D(_Following, CompositeGenericTransform):
    """CompositeAffine2D(a, b)

    First one affine transform, then another.

    >>> from matplotlib.transforms import Affine2D, CompositeAffine2D
    >>> CompositeAffine2D(Affine2D().scale(2), Affine2D().translate(1, 0)).transform((1, 1)).tolist()
    [3.0, 2.0]
    """

    def get_matrix(self):
        """get_matrix()

        The product of both matrices.

        >>> from matplotlib.transforms import Affine2D, CompositeAffine2D
        >>> CompositeAffine2D(Affine2D().scale(2), Affine2D()).get_matrix()[0, 0].item()
        2.0
        """
        return self._b.get_matrix() @ self._a.get_matrix()


class BlendedGenericTransform(Transform):
    """BlendedGenericTransform(x_transform, y_transform)

    x by one transform, y by another.

    >>> from matplotlib.transforms import Affine2D, BlendedGenericTransform
    >>> BlendedGenericTransform(Affine2D().scale(2), Affine2D().scale(3)).transform((1, 1)).tolist()
    [2.0, 3.0]
    """

    is_separable = True

    def __init__(self, x_transform, y_transform, **kwargs):
        self._x, self._y = x_transform, y_transform

    def transform(self, values):
        """transform(values)

        Where points go: one point, or one a row.

        >>> from matplotlib.transforms import Affine2D, BlendedGenericTransform
        >>> BlendedGenericTransform(Affine2D(), Affine2D()).transform((1, 2)).tolist()
        [1.0, 2.0]
        """
        by_x, by_y = np.asarray(self._x.transform(values)), np.asarray(self._y.transform(values))
        return np.stack([by_x[..., 0], by_y[..., 1]], axis=-1)

    def inverted(self):
        """inverted()

        The way back.

        >>> from matplotlib.transforms import Affine2D, BlendedGenericTransform
        >>> BlendedGenericTransform(Affine2D().scale(2), Affine2D()).inverted().transform((2, 2)).tolist()
        [1.0, 2.0]
        """
        return BlendedGenericTransform(self._x.inverted(), self._y.inverted())


def blended_transform_factory(x_transform, y_transform):
    """blended_transform_factory(x_transform, y_transform)

    A transform that moves x by one transform and y by another: the axes' own ones come out as theirs.

    >>> from matplotlib.transforms import Affine2D, blended_transform_factory
    >>> blended_transform_factory(Affine2D().scale(2), Affine2D()).transform((1, 1)).tolist()
    [2.0, 1.0]
    """
    blend = getattr(x_transform, "_blend", None)
    known = blend(y_transform) if blend is not None else None
    return BlendedGenericTransform(x_transform, y_transform) if known is None else known


def composite_transform_factory(a, b):
    """composite_transform_factory(a, b)

    First one transform, then another.

    >>> from matplotlib.transforms import Affine2D, composite_transform_factory
    >>> composite_transform_factory(Affine2D().scale(2), Affine2D().translate(1, 0)).transform((1, 1)).tolist()
    [3.0, 2.0]
    """
    if isinstance(a, IdentityTransform):
        return b
    if isinstance(b, IdentityTransform):
        return a
    both = getattr(a, "is_affine", False) and getattr(b, "is_affine", False)
    return (CompositeAffine2D if both else CompositeGenericTransform)(a, b)


def offset_copy(trans, fig=None, x=0.0, y=0.0, units="inches"):
    """offset_copy(trans, fig=None, x=0.0, y=0.0, units='inches')

    A transform and then a move by inches, points or dots.

    >>> from matplotlib.transforms import Affine2D, offset_copy
    >>> offset_copy(Affine2D(), x=3, y=4, units='dots').transform((0, 0)).tolist()
    [3.0, 4.0]
    """
    per_unit = {"dots": None, "points": 72, "inches": 1}
    if units not in per_unit:
        raise ValueError(f"{units!r} is not a valid value for units. Supported values are 'dots', 'points', 'inches'")
    scale = 1
    if per_unit[units]:
        if fig is None:
            raise ValueError("For units of inches or points a fig kwarg is needed")
        scale = fig.dpi / per_unit[units]
    return trans + Affine2D().translate(x * scale, y * scale)
