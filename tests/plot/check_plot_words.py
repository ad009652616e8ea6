# timeout: 120
"""The same programs under matplotlib and under cupola: what they print must be equal."""
from beside_matplotlib import assert_same_lines
from tap import run_tests, test


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


@test
def names_of_pylab_are_those_of_python_and_numpy():
    assert_same_lines("names.py")


@test
def animations_call_refuse_and_write():
    assert_same_lines("animations.py")


run_tests()
