"""Limits, ticks and labels for data of many sizes, offsets and figure sizes."""
import matplotlib

matplotlib.use("agg")
import matplotlib.pyplot as plt

state = 12345


def draw():
    global state
    state = (state * 1103515245 + 12345) % 2147483648
    return state / 2147483648


def show(name, ax):
    text = "%.12g"
    print(name)
    print([text % v for v in ax.get_xlim()], [text % v for v in ax.get_ylim()])
    print([text % v for v in ax.get_xticks()], [text % v for v in ax.get_yticks()])
    print([t.get_text() for t in ax.get_xticklabels()], [t.get_text() for t in ax.get_yticklabels()])
    plt.close(ax.figure)


for i in range(120):
    low = (draw() - 0.5) * 10 ** int(draw() * 16 - 8)
    width = draw() * 10 ** int(draw() * 12 - 8)
    bottom = draw() * 10 ** int(draw() * 10 - 5)
    top = bottom * (1 + draw() * 10 ** int(draw() * 6 - 5))
    fig, ax = plt.subplots(figsize=(3 + draw() * 6, 2 + draw() * 5))
    ax.plot([low, low + width], [bottom, top])
    show(f"linear {i}", ax)
for i in range(60):
    fig, ax = plt.subplots()
    low = 10 ** (draw() * 10 - 5)
    high = low * 10 ** (draw() * 8 if i % 2 else draw() * 1.5)
    ax.loglog([low, high], [low, high * 10 ** int(draw() * 12)])
    show(f"logarithmic {i}", ax)
