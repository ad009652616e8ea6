"""As cProfile, by the name of its slower brother."""
from cProfile import *
from cProfile import Profile, run, runctx
