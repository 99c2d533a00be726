"""Armies: what troops cost, the terrain of the theatres, the lists, and the builder (chapters 18 to 20)."""
