"""%prun, %lprun, %memit, %mprun: where time and memory go."""
