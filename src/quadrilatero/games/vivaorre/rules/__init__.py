"""The rules of Viva o' rre!, one module for each chapter or part of one, in the order of the book."""
