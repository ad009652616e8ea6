"""The Python debugger: looks into errors (pm, post_mortem) and into the running program (set_trace). It does not step."""
from IPython.core.debugger import Pdb, pm, post_mortem, set_trace
from IPython.core.debugger import BdbQuit as _BdbQuit

__all__ = ["Pdb", "pm", "post_mortem", "set_trace", "run", "runeval", "runcall"]


def run(statement, globals=None, locals=None):
    """Run a statement; an error in it opens the debugger."""
    try:
        exec(statement, globals if globals is not None else __import__("__main__").__dict__, locals)
    except Exception as error:
        post_mortem(error)


def runeval(expression, globals=None, locals=None):
    """Evaluate an expression; an error in it opens the debugger."""
    try:
        return eval(expression, globals if globals is not None else __import__("__main__").__dict__, locals)
    except Exception as error:
        post_mortem(error)


def runcall(function, /, *args, **kwargs):
    """Call a function; an error in it opens the debugger."""
    try:
        return function(*args, **kwargs)
    except Exception as error:
        post_mortem(error)
