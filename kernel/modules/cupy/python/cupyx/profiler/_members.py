"""Members of cupyx.profiler that are written in Python: %load_ext cupyx.profiler brings %gpu_timeit."""
import math
import textwrap

from cupyx.profiler import benchmark

__all__ = ['load_ipython_extension', 'unload_ipython_extension']


def load_ipython_extension(ipython):
    """What %load_ext cupyx.profiler does: there is %gpu_timeit from then on."""
    from IPython.core.magic import Magics, line_cell_magic, magics_class
    from IPython.core.magic_arguments import argument, magic_arguments, parse_argstring

    @magics_class
    class GPUTimeitMagics(Magics):
        """Timing that waits for the devices."""

        @line_cell_magic
        @magic_arguments()
        @argument('-n', '--n-repeat', type=int, default=10000, help='Number of repeats (default: 10000)')
        @argument('-w', '--n-warmup', type=int, default=10, help='Number of warmup runs (default: 10)')
        @argument('--max-duration', type=float, default=math.inf, help='Maximum duration in seconds (default: inf)')
        @argument('code', nargs='*', help='Code to benchmark')
        def gpu_timeit(self, line, cell=None):
            """Time an expression or a cell on the CPU and until the devices have finished."""
            found = parse_argstring(self.gpu_timeit, line)
            space = self.shell.user_ns
            text = ' '.join(found.code).strip() if cell is None else textwrap.dedent(cell)
            code = compile(text, '<gpu_timeit>', 'eval' if cell is None else 'exec')

            def run():
                return eval(code, space, space)

            print(benchmark(run, n_repeat=found.n_repeat, n_warmup=found.n_warmup, max_duration=found.max_duration))

    ipython.register_magics(GPUTimeitMagics)


def unload_ipython_extension(ipython):
    """Nothing is taken back."""
