"""What settings may be set to."""
from matplotlib._settings import (check_bool as validate_bool, check_color as validate_color, check_cycler as validate_cycler,
                                  check_float as validate_float, check_int as validate_int, check_size as validate_fontsize,
                                  checked_cycler as cycler)

__all__ = ["cycler", "validate_bool", "validate_color", "validate_cycler", "validate_float", "validate_fontsize", "validate_int"]
