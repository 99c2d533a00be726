"""The rules of A la Guerre..., one module for each chapter or part of one."""
