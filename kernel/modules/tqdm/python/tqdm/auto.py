"""Progress bars in the text of a cell: there are no widgets here."""
from tqdm import *
from tqdm import tqdm, trange

tqdm_notebook, tnrange = tqdm, trange
