"""An army on paper: a sheet of text, or a page that a browser prints."""

from __future__ import annotations

from html import escape
from typing import NamedTuple

STYLE = (
    "body{font:11pt/1.35 Georgia,serif;margin:2em auto;max-width:50em;color:#111}h1{font-size:1.5em;margin-bottom:0}"
    "h2{font-size:1.1em;margin:1.2em 0 .2em}table{border-collapse:collapse;width:100%}th{text-align:left}"
    "td,th{padding:.15em .8em .15em 0;border-bottom:1px solid #bbb;vertical-align:top}"
    "td:last-child,th:last-child{text-align:right}section{break-inside:avoid}"
)


class Paper(NamedTuple):
    """A sheet: its title, what is said of the whole, the head of its tables, its parts with their rows, the end."""

    title: str
    facts: list[str]
    head: tuple[str, ...]
    parts: list[tuple[str, list[tuple[str, ...]]]]
    end: list[str]

    def printed(self, language: str, html: bool) -> str:
        """The sheet as text or as a page."""
        return self._page(language) if html else self._text()

    def _text(self) -> str:
        rows = [self.head, *(row for _, part in self.parts for row in part)]
        widths = [max(len(row[column]) for row in rows) for column in range(len(self.head))]
        lines = [self.title, "=" * len(self.title), *self.facts]
        for heading, part in self.parts:
            lines += ["", heading, *(_line(row, widths) for row in (self.head, *part))]
        return "\n".join([*lines, "", *self.end]) + "\n"

    def _page(self, language: str) -> str:
        title = escape(self.title)
        body = [f"<h1>{title}</h1>", *(f"<p>{escape(line)}</p>" for line in self.facts)]
        head = f"<tr>{_cells('th', self.head)}</tr>"
        for heading, part in self.parts:
            rows = "".join(f"<tr>{_cells('td', row)}</tr>" for row in part)
            body.append(f"<section><h2>{escape(heading)}</h2><table>{head}{rows}</table></section>")
        body += [f"<p>{escape(line)}</p>" for line in self.end]
        meta = f'<meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>'
        return f'<!doctype html><html lang="{language}"><head>{meta}</head><body>{"".join(body)}</body></html>\n'


def _line(row: tuple[str, ...], widths: list[int]) -> str:
    cells = [cell.ljust(width) for cell, width in zip(row[:-1], widths, strict=False)]
    return "  " + "  ".join([*cells, row[-1].rjust(widths[-1])])


def _cells(tag: str, row: tuple[str, ...]) -> str:
    return "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in row)
