"""What is imported from here: the executor of processes and its error."""
from concurrent.futures import BrokenProcessPool, ProcessPoolExecutor
