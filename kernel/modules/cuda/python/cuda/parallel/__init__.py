"""cuda.compute by an older name."""
