"""Work of several processes on several GPUs, which talk by NCCL: CuPy's names, where there is no NCCL."""

import cupy

__all__ = ['NCCLBackend', 'init_process_group']

_DEFAULT_HOST, _DEFAULT_PORT = '127.0.0.1', 13333


class NCCLBackend:
    """What talks to the other processes by NCCL: NCCLBackend(n_devices, rank, host, port, use_mpi)."""

    def __init__(self, n_devices, rank, host=_DEFAULT_HOST, port=_DEFAULT_PORT, use_mpi=False):
        raise RuntimeError('NCCL is not available')


_backends = {'nccl': NCCLBackend}


def init_process_group(n_devices, rank, *, backend='nccl', host=None, port=None, use_mpi=False):
    """Meet the other processes: it needs NCCL, which is not there."""
    if n_devices <= 0:
        raise ValueError(f'Invalid number of devices {n_devices}')
    if not 0 <= rank < n_devices:
        raise ValueError(f'Invalid number of rank {rank} {n_devices}')
    if backend not in _backends:
        raise ValueError(f'{backend} is not supported')
    if backend == 'nccl' and not cupy.cuda.nccl.available:
        raise RuntimeError('NCCL is not available')
    return _backends[backend](n_devices, rank, host or _DEFAULT_HOST, port or _DEFAULT_PORT, use_mpi)
