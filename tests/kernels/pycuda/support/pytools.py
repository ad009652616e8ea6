"""The one function of pytools that PyCUDA's test files use."""
import numpy


def match_precision(dtype, like):
    "The type of dtype's kind that is as precise as another one."
    dtype, like = numpy.dtype(dtype), numpy.dtype(like)
    size = like.itemsize // (2 if like.kind == "c" else 1)
    return numpy.dtype("%s%d" % (dtype.kind, size * (2 if dtype.kind == "c" else 1)))
