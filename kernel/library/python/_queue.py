"""What queue has of it in C, elsewhere: the names under which pickles know them."""
from queue import Empty, SimpleQueue
