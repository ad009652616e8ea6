from collections import deque


def run():
    queue, total = deque(), 0
    for i in range(150000):
        queue.append(i)
        if i % 3:
            total += queue.popleft()
    window = deque(maxlen=50)
    for i in range(100000):
        window.append(i)
        total += window[0] + window[-1]
    for _ in range(200):
        window.rotate(3)
        total += sum(window) + len(list(reversed(window)))
    grid, seen, todo = 150, {(0, 0)}, deque([(0, 0)])
    while todo:
        x, y = todo.popleft()
        for place in ((x + 1, y), (x, y + 1)):
            if place[0] < grid and place[1] < grid and place not in seen:
                seen.add(place)
                todo.append(place)
    return total + len(seen) + len(queue)


print(run())
