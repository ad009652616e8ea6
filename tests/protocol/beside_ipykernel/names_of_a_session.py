import sys
sys.getrecursionlimit()
# ----
def f(n): return f(n+1)
f(0)
# ----
_dh
# ----
%cd /tmp
# ----
_dh
# ----
%cd -
# ----
_dh
# ----
%cd -0
# ----
%dhist
# ----
%cd -q /usr
# ----
_dh
# ----
%cd -7
# ----
%cd /no/such
# ----
%cd
# ----
import os; os.chdir("/")
_dh
# ----
%cd /tmp
# ----
%cd -
# ----
%pwd
# ----
%pushd /usr
# ----
%dirs
# ----
%popd
# ----
%popd
# ----
_dh is get_ipython().user_ns["_dh"]
# ----
__builtin__ is __import__("builtins"), __builtins__ is __builtin__
# ----
%who
# ----
%who_ls
# ----
dir()[:6]
# ----
[n for n in dir() if n.startswith("_")]
# ----
get_ipython in (1,)
# ----
"get_ipython" in globals(), "exit" in globals(), "open" in dir(__builtin__), "get_ipython" in dir(__builtin__), "display" in dir(__builtin__)
# ----
%reset -f
# ----
_dh
# ----
import __main__
__main__.__dict__ is globals(), __main__, hasattr(__main__, "__file__")
# ----
vars(__main__) is get_ipython().user_ns, get_ipython().user_module is __main__, get_ipython().user_global_ns is globals()
# ----
type(get_ipython().user_ns_hidden)
# ----
__file__
# ----
__session__
# ----
_exit_code
# ----
!true
# ----
_exit_code
# ----
_i, _ii, _iii, _ih[-1], In[-1], _oh is Out
# ----
_i3
# ----
___
# ----
%cd .
# ----
len(_dh)
# ----
%cd /tmp
# ----
%cd /tmp
# ----
len(_dh)
# ----
%cd -
# ----
%cd -
# ----
len(_dh)
# ----
%cd -0
# ----
len(_dh)
# ----
%cd -0
# ----
len(_dh)
# ----
%cd -q .
# ----
len(_dh)
# ----
%cd
# ----
%cd
# ----
len(_dh)
# ----
_dh[0] / "x", type(_dh), [str(x) for x in _dh][:2]
# ----
1
# ----
2
# ----
def quit(): return 5
quit
# ----
"quit"
# ----
get_ipython().user_ns["open"] is open
# ----
_exit
# ----
import os
os.chdir("/usr")
_dh[-1]
# ----
get_ipython().user_ns_hidden.keys() >= {"In", "_dh", "get_ipython"}
