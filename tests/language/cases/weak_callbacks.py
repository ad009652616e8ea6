# Callbacks of weak references that collect while the object that they belong to is being destroyed.
import gc
import weakref


class Node:
    pass


told = []


def callback(reference):
    gc.collect()
    told.append(reference())


for count in range(50):
    node = Node()
    node.others = [Node() for _ in range(5)]
    node.others[0].back = node.others
    references = [weakref.ref(node, callback) for _ in range(3)]
    if count % 2:
        node.itself = node
    node = None
    gc.collect()
print(len(told), set(told))
