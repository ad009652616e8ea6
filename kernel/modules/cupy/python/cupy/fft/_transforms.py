"""Transforms of cupy.fft: the blocks that it shares with numpy, once a plan is chosen."""

import cupy
from cupy.fft._plans import prepare

natives = {name: cupy._block('cupy.fft', name) for name in ('fft', 'ifft', 'rfft', 'irfft', 'hfft', 'ihfft', 'fft2', 'ifft2', 'fftn', 'ifftn', 'rfft2',
                                                        'irfft2', 'rfftn', 'irfftn')}


def _line(name, value_type):
    function = natives[name]

    def transform(a, n, axis, norm):
        prepare(a, (n,), (axis,), value_type, is_line=True)
        return function(a, n, axis, norm)
    return transform


def _several(name, value_type):
    function = natives[name]

    def transform(a, s, axes, norm):
        axes = (-2, -1) if axes is ... else axes
        prepare(a, s, axes, value_type)
        return function(a, s, axes, norm)
    return transform


fft, ifft, rfft, irfft = _line('fft', 'C2C'), _line('ifft', 'C2C'), _line('rfft', 'R2C'), _line('irfft', 'C2R')
hfft, ihfft = _line('hfft', 'C2R'), _line('ihfft', 'R2C')
fft2, ifft2, rfft2, irfft2 = _several('fft2', 'C2C'), _several('ifft2', 'C2C'), _several('rfft2', 'R2C'), _several('irfft2', 'C2R')
fftn, ifftn, rfftn, irfftn = _several('fftn', 'C2C'), _several('ifftn', 'C2C'), _several('rfftn', 'R2C'), _several('irfftn', 'C2R')
