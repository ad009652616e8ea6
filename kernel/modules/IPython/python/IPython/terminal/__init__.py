"""Sessions in terminals, by the names that programs ask for."""
