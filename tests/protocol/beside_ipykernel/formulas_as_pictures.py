from IPython.lib.latextools import latex_to_png, latex_to_html
[type(latex_to_png(r"$\sqrt{x}+x^2$", backend=b)).__name__ for b in ("matplotlib", None, "dvipng", "nothing")]
# ----
latex_to_png("$x$", encode=True)[:20]
# ----
latex_to_png(r"$x$", color="nocolor"), type(latex_to_png("$x$", color="Blue", scale=2)).__name__
# ----
latex_to_png("x", wrap=True)[:8], latex_to_html("$x$", alt="a")[:40], latex_to_html("$x$", alt="a")[-10:]
