"""What is imported from here: the executor of threads and its error."""
from concurrent.futures import BrokenThreadPool, ThreadPoolExecutor
