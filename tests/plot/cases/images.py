"""Images: maps to the bit, filters nearly."""
import os

import matplotlib

matplotlib.use("agg")
import matplotlib.pyplot as plt
import numpy as np

folder = os.environ["PICTURES"]
field = (np.arange(30 * 40).reshape(30, 40) * 7919 % 1009) / 1009.0


def save(name, data, **options):
    plt.figure(figsize=(4, 3))
    plt.imshow(data, **options)
    plt.axis("off")
    plt.savefig(os.path.join(folder, name + ".png"))
    plt.close()


for name in ("viridis", "plasma", "inferno", "magma", "cividis", "gray", "jet", "hot", "coolwarm", "RdBu", "seismic", "tab10",
             "hsv", "Blues", "Greens", "bone", "spring", "summer", "autumn", "winter", "cool", "copper", "pink", "terrain",
             "rainbow", "nipy_spectral", "cubehelix_r", "twilight_shifted"):
    save("exact_" + name, field, cmap=name)
save("exact_limits", field, cmap="jet", vmin=0.2, vmax=0.8)
save("exact_lower", field, origin="lower")
save("exact_extent", field, extent=[0, 9, 3, -2], aspect="auto")
save("exact_bytes", (np.arange(10 * 12 * 3).reshape(10, 12, 3) * 37 % 256).astype(np.uint8))
for name in ("bilinear", "bicubic", "hanning", "lanczos"):
    save("near_" + name, field[:5, :6], interpolation=name)
save("near_reduced", np.add.outer(np.sin(np.arange(600) / 30), np.cos(np.arange(800) / 40)))
