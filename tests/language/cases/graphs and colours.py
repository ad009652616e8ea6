import colorsys
import graphlib
from graphlib import CycleError, TopologicalSorter

graph = {"D": {"B", "C"}, "C": {"A"}, "B": {"A"}}
order = list(TopologicalSorter(graph).static_order())
print(order[0], order[-1], sorted(order))
print(list(TopologicalSorter().static_order()), list(TopologicalSorter({1: [], 2: [1], 3: [2, 1]}).static_order()))
sorter = TopologicalSorter()
sorter.add("b", "a")
sorter.add("c", "a")
sorter.add("d", "b", "c")
sorter.add("d", "e")
for step in (lambda: sorter.get_ready(), lambda: sorter.is_active(), lambda: sorter.done("a")):
    try:
        step()
    except ValueError as error:
        print(error)
sorter.prepare()
while sorter:
    ready = sorter.get_ready()
    print(ready, sorter.get_ready(), sorter.is_active())
    sorter.done(*ready)
for step in (lambda: sorter.prepare(), lambda: sorter.add("x"), lambda: sorter.done("a"), lambda: sorter.done("zz")):
    try:
        step()
    except ValueError as error:
        print(error)
waiting = TopologicalSorter({1: [2]})
waiting.prepare()
try:
    waiting.done(1)
except ValueError as error:
    print(error)
try:
    TopologicalSorter({1: [2], 2: [3], 3: [1]}).prepare()
except CycleError as error:
    print(error.args[0], sorted(set(error.args[1])), error.args[1][0] == error.args[1][-1], isinstance(error, ValueError))
print(TopologicalSorter[int])
for convert in colorsys.__all__:
    for one in (0.0, 0.3, 0.5, 0.8, 1.0):
        for two in (0.0, 0.25, 1.0):
            for three in (0.1, 0.6, 1.0):
                print(convert, getattr(colorsys, convert)(one, two, three))
