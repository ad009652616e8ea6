"""Graphs of captured work: there are none here."""


class Graph:
    """Work of a stream that was recorded to be done again: streams record nothing here."""

    def __init__(self, *args, **kwargs):
        raise NotImplementedError('currently this class cannot be initiated by the user and must be created via stream capture')
