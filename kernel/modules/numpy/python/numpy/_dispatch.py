"""Whose __array_function__ a function in Python asks before it does its own work (kernel/modules/numpy/overrides.c)."""


def asks_nobody(function):
    """No argument's class is asked: the function takes no arrays."""
    function.__asks__ = "nobody"
    return function


def asks_lists(function):
    """The items of lists and tuples are asked, too."""
    function.__asks__ = "lists"
    return function


def asks_nested(function):
    """The items of lists and tuples are asked, and what is in them, however deep."""
    function.__asks__ = "nested"
    return function
