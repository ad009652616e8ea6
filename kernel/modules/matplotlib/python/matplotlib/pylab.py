"""numpy, its parts and pyplot in one space of names, for work at a prompt.

Where Python and NumPy have a function of the same name, the sums are NumPy's (sum, any, all) and what else
programs rely on is Python's (abs, bool, bytes, max, min, pow, round).
"""
import datetime
import functools
import importlib
import sys
import threading
import time

import matplotlib
import matplotlib as mpl
import numpy as np
import numpy.ma as ma
from matplotlib import cbook, cm, mlab, pyplot as plt, rcsetup, style
from numpy import *
from numpy.fft import *
from numpy.random import *
from numpy.linalg import *
from matplotlib.pyplot import *
from cycler import cycler
from matplotlib.cbook import flatten, silent_list
from matplotlib.mlab import detrend, detrend_linear, detrend_mean, detrend_none, window_hanning, window_none
from builtins import abs, bool, bytes, max, min, pow, round
