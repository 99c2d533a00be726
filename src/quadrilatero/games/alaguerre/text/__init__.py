"""A la Guerre... in a terminal."""
