"""The rulebook as code: one module per chapter, functions in the book's order, rule ids first in each docstring."""
