"""Distributions, tests and summaries of samples."""

from scipy.stats._distributions import *
from scipy.stats._distributions_more import *
from scipy.stats import qmc
from scipy.stats._resampling import *
from scipy.stats._samples import *
from scipy.stats._tests import *
