"""Graphs of what depends on what, put in order."""

from types import GenericAlias as _GenericAlias

__all__ = ["TopologicalSorter", "CycleError"]

_WAITING, _OUT, _DONE = 0, -1, -2


class CycleError(ValueError):
    """The graph has a cycle: the second argument lists its nodes, the first one again at the end."""


class _Node:
    __slots__ = "node", "missing", "followers"

    def __init__(self, node):
        self.node = node
        self.missing = 0  # how many nodes must come before, or _OUT, or _DONE
        self.followers = []


class TopologicalSorter:
    """Gives the nodes of a graph in an order in which every one comes after those it depends on.

    The graph maps each node to its predecessors. Either static_order() tells the whole order, or the nodes are taken
    in portions: prepare(), then get_ready() and done() as long as is_active()."""

    def __init__(self, graph=None):
        self._nodes = {}
        self._ready = None
        self._given = self._finished = 0
        if graph is not None:
            for node, predecessors in graph.items():
                self.add(node, *predecessors)

    def _node(self, node):
        found = self._nodes.get(node)
        if found is None:
            found = self._nodes[node] = _Node(node)
        return found

    def add(self, node, *predecessors):
        """Add a node and what must come before it."""
        if self._ready is not None:
            raise ValueError("Nodes cannot be added after a call to prepare()")
        entry = self._node(node)
        entry.missing += len(predecessors)
        for predecessor in predecessors:
            self._node(predecessor).followers.append(node)

    def prepare(self):
        """No more nodes will come; a CycleError if the graph has a cycle."""
        if self._ready is not None:
            raise ValueError("cannot prepare() more than once")
        self._ready = [entry.node for entry in self._nodes.values() if entry.missing == 0]
        cycle = self._find_cycle()
        if cycle:
            raise CycleError("nodes are in a cycle", cycle)

    def get_ready(self):
        """The nodes whose predecessors are all done, as a tuple; each is given once."""
        if self._ready is None:
            raise ValueError("prepare() must be called first")
        result = tuple(self._ready)
        for node in result:
            self._nodes[node].missing = _OUT
        self._ready.clear()
        self._given += len(result)
        return result

    def is_active(self):
        """Whether there are nodes that are not done yet."""
        if self._ready is None:
            raise ValueError("prepare() must be called first")
        return self._finished < self._given or bool(self._ready)

    def __bool__(self):
        return self.is_active()

    def done(self, *nodes):
        """These nodes of get_ready() are done; what only waited for them is ready now."""
        if self._ready is None:
            raise ValueError("prepare() must be called first")
        for node in nodes:
            entry = self._nodes.get(node)
            if entry is None:
                raise ValueError(f"node {node!r} was not added using add()")
            if entry.missing != _OUT:
                if entry.missing >= 0:
                    raise ValueError(f"node {node!r} was not passed out (still not ready)")
                raise ValueError(f"node {node!r} was already marked done")
            entry.missing = _DONE
            for follower in entry.followers:
                behind = self._nodes[follower]
                behind.missing -= 1
                if behind.missing == 0:
                    self._ready.append(follower)
            self._finished += 1

    def _find_cycle(self):
        "Walk along the followers; a node met again on the way that led to it closes a cycle."
        finished = set()
        for start in self._nodes:
            if start in finished:
                continue
            path, places, branches = [start], {start: 0}, [iter(self._nodes[start].followers)]
            while path:
                for follower in branches[-1]:
                    if follower in places:
                        return path[places[follower]:] + [follower]
                    if follower not in finished:
                        places[follower] = len(path)
                        path.append(follower)
                        branches.append(iter(self._nodes[follower].followers))
                        break
                else:
                    node = path.pop()
                    branches.pop()
                    del places[node]
                    finished.add(node)
        return None

    def static_order(self):
        """An iterator over all nodes in order."""
        self.prepare()
        while self.is_active():
            ready = self.get_ready()
            yield from ready
            self.done(*ready)

    __class_getitem__ = classmethod(_GenericAlias)
