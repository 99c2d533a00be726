"""The lines of a TOML text on which its tables, keys and list entries begin; tomllib itself does not tell."""

import re

Way = tuple[str | int, ...]

_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*|\n|[\[\]{},=.]|[^\s\[\]{},=.#"\']+',
    re.DOTALL,
)


def line_numbers(text: str) -> dict[Way, int]:
    """The line on which each table, key and list entry of a TOML text begins; the text is known to be valid."""
    return LineReader(text).lines


class LineReader:
    """Walks through a valid TOML text and notes where things are; tomllib itself does not tell."""

    def __init__(self, text: str) -> None:
        self.lines: dict[Way, int] = {}
        self.tokens: list[tuple[str, int]] = []
        line, end = 1, 0
        for match in _TOKEN.finditer(text):
            line += text.count("\n", end, match.start())
            end = match.start()
            if not match[0].startswith("#"):
                self.tokens.append((match[0], line))
        self.tokens.append(("", line))
        self.at = 0
        self.blocks: dict[Way, int] = {}
        table: Way = ()
        while self._token():
            if self._token() == "\n":
                self.at += 1
            elif self._token() == "[":
                table = self._header()
            else:
                self._pair(table)

    def _token(self) -> str:
        return self.tokens[self.at][0]

    def _note(self, path: Way) -> None:
        self.lines.setdefault(path, self.tokens[self.at][1])

    def _key(self) -> tuple[str, ...]:
        keys = []
        while self._token() not in ("=", "]", ""):
            if self._token() != ".":
                keys.append(self._token().strip("\"'"))
            self.at += 1
        self.at += 1
        return tuple(keys)

    def _header(self) -> Way:
        start = self.at
        many = self.tokens[start + 1][0] == "["
        self.at += 2 if many else 1
        keys = self._key()
        path: Way = ()
        for n, key in enumerate(keys):
            path = (*path, key)
            self.lines.setdefault(path, self.tokens[start][1])
            if many and n == len(keys) - 1:
                self.blocks[path] = self.blocks.get(path, -1) + 1
            if path in self.blocks:
                path = (*path, self.blocks[path])
        self.at += 1 if many else 0
        self.lines.setdefault(path, self.tokens[start][1])
        return path

    def _pair(self, table: Way) -> None:
        start = self.at
        path = table
        for key in self._key():
            path = (*path, key)
            self.lines.setdefault(path, self.tokens[start][1])
        self._any(path)

    def _any(self, path: Way) -> None:
        """Pass over a value, noting the entries of lists and inline tables."""
        self._note(path)
        opening = self._token()
        if opening not in ("[", "{"):
            while self._token() not in ("\n", ",", "]", "}", ""):
                self.at += 1
            return
        self.at += 1
        entry = 0
        while self._token() not in ("]", "}", ""):
            if self._token() in ("\n", ","):
                self.at += 1
            elif opening == "{":
                self._pair(path)
            else:
                self._any((*path, entry))
                entry += 1
        self.at += 1
