"""Camposanto in a terminal: the board in characters, answers in words, and what a player types read back."""
