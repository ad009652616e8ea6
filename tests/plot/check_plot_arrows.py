# timeout: 120
"""Arrows under matplotlib and under cupola: their outlines as numbers, and their pictures."""
from beside_matplotlib import assert_same_pictures
from tap import run_tests, test


@test
def styles_and_ways_of_arrows():
    assert_same_pictures("arrows.py", 2, lines=True, tolerance=1.01)


@test
def boxes_transforms_and_what_they_move():
    assert_same_pictures("transforms.py", 1.5, lines=True)


run_tests()
