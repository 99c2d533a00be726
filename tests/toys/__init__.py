"""Small games for tests, found by the product in every process where QUADRILATERO_GAMES names this folder."""
