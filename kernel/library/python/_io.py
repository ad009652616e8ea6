"""The streams of io under the name that their classes say they come from: pickles ask for it."""

from io import (BlockingIOError, BufferedRandom, BufferedReader, BufferedWriter, BytesIO, DEFAULT_BUFFER_SIZE, FileIO, StringIO, TextIOWrapper,
                UnsupportedOperation, open, open_code, text_encoding)
from io import BufferedIOBase as _BufferedIOBase, IOBase as _IOBase, RawIOBase as _RawIOBase, TextIOBase as _TextIOBase
