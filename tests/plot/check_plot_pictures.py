# timeout: 120
"""The same programs under matplotlib and under cupola: what they draw must be nearly equal."""
import os
import tempfile

from beside_matplotlib import assert_same_pictures, load, run_both
from tap import run_tests, test

try:
    import numpy as np
except ImportError:
    np = None


@test
def images_have_the_colours_of_the_maps_to_the_bit():
    with tempfile.TemporaryDirectory() as folder:
        run_both("images.py", folder)
        for name in sorted(os.listdir(os.path.join(folder, "reference"))):
            wanted, got = load(folder, "reference", name), load(folder, "own", name)
            assert wanted.shape == got.shape, name
            difference = np.abs(wanted - got)
            if name.startswith("exact"):  # where four cells meet, a pixel may fall to another of them
                share = (difference.max(2) > 0).mean()
                assert share < 1e-4, f"{name}: {share:.2%} of the pixels differ"
            else:
                assert difference.max() <= 3, f"{name}: a channel differs by {difference.max()}"


@test
def pictures_look_like_matplotlib_s():
    assert_same_pictures("pictures.py", 4)


@test
def hatched_areas_and_limits_of_what_is_added():
    assert_same_pictures("hatches.py", 2, lines=True)


@test
def axes_of_angles_and_distances():
    assert_same_pictures("polar.py", 1, lines=True)


run_tests()
