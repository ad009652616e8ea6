def hook(value): raise ValueError("hook")
import sys
sys.displayhook = hook
5
# ----
5
# ----
sys.displayhook = lambda value: print("shown", value)
6
# ----
6
# ----
_
