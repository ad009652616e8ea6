"""Boxes: what get_position() and its like give back."""
import numpy as np


class BboxBase:
    """A box from its lower left to its upper right corner."""

    @property
    def x0(self):
        """The x0 of a box."""
        return self.get_points()[0, 0]

    @property
    def y0(self):
        """The y0 of a box."""
        return self.get_points()[0, 1]

    @property
    def x1(self):
        """The x1 of a box."""
        return self.get_points()[1, 0]

    @property
    def y1(self):
        """The y1 of a box."""
        return self.get_points()[1, 1]

    @property
    def p0(self):
        """The p0 of a box."""
        return self.get_points()[0]

    @property
    def p1(self):
        """The p1 of a box."""
        return self.get_points()[1]

    @property
    def xmin(self):
        """The xmin of a box."""
        return np.min(self.get_points()[:, 0])

    @property
    def ymin(self):
        """The ymin of a box."""
        return np.min(self.get_points()[:, 1])

    @property
    def xmax(self):
        """The xmax of a box."""
        return np.max(self.get_points()[:, 0])

    @property
    def ymax(self):
        """The ymax of a box."""
        return np.max(self.get_points()[:, 1])

    @property
    def min(self):
        """The min of a box."""
        return np.min(self.get_points(), axis=0)

    @property
    def max(self):
        """The max of a box."""
        return np.max(self.get_points(), axis=0)

    @property
    def intervalx(self):
        """The intervalx of a box."""
        return self.get_points()[:, 0]

    @property
    def intervaly(self):
        """The intervaly of a box."""
        return self.get_points()[:, 1]

    @property
    def width(self):
        """The width of a box."""
        return self.x1 - self.x0

    @property
    def height(self):
        """The height of a box."""
        return self.y1 - self.y0

    @property
    def size(self):
        """The size of a box."""
        return self.get_points()[1] - self.get_points()[0]

    @property
    def bounds(self):
        """The bounds of a box."""
        return self.x0, self.y0, self.width, self.height

    @property
    def extents(self):
        """The extents of a box."""
        return self.get_points().flatten()

    def __array__(self, dtype=None, copy=None):
        """The array of a box."""
        return np.array(self.get_points(), dtype=dtype)

    def corners(self):
        """The corners of a box."""
        (x0, y0), (x1, y1) = self.get_points()
        return np.array([[x0, y0], [x0, y1], [x1, y0], [x1, y1]])

    def containsx(self, x):
        """The containsx of a box."""
        low, high = sorted(self.intervalx)
        return low <= x <= high

    def containsy(self, y):
        """The containsy of a box."""
        low, high = sorted(self.intervaly)
        return low <= y <= high

    def contains(self, x, y):
        """The contains of a box."""
        return self.containsx(x) and self.containsy(y)

    def fully_containsx(self, x):
        """The fully containsx of a box."""
        low, high = sorted(self.intervalx)
        return low < x < high

    def fully_containsy(self, y):
        """The fully containsy of a box."""
        low, high = sorted(self.intervaly)
        return low < y < high

    def fully_contains(self, x, y):
        """The fully contains of a box."""
        return self.fully_containsx(x) and self.fully_containsy(y)

    def overlaps(self, other):
        """The overlaps of a box."""
        return bool(self.xmin <= other.xmax and other.xmin <= self.xmax and self.ymin <= other.ymax and other.ymin <= self.ymax)

    def frozen(self):
        """The frozen of a box."""
        return Bbox(self.get_points().copy())

    def shrunk(self, mx, my):
        """The shrunk of a box."""
        width, height = self.size
        return Bbox([self.p0, self.p0 + [mx * width, my * height]])

    def expanded(self, sw, sh):
        """The expanded of a box."""
        grow = np.array([sw - 1, sh - 1]) * self.size / 2
        return Bbox([self.p0 - grow, self.p1 + grow])

    def padded(self, w_pad, h_pad=None):
        """The padded of a box."""
        pad = np.array([w_pad, w_pad if h_pad is None else h_pad])
        return Bbox([self.p0 - pad, self.p1 + pad])

    def translated(self, tx, ty):
        """The translated of a box."""
        return Bbox(self.get_points() + (tx, ty))

    def anchored(self, c, container):
        """The anchored of a box."""
        places = {'C': (.5, .5), 'SW': (0, 0), 'S': (.5, 0), 'SE': (1, 0), 'E': (1, .5), 'NE': (1, 1), 'N': (.5, 1), 'NW': (0, 1),
                  'W': (0, .5)}
        share = np.array(places[c] if isinstance(c, str) else c)
        corner = np.array([container.x0, container.y0]) + share * ([container.width, container.height] - self.size)
        return Bbox(self.get_points() + (corner - self.p0))

    def transformed(self, transform):
        """The transformed of a box."""
        points = transform.transform(self.corners()[[0, 1, 2]])
        return Bbox([points.min(axis=0), points.max(axis=0)])

    @staticmethod
    def union(bboxes):
        """The union of a box."""
        if not len(bboxes):
            raise ValueError("'bboxes' cannot be empty")
        return Bbox([[min(box.xmin for box in bboxes), min(box.ymin for box in bboxes)],
                     [max(box.xmax for box in bboxes), max(box.ymax for box in bboxes)]])

    @staticmethod
    def intersection(bbox1, bbox2):
        """The intersection of a box."""
        x0, x1 = np.maximum(bbox1.xmin, bbox2.xmin), np.minimum(bbox1.xmax, bbox2.xmax)
        y0, y1 = np.maximum(bbox1.ymin, bbox2.ymin), np.minimum(bbox1.ymax, bbox2.ymax)
        return Bbox([[x0, y0], [x1, y1]]) if x0 <= x1 and y0 <= y1 else None


class Bbox(BboxBase):
    """A box that can be changed."""

    def __init__(self, points, **kwargs):
        """The init of a box."""
        self._points = np.asarray(points, float)
        if self._points.shape != (2, 2):
            raise ValueError('Bbox points must be of the form "[[x0, y0], [x1, y1]]".')

    @staticmethod
    def unit():
        """The unit of a box."""
        return Bbox([[0, 0], [1, 1]])

    @staticmethod
    def null():
        """The null of a box."""
        return Bbox([[np.inf, np.inf], [-np.inf, -np.inf]])

    @staticmethod
    def from_bounds(x0, y0, width, height):
        """The from bounds of a box."""
        return Bbox.from_extents(x0, y0, x0 + width, y0 + height)

    @staticmethod
    def from_extents(*args, minpos=None):
        """The from extents of a box."""
        return Bbox(np.reshape(args, (2, 2)))

    def get_points(self):
        """The get points of a box."""
        return self._points

    def set_points(self, points):
        """The set points of a box."""
        self._points = np.asarray(points, float)

    def set(self, other):
        """The set of a box."""
        self._points = other.get_points()

    def __format__(self, spec):
        """The format of a box."""
        return 'Bbox(x0={0.x0:{1}}, y0={0.y0:{1}}, x1={0.x1:{1}}, y1={0.y1:{1}})'.format(self, spec)

    def __str__(self):
        """The str of a box."""
        return format(self, '')

    def __repr__(self):
        """The repr of a box."""
        return 'Bbox([[{0.x0}, {0.y0}], [{0.x1}, {0.y1}]])'.format(self)
