"""A match at a table: rooms, acts, clocks, instructions, and what each seat is told."""
