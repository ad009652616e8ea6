# timeout: 120
"""Arrows, transforms and composed charts under matplotlib and under cupola: their numbers, and their pictures."""
from beside_matplotlib import assert_same_pictures
from tap import run_tests, test


@test
def styles_and_ways_of_arrows():
    assert_same_pictures("arrows.py", 2, lines=True, tolerance=1.01)


@test
def boxes_transforms_and_what_they_move():
    assert_same_pictures("transforms.py", 1.5, lines=True)


@test
def charts_made_of_others_collections_and_what_axes_tell():
    assert_same_pictures("composed.py", 3, lines=True, tolerance=0.0002)


@test
def frames_round_texts_and_boxes():
    assert_same_pictures("boxes.py", 3, lines=True, tolerance=0.002)


@test
def strokes_and_shadows():
    assert_same_pictures("effects.py", 3)


@test
def fonts_of_texts_and_legends():
    assert_same_pictures("fonts.py", 3, lines=True)


@test
def hexagons_and_norms():
    assert_same_pictures("hexagons.py", 3, lines=True, tolerance=1e-9)


run_tests()
