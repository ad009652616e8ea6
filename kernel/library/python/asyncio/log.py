"""The logger of asyncio."""
import logging as _logging

logger = _logging.getLogger("asyncio")
