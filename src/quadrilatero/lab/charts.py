"""Charts for a page without scripts: tables whose bars are drawn in SVG, so that each chart is its own text.

Bars are decoration (`aria-hidden`); every number they show stands beside them. Colours come from the page's classes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

WIDE, HIGH = 1000, 20
BRIEF = 2
"""A chart with no more cells than these keeps them beside the label on a narrow page."""
EDGE = 5
"""How far a whisker keeps from the edges of its drawing, so that its ends are seen whole."""


class Row(NamedTuple):
    """A line of a chart: its label, its cells as text, and lengths (shares of the full width) with their classes.

    Label and cells may have a second line, which is set smaller.
    """

    label: str
    cells: Sequence[str]
    parts: Sequence[tuple[float, str]]
    whisker: tuple[float, float] | None = None


def bars(caption: str, headers: Sequence[str], rows: Iterable[Row], middle: float | None = None) -> str:
    """A table with a bar on each line; `middle` marks a share (such as one half) on all of them.

    The first header is the labels', the others those of the cells; the bar stands between label and cells. Roles are
    spelt out because a narrow page folds the lines, which would otherwise cost a table its meaning.
    """
    first, *others = headers
    head = "".join(f'<th role="columnheader" scope="col" class="n">{escape(header)}</th>' for header in others)
    lines = "".join(_line(row, middle) for row in rows)
    kind = "chart brief" if len(others) <= BRIEF else "chart"
    return (
        f'<table class="{kind}" role="table"><caption>{escape(caption)}</caption>'
        f'<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">{escape(first)}</th>'
        f'<td role="cell" class="draw"></td>{head}</tr></thead>'
        f'<tbody role="rowgroup">{lines}</tbody></table>'
    )


def _line(row: Row, middle: float | None) -> str:
    cells = "".join(f'<td role="cell" class="n">{_lines(cell)}</td>' for cell in row.cells)
    label = f'<th role="rowheader" scope="row">{_lines(row.label)}</th>'
    return f'<tr role="row">{label}<td role="cell" class="draw">{_bar(row, middle)}</td>{cells}</tr>'


def _lines(text: str) -> str:
    first, _, second = text.partition("\n")
    return f"{escape(first)} <small>{escape(second)}</small>" if second else escape(first)


def _bar(row: Row, middle: float | None) -> str:
    drawn, at = [], 0.0
    for share, kind in row.parts:
        width = max(0.0, min(share, 1 - at)) * WIDE
        drawn.append(f'<rect class="{kind}" x="{at * WIDE:.1f}" y="3" width="{width:.1f}" height="{HIGH - 6}"/>')
        at += max(0.0, share)
    if middle is not None:
        drawn.append(f'<path class="middle" d="M{middle * WIDE:.1f} 0V{HIGH}"/>')
    if row.whisker is not None:
        low, high = (max(EDGE, min(WIDE - EDGE, end * WIDE)) for end in row.whisker)
        ends = "".join(f"M{end:.1f} 5V{HIGH - 5}" for end in (low, high))
        line = f"M{low:.1f} {HIGH / 2}H{high:.1f}{ends}"
        drawn += [f'<path class="{kind}" d="{line}"/>' for kind in ("halo", "whisker")]
    return (
        f'<svg viewBox="0 0 {WIDE} {HIGH}" preserveAspectRatio="none" aria-hidden="true" focusable="false">'
        f"{''.join(drawn)}</svg>"
    )


def table(caption: str, headers: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A plain table, the first cell of each line its label. Its caption stands outside, where it does not scroll."""
    first, *others = headers
    head = "".join(f'<th scope="col" class="n">{escape(header)}</th>' for header in others)
    lines = "".join(
        f'<tr><th scope="row">{escape(label)}</th>'
        + "".join(f'<td class="n">{escape(cell)}</td>' for cell in cells)
        + "</tr>"
        for label, *cells in rows
    )
    return (
        f'<p class="caption">{escape(caption)}</p>'
        f'<div class="scroll" role="region" tabindex="0" aria-label="{escape(caption)}">'
        f'<table aria-label="{escape(caption)}">'
        f'<thead><tr><th scope="col">{escape(first)}</th>{head}</tr></thead><tbody>{lines}</tbody></table></div>'
    )


def columns(label: str, heights: Sequence[float], ends: tuple[str, str, str], mark: float) -> str:
    """A histogram: columns as high as their shares of the highest, with three words beneath (left, middle, right).

    `mark` is the place of a dashed line, as a share of the width.
    """
    top = max(heights, default=0) or 1
    step = WIDE / max(1, len(heights))
    drawn = "".join(
        f'<rect class="plain" x="{place * step + 1:.1f}" y="{100 - 100 * height / top:.1f}" '
        f'width="{max(step - 2, 1):.1f}" height="{100 * height / top:.1f}"/>'
        for place, height in enumerate(heights)
    )
    drawn += f'<path class="middle" d="M{mark * WIDE:.1f} 0V100"/>'
    words = "".join(f"<span>{escape(word)}</span>" for word in ends)
    return (
        f'<div class="columns"><svg viewBox="0 0 {WIDE} 100" preserveAspectRatio="none" role="img" '
        f'aria-label="{escape(label)}">{drawn}</svg><div class="ends">{words}</div></div>'
    )


def legend(entries: Iterable[tuple[str, str]]) -> str:
    """What the classes of a chart's parts mean."""
    items = "".join(
        f'<li><svg viewBox="0 0 10 10" aria-hidden="true"><rect class="{kind}" width="10" height="10"/></svg>'
        f"{escape(word)}</li>"
        for kind, word in entries
    )
    return f'<ul class="legend">{items}</ul>'


def details(summary: str, content: str) -> str:
    """Something long that opens on demand."""
    return f"<details><summary>{escape(summary)}</summary>{content}</details>"
