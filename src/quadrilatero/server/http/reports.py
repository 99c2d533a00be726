"""Reports of the laboratory: those found in the subfolders of a folder, served as they are, without any script."""

from __future__ import annotations

import base64
import hashlib
import re
from html import unescape
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict
from starlette.responses import HTMLResponse, RedirectResponse, Response

from quadrilatero.server.errors import Json, Problem
from quadrilatero.server.http.sessions import Here

FILE = "report.html"
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
TITLE = re.compile(r'<html lang="(\w+)">.*?<h1>(.*?)</h1><p>(.*?)</p>', re.DOTALL)
POLICY = "default-src 'none'; style-src {styles}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

router = APIRouter()


class Report(BaseModel):
    """A report that can be read at its address."""

    model_config = ConfigDict(extra="forbid")
    address: str
    title: str


class Reports(BaseModel):
    """Every report there is."""

    model_config = ConfigDict(extra="forbid")
    reports: list[Report]


class Found(NamedTuple):
    """A report in its folder."""

    name: str
    path: Path


class Link(NamedTuple):
    """Where a report is, what it is about, and its language."""

    address: str
    title: str
    about: str
    language: str


def find(folder: Path | None) -> list[Found]:
    """The reports of a folder, by the names of their subfolders."""
    if folder is None or not folder.is_dir():
        return []
    paths = (path / FILE for path in sorted(folder.iterdir()) if not path.name.startswith("."))
    return [Found(path.parent.name, path) for path in paths if path.is_file()]


def titled(report: Found) -> Link:
    """Where a report is and what it is about."""
    said = TITLE.search(report.path.read_text("utf-8"))
    language, title, subtitle = (unescape(part) for part in said.groups()) if said else ("en", report.name, "")
    return Link(f"/reports/{report.name}/", title, subtitle, language)


def shown(page: str) -> HTMLResponse:
    """A page that may use its own style and nothing else."""
    digests = (base64.b64encode(hashlib.sha256(style.encode()).digest()).decode() for style in STYLE.findall(page))
    styles = " ".join(f"'sha256-{digest}'" for digest in digests) or "'none'"
    headers = {"Content-Security-Policy": POLICY.format(styles=styles), "Cache-Control": "no-cache"}
    return HTMLResponse(page, headers=headers)


@router.get("/api/reports", response_model=Reports, tags=["laboratory"])
def list_reports(services: Here) -> Response:
    """The finished reports of the laboratory."""
    found = [titled(report) for report in find(services.settings.reports)]
    told = [{"address": link.address, "title": ". ".join(filter(None, (link.title, link.about)))} for link in found]
    return Json({"reports": told})


@router.get("/reports", include_in_schema=False)
def to_the_list() -> Response:
    """The list's own address."""
    return RedirectResponse("/reports/", 308)


@router.get("/reports/", include_in_schema=False)
def list_page(services: Here, lang: Annotated[Literal["en", "it"], Query()] = "en") -> Response:
    """A page with links to all reports."""
    from quadrilatero.lab.reports import list_page as page

    return shown(page([titled(report) for report in find(services.settings.reports)], lang))


@router.get("/reports/{name}/", include_in_schema=False)
def read_report(name: str, services: Here) -> Response:
    """One report. Only names that are found are served, so no path leads elsewhere."""
    for report in find(services.settings.reports):
        if report.name == name:
            return shown(report.path.read_text("utf-8"))
    raise Problem("not_found")
