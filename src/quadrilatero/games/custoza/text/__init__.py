"""Custoza in a terminal."""
