"""Animations: when their functions are called, what is refused, and the files that are written."""
import gc
import logging
import os
import warnings

import matplotlib.animation as A
import matplotlib.pyplot as plt

logging.disable(logging.CRITICAL)
out = os.environ["PICTURES"] + "/"
figure, axes = plt.subplots(figsize=(2, 1))
line, = axes.plot([], [])
calls = []


def update(frame):
    calls.append(frame)
    line.set_data([0, frame], [0, 1])
    return line,


def begin():
    calls.append("init")
    return line,


def two():
    yield 1
    yield 2


def tell(make, act):
    """What is called, warned of and raised."""
    calls.clear()
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            result = act(make())
        except Exception as error:
            result = type(error).__name__, str(error).replace(out, "")
        gc.collect()
    words = [str(w.message).split(" object at")[0].split(" at 0x")[0][:90] for w in seen]
    print(calls, words, result)


def page(animation):
    return len(animation.to_jshtml()) > 1000


kept = A.FuncAnimation(figure, update, frames=3, init_func=begin, interval=50, blit=True)
tell(lambda: kept, lambda a: a.save(out + "a.gif", writer="pillow"))
tell(lambda: kept, page)
tell(lambda: kept, lambda a: (a._repr_html_(), list(a.new_frame_seq()), list(a.new_saved_frame_seq())))
for keywords in ({"frames": iter([1, 5, 2]), "fargs": ()}, {"frames": two}, {"frames": two, "save_count": 1}, {"frames": [3, 4], "blit": True},
                 {"frames": []}, {"frames": 0}, {"frames": {1: 2, 3: 4}}, {"frames": range(2)}, {"save_count": 7},
                 {"frames": (x for x in [1, 2])}, {"frames": two(), "cache_frame_data": False}, {"frames": [1, 2], "repeat": False, "interval": 10},
                 {"frames": 2, "interval": "x"}, {"frames": 2, "init_func": lambda: None, "blit": True}, {"frames": 2, "init_func": begin}):
    tell(lambda: A.FuncAnimation(figure, update, **keywords), page)
for function in (lambda frame: None, lambda frame: [3], 3):
    tell(lambda: A.FuncAnimation(figure, function, frames=2, blit=True), page)
tell(lambda: A.FuncAnimation(figure, lambda frame, a, b: calls.append((a, b)), frames=2, fargs=(1, 2)), page)
for name, keywords in (("x.mp4", {}), ("x.gif", {"writer": "ffmpeg"}), ("x.foo", {}), ("x.html", {"writer": "html"}), ("y.gif", {"writer": "nope"}),
                       ("z.gif", {"writer": A.PillowWriter(fps=2), "dpi": 30, "progress_callback": lambda *now: calls.append(now)}),
                       ("b.gif", {"fps": 3}), ("z.png", {"writer": "pillow"}), ("none/x.gif", {})):
    tell(lambda: A.FuncAnimation(figure, update, frames=2), lambda a: a.save(out + name, **keywords))
    print(name, os.path.exists(out + name))
tell(lambda: A.FuncAnimation(figure, update, frames=2), lambda a: a.to_html5_video())
tell(lambda: A.FuncAnimation(figure, update, frames=2), lambda a: a.to_jshtml(default_mode="x"))
tell(lambda: A.FuncAnimation(figure, update, frames=2), lambda a: (a.pause(), a.resume(), a.event_source.stop(), a.event_source.interval))
tell(lambda: A.ArtistAnimation(figure, [[axes.text(0, 0, "a")], [axes.text(0, 0, "b")]], interval=20), page)
plt.rcParams["animation.html"] = "jshtml"
tell(lambda: kept, lambda a: (len(a._repr_html_()) > 1000, a._repr_html_() is a._repr_html_()))
tell(lambda: plt.rcParams, lambda settings: settings.update({"animation.html": "foo"}))
print(A.writers.is_available("pillow"), A.writers.is_available("ffmpeg"), A.writers.is_available("x"), A.writers["pillow"], A.writers.list())
tell(lambda: A.writers, lambda writers: writers["ffmpeg"])
tell(lambda: A.writers, lambda writers: writers["x"])
writer = A.PillowWriter(fps=4, metadata={"a": 1})
with writer.saving(figure, out + "w.gif", 40):
    for _ in range(3):
        writer.grab_frame()
print(writer.fps, writer.metadata, writer.codec, writer.bitrate, writer.frame_size)
for name in ("a", "b", "z", "w"):
    with open(out + name + ".gif", "rb") as file:
        data = file.read()
    print(name, data[:6], int.from_bytes(data[6:8], "little"), int.from_bytes(data[8:10], "little"), data[-1:])
del kept
