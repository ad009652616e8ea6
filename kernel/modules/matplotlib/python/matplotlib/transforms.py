"""Boxes: what get_position() and its like give back."""
import numpy as np


class BboxBase:
    """A box from its lower left to its upper right corner."""

    @property
    def x0(self):
        return self.get_points()[0, 0]

    @property
    def y0(self):
        return self.get_points()[0, 1]

    @property
    def x1(self):
        return self.get_points()[1, 0]

    @property
    def y1(self):
        return self.get_points()[1, 1]

    @property
    def p0(self):
        return self.get_points()[0]

    @property
    def p1(self):
        return self.get_points()[1]

    @property
    def xmin(self):
        return np.min(self.get_points()[:, 0])

    @property
    def ymin(self):
        return np.min(self.get_points()[:, 1])

    @property
    def xmax(self):
        return np.max(self.get_points()[:, 0])

    @property
    def ymax(self):
        return np.max(self.get_points()[:, 1])

    @property
    def min(self):
        return np.min(self.get_points(), axis=0)

    @property
    def max(self):
        return np.max(self.get_points(), axis=0)

    @property
    def intervalx(self):
        return self.get_points()[:, 0]

    @property
    def intervaly(self):
        return self.get_points()[:, 1]

    @property
    def width(self):
        return self.x1 - self.x0

    @property
    def height(self):
        return self.y1 - self.y0

    @property
    def size(self):
        return self.get_points()[1] - self.get_points()[0]

    @property
    def bounds(self):
        return self.x0, self.y0, self.width, self.height

    @property
    def extents(self):
        return self.get_points().flatten()

    def __array__(self, dtype=None, copy=None):
        return np.array(self.get_points(), dtype=dtype)

    def corners(self):
        (x0, y0), (x1, y1) = self.get_points()
        return np.array([[x0, y0], [x0, y1], [x1, y0], [x1, y1]])

    def containsx(self, x):
        low, high = sorted(self.intervalx)
        return low <= x <= high

    def containsy(self, y):
        low, high = sorted(self.intervaly)
        return low <= y <= high

    def contains(self, x, y):
        return self.containsx(x) and self.containsy(y)

    def fully_containsx(self, x):
        low, high = sorted(self.intervalx)
        return low < x < high

    def fully_containsy(self, y):
        low, high = sorted(self.intervaly)
        return low < y < high

    def fully_contains(self, x, y):
        return self.fully_containsx(x) and self.fully_containsy(y)

    def overlaps(self, other):
        return bool(self.xmin <= other.xmax and other.xmin <= self.xmax and self.ymin <= other.ymax and other.ymin <= self.ymax)

    def frozen(self):
        return Bbox(self.get_points().copy())

    def shrunk(self, mx, my):
        width, height = self.size
        return Bbox([self.p0, self.p0 + [mx * width, my * height]])

    def expanded(self, sw, sh):
        grow = np.array([sw - 1, sh - 1]) * self.size / 2
        return Bbox([self.p0 - grow, self.p1 + grow])

    def padded(self, w_pad, h_pad=None):
        pad = np.array([w_pad, w_pad if h_pad is None else h_pad])
        return Bbox([self.p0 - pad, self.p1 + pad])

    def translated(self, tx, ty):
        return Bbox(self.get_points() + (tx, ty))

    def anchored(self, c, container):
        places = {'C': (.5, .5), 'SW': (0, 0), 'S': (.5, 0), 'SE': (1, 0), 'E': (1, .5), 'NE': (1, 1), 'N': (.5, 1), 'NW': (0, 1),
                  'W': (0, .5)}
        share = np.array(places[c] if isinstance(c, str) else c)
        corner = np.array([container.x0, container.y0]) + share * ([container.width, container.height] - self.size)
        return Bbox(self.get_points() + (corner - self.p0))

    def transformed(self, transform):
        points = transform.transform(self.corners()[[0, 1, 2]])
        return Bbox([points.min(axis=0), points.max(axis=0)])

    @staticmethod
    def union(bboxes):
        if not len(bboxes):
            raise ValueError("'bboxes' cannot be empty")
        return Bbox([[min(box.xmin for box in bboxes), min(box.ymin for box in bboxes)],
                     [max(box.xmax for box in bboxes), max(box.ymax for box in bboxes)]])

    @staticmethod
    def intersection(bbox1, bbox2):
        x0, x1 = np.maximum(bbox1.xmin, bbox2.xmin), np.minimum(bbox1.xmax, bbox2.xmax)
        y0, y1 = np.maximum(bbox1.ymin, bbox2.ymin), np.minimum(bbox1.ymax, bbox2.ymax)
        return Bbox([[x0, y0], [x1, y1]]) if x0 <= x1 and y0 <= y1 else None


class Bbox(BboxBase):
    """A box that can be changed."""

    def __init__(self, points, **kwargs):
        self._points = np.asarray(points, float)
        if self._points.shape != (2, 2):
            raise ValueError('Bbox points must be of the form "[[x0, y0], [x1, y1]]".')

    @staticmethod
    def unit():
        return Bbox([[0, 0], [1, 1]])

    @staticmethod
    def null():
        return Bbox([[np.inf, np.inf], [-np.inf, -np.inf]])

    @staticmethod
    def from_bounds(x0, y0, width, height):
        return Bbox.from_extents(x0, y0, x0 + width, y0 + height)

    @staticmethod
    def from_extents(*args, minpos=None):
        return Bbox(np.reshape(args, (2, 2)))

    def get_points(self):
        return self._points

    def set_points(self, points):
        self._points = np.asarray(points, float)

    def set(self, other):
        self._points = other.get_points()

    def __format__(self, spec):
        return 'Bbox(x0={0.x0:{1}}, y0={0.y0:{1}}, x1={0.x1:{1}}, y1={0.y1:{1}})'.format(self, spec)

    def __str__(self):
        return format(self, '')

    def __repr__(self):
        return 'Bbox([[{0.x0}, {0.y0}], [{0.x1}, {0.y1}]])'.format(self)
