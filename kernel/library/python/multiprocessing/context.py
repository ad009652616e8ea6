"""The contexts of multiprocessing, and its errors."""
from multiprocessing import (AuthenticationError, BaseContext, BufferTooShort, DefaultContext, ForkContext, ForkServerContext, Process, ProcessError,
                             SpawnContext, TimeoutError)
