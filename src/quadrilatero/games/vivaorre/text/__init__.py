"""Viva o' rre! in a terminal."""
