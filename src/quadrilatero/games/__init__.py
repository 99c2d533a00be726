"""The games, one package each; `quadrilatero.kernel` finds them by name."""
