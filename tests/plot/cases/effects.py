"""Strokes round things, and shadows."""
import os

import matplotlib.patheffects as effects
import matplotlib.pyplot as plt

out = os.environ["PICTURES"]
kinds = [effects.Normal(), effects.Stroke(linewidth=6, foreground="r"), effects.Stroke(linewidth=6, foreground="b", alpha=0.4, offset=(5, 5)),
         effects.withStroke(linewidth=4, foreground="g"), effects.SimpleLineShadow(), effects.SimpleLineShadow((5, -5), None, 0.8),
         effects.SimplePatchShadow(), effects.withSimplePatchShadow((6, -6), "m", 0.5)]
for number, kind in enumerate(kinds):
    figure, axes = plt.subplots(figsize=(3, 3))
    together = [kind] if number % 2 else [kind, effects.Normal()]
    axes.plot([1, 2, 3], [1, 3, 2], "y", lw=2, path_effects=together)
    axes.bar([1, 2], [1, 2], color="c", path_effects=together)
    axes.text(2, 2, "Words", size=40, path_effects=together)
    axes.add_patch(plt.Circle((2, 3), 0.4, fc="w", ec="k", path_effects=together))
    axes.axis("off")
    figure.savefig(os.path.join(out, f"effect{number}.png"))
text = plt.text(0.5, 0.5, "a")
text.set_path_effects([effects.withStroke(linewidth=3)])
for wrong in (3, [3], ["a"]):
    try:
        plt.plot([1], path_effects=wrong)
    except TypeError as error:
        print("TypeError")
    except AttributeError as error:
        print("AttributeError")
