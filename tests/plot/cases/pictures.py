"""Whole pictures."""
import os

import matplotlib

matplotlib.use("agg")
import matplotlib.pyplot as plt
import numpy as np

folder = os.environ["PICTURES"]
x = np.linspace(0, 10, 80)


def save(name):
    plt.savefig(os.path.join(folder, name + ".png"), bbox_inches="tight")
    plt.close()


plt.imshow(np.arange(64 * 64).reshape(64, 64))
save("image")
plt.imshow(np.arange(200).reshape(10, 20) % 7)
plt.colorbar(label="level")
save("colorbar")
plt.plot(x, np.sin(x), "r--o", label="sine")
plt.plot(x, np.cos(x), label="cosine", lw=3)
plt.title("A title")
plt.xlabel("time (s)")
plt.ylabel("$x^2 + \\alpha_1$")
plt.grid()
plt.legend()
save("lines")
plt.loglog([1, 10, 1000], [1, 100, 1e5], "s-")
save("logarithmic")
plt.plot([1e6, 2e6, 3e6], [1e-5, 2e-5, 5e-5])
save("offsets")
fig, axs = plt.subplots(2, 2, figsize=(8, 6))
axs[0, 0].hist(np.sin(np.arange(1000)) * 3, bins=20)
axs[0, 1].bar(["one", "two", "three"], [3, 1, 2], color="tab:green")
axs[1, 0].scatter(x, np.sqrt(x), c=x, s=40)
axs[1, 1].fill_between(x, np.sin(x), np.sin(x) + 1, alpha=0.4)
fig.suptitle("Four of them")
fig.tight_layout()
save("four")
grid = np.linspace(-3, 3, 60)
a, b = np.meshgrid(grid, grid)
z = np.exp(-a**2 - b**2) - np.exp(-((a - 1) ** 2) - (b - 1) ** 2)
fig, axs = plt.subplots(1, 2, figsize=(9, 4))
filled = axs[0].contourf(a, b, z)
fig.colorbar(filled, ax=axs[0])
axs[1].contour(a, b, z, levels=8)
save("contours")
plt.pcolormesh(grid[:20], grid[:10], z[:10, :20], cmap="magma")
save("mesh")
plt.errorbar([1, 2, 3], [2, 3, 1], yerr=[0.2, 0.4, 0.1], fmt="o", capsize=4)
plt.axhline(2, color="k", ls=":")
plt.annotate("here", (2, 3), xytext=(2.4, 2.5), arrowprops=dict(arrowstyle="->"))
save("errors")
plt.hist(np.sin(np.arange(500)) * 2, bins=15, log=True, color="c", edgecolor="k")
save("logarithmic_bars")
