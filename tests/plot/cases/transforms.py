"""Boxes, affine transforms, and artists that are moved by them. Numbers may differ by little."""
import os

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.transforms import (Affine2D, Bbox, BboxTransform, BboxTransformFrom, BboxTransformTo, IdentityTransform,
                                   ScaledTranslation, TransformedBbox, blended_transform_factory,
                                   composite_transform_factory, offset_copy)

out = os.environ["PICTURES"]
np.set_printoptions(precision=6, suppress=True)


def attempt(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, error)


box, other, far = Bbox([[0, 1], [2, 4]]), Bbox.from_bounds(1, 2, 3, 4), Bbox([[5, 5], [6, 6]])
for name in ("x0 y0 x1 y1 p0 p1 xmin ymin xmax ymax min max intervalx intervaly width height size bounds extents").split():
    print(name, getattr(box, name))
for made in (box.corners(), box.padded(1), box.padded(1, 2), box.expanded(2, 3), box.shrunk(0.5, 0.25), box.translated(1, 2),
             box.frozen(), box.splitx(0.25, 0.5), box.splity(0.5), box.anchored("C", other), box.anchored("SW", other),
             box.anchored((0.3, 0.4), other), box.shrunk_to_aspect(1), box.shrunk_to_aspect(2, other),
             box.shrunk_to_aspect(2, other, 0.5), Bbox.null(), Bbox.unit(), Bbox.union([box, other, far]),
             Bbox.intersection(box, other), Bbox.intersection(box, far), Bbox.from_extents(1, 2, 3, 4, minpos=0.5).minpos):
    print(made)
print(np.round(box.rotated(np.pi / 2).get_points(), 6) + 0.0)
print(bool(box.overlaps(other)), bool(box.overlaps(far)), bool(box.fully_overlaps(other)), bool(box.contains(1, 2)),
      bool(box.contains(0, 1)), bool(box.fully_contains(0, 1)), bool(box.containsx(1)), bool(box.containsy(0)),
      bool(box.fully_containsx(2)), bool(box.fully_containsy(4)), box.count_overlaps([box, other, far]),
      int(box.count_contains([(1, 2), (9, 9)])))
print(box == Bbox([[0, 1], [2, 4]]), np.asarray(box), repr(box), str(box), format(box, ".2f"))
changed = Bbox([[0, 1], [2, 4]])
changed.x0 = 5
changed.intervaly = (7, 8)
changed.p1 = (9, 9)
print(changed)
changed = Bbox.null()
changed.update_from_data_xy([[1, 2], [3, 4], [5, 0]])
print(changed, changed.minpos)
changed.update_from_data_xy([[9, 9]], ignore=False)
print(changed, changed.minpos)
attempt(lambda: Bbox([1, 2, 3]))
attempt(lambda: Bbox.union([]))
attempt(lambda: Bbox.from_bounds(0, 0, -1, 2))

for affine in (Affine2D(), Affine2D().scale(2, 3).translate(1, 1).rotate_deg(90), Affine2D().rotate(0.3),
               Affine2D().rotate_around(1, 2, 0.5), Affine2D().rotate_deg_around(1, 2, 90), Affine2D().skew(0.1, 0.2),
               Affine2D().skew_deg(10, 20), Affine2D.from_values(1, 2, 3, 4, 5, 6), Affine2D().scale(2) + Affine2D().translate(1, 0),
               Affine2D().scale(2) - Affine2D().scale(2), Affine2D().scale(2).inverted(), Affine2D().scale(2).clear(),
               BboxTransform(box, other), BboxTransformTo(box), BboxTransformFrom(box),
               ScaledTranslation(1, 2, Affine2D().scale(72))):
    print(np.round(affine.get_matrix(), 6) + 0.0, np.round(affine.transform([[1, 2], [3, 4]]), 6) + 0.0, bool(affine.is_separable))
print(str(Affine2D()), str(Affine2D().scale(2)), Affine2D().is_affine, Affine2D().has_inverse, IdentityTransform().transform((1, 2)))
print(Affine2D().scale(2).transform((1, 2)), Affine2D().scale(2).transform_point((1, 2)), Affine2D().scale(2).transform_bbox(box),
      Affine2D().scale(2).transform_angles([0, 90], [[0, 0], [1, 1]]), TransformedBbox(box, Affine2D().scale(2)).x1)
print(blended_transform_factory(Affine2D().scale(2), Affine2D().scale(3)).transform((1, 1)),
      composite_transform_factory(Affine2D().scale(2), Affine2D().translate(3, 0)).transform((1, 1)))
attempt(lambda: Affine2D().scale(0).inverted())
attempt(lambda: Affine2D().transform([1, 2, 3]))
attempt(lambda: Affine2D() + 3)

figure, axes = plt.subplots(figsize=(4, 3))
axes.set(xlim=(0, 10), ylim=(0, 5))
for transform in (axes.transData + Affine2D().translate(10, 0), Affine2D().scale(2) + axes.transData,
                  axes.transData + axes.transAxes.inverted(), blended_transform_factory(axes.transData, axes.transAxes),
                  blended_transform_factory(axes.transAxes, axes.transData), axes.transData - axes.transData,
                  offset_copy(axes.transData, fig=figure, x=0.5, y=1, units="inches"),
                  offset_copy(axes.transAxes, fig=figure, x=5, y=7, units="points"), offset_copy(axes.transData, x=3, y=4, units="dots")):
    print(np.round(transform.transform([[1, 1], [0.5, 0.25]]), 4) + 0.0)
attempt(lambda: offset_copy(axes.transData, x=3, units="points"))
attempt(lambda: offset_copy(axes.transData, x=3, units="feet"))
axes.add_patch(plt.Rectangle((1, 1), 3, 1, transform=Affine2D().rotate_deg_around(1, 1, 30) + axes.transData, fc="y"))
axes.add_patch(plt.Circle((7, 2), 1, transform=axes.transData + Affine2D().translate(0, 30), ec="r", fc="none"))
axes.plot([1, 4, 9], [1, 4, 2], transform=Affine2D().skew_deg(20, 0) + axes.transData, lw=3)
axes.plot([0.2, 0.8], [0.3, 0.3], transform=axes.transAxes, c="k")
axes.plot([2, 8], [0.9, 0.9], "g", transform=blended_transform_factory(axes.transData, axes.transAxes))
axes.add_patch(plt.Rectangle((100, 50), 40, 30, transform=IdentityTransform(), fc="m"))
axes.add_patch(PathPatch(Path([(5, 1), (9, 1), (7, 3)], [1, 3, 3]), fc="c", lw=2))
axes.text(3, 3, "moved", transform=offset_copy(axes.transData, fig=figure, x=20, y=10, units="points"))
figure.savefig(os.path.join(out, "moved.png"))
figure, axes = plt.subplots()
axes.add_patch(plt.Rectangle((0, 0), 1, 1, transform=Affine2D().scale(4, 2).translate(1, 1) + axes.transData))
axes.autoscale_view()
print(axes.get_xlim(), axes.get_ylim())
