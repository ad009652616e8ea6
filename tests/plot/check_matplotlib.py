# timeout: 300
"""The same programs under matplotlib and under cupola: what they print must be equal, what they draw nearly so."""
import os
import subprocess
import sys
import tempfile

from tap import CUPOLA, SOURCE, Skip, run_tests, test

try:
    import matplotlib
    import numpy as np
    from PIL import Image
except ImportError:
    matplotlib = None

CASES = os.path.join(SOURCE, "tests", "plot", "cases")


def run_both(name, folder):
    if matplotlib is None:
        raise Skip("no matplotlib here")
    if tuple(int(part) for part in matplotlib.__version__.split(".")[:2]) < (3, 11):
        raise Skip("the reference is matplotlib 3.11")
    path = os.path.join(CASES, name)
    outputs = []
    for kind, command in (("reference", [sys.executable, path]), ("own", [CUPOLA, "run", path])):
        own_folder = os.path.join(folder, kind)
        os.makedirs(own_folder, exist_ok=True)
        environment = dict(os.environ, MPLBACKEND="agg", PICTURES=own_folder)
        finished = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=200)
        assert finished.returncode == 0, finished.stderr[-2000:]
        outputs.append(finished.stdout.splitlines())
    return outputs


def assert_same_lines(name):
    with tempfile.TemporaryDirectory() as folder:
        assert_equal_lines(*run_both(name, folder))


def assert_equal_lines(reference, own):
    for number, (wanted, got) in enumerate(zip(reference, own), 1):
        assert wanted == got, f"line {number}:\n  matplotlib: {wanted}\n  cupola:     {got}"
    assert len(reference) == len(own), f"{len(own)} lines, matplotlib has {len(reference)}"


@test
def limits_ticks_and_labels_of_many_ranges():
    assert_same_lines("ticks.py")


@test
def limits_ticks_and_labels_of_every_kind_of_chart():
    assert_same_lines("charts.py")


@test
def objects_print_as_matplotlib_prints_them():
    assert_same_lines("objects.py")


@test
def grids_of_subplots_and_the_words_of_axis():
    assert_same_lines("grids.py")


@test
def colours_levels_legends_and_error_bars():
    assert_same_lines("colors.py")


@test
def settings_styles_and_cycles():
    assert_same_lines("settings.py")


def load(folder, kind, name):
    return np.asarray(Image.open(os.path.join(folder, kind, name)).convert("RGB")).astype(int)


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
def names_of_pylab_are_those_of_python_and_numpy():
    assert_same_lines("names.py")


def assert_alike(name, limit, folder):
    wanted, got = load(folder, "reference", name), load(folder, "own", name)
    sizes = [abs(a - b) for a, b in zip(wanted.shape, got.shape)]
    assert max(sizes) <= 3, f"{name}: {got.shape} in place of {wanted.shape}"
    # Letters are hinted by another rasterizer: compare at a fraction of the resolution.
    rows, columns = (min(wanted.shape[i], got.shape[i]) // 8 * 8 for i in (0, 1))
    coarse = [picture[:rows, :columns].reshape(rows // 8, 8, columns // 8, 8, 3).mean((1, 3)) for picture in (wanted, got)]
    difference = np.abs(coarse[0] - coarse[1]).mean()
    assert difference < limit, f"{name}: differs by {difference:.2f} on average"


def assert_same_pictures(case, limit, lines=False):
    with tempfile.TemporaryDirectory() as folder:
        reference, own = run_both(case, folder)
        pictures = sorted(os.listdir(os.path.join(folder, "reference")))
        assert pictures, "no pictures"
        for name in pictures:
            assert_alike(name, limit, folder)
    if lines:
        assert_equal_lines(reference, own)


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
