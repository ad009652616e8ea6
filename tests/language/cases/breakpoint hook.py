import sys
def hook(*args, **kws):
    print("hook", args, kws)
    return 5
sys.breakpointhook = hook
print(breakpoint(), breakpoint(1, x=2))
sys.breakpointhook = sys.__breakpointhook__
del sys.breakpointhook
try:
    breakpoint()
except RuntimeError as error:
    print(error)
sys.breakpointhook = breakpoint
for arguments in (), (1,):
    try:
        breakpoint(*arguments)
    except RecursionError as error:
        print(error)
