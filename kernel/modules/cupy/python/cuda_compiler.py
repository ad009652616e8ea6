"""What the compiler of kernels raises."""

from cupy._kernels import CompileException
