"""The class of get_ipython(); in a script, where there is none, the class that sessions are said to have."""
from IPython.core.getipython import get_ipython
from IPython.core.interactiveshell import InteractiveShell

ZMQInteractiveShell = InteractiveShell if get_ipython() is None else type(get_ipython())
