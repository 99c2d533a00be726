"""The files of a data folder, and the folder that replaces the built-in one."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from quadrilatero.datapacks.document import BadData, C, Document, File
from quadrilatero.datapacks.wanted import either

P = TypeVar("P")
Kinds = Mapping[str, type[msgspec.Struct]]


class Files:
    """The documents of a folder, and a hash of them all."""

    def __init__(self, files: Mapping[str, File], kinds: Kinds) -> None:
        names = sorted(files)
        self.digest = hashlib.blake2b(b"".join(files[name].raw for name in names), digest_size=16).hexdigest()
        self._documents: list[Document[Any]] = [Document(files[name], _kind(name, kinds)) for name in names]

    def all(self, kind: type[C]) -> list[Document[C]]:
        """The documents of one kind, by their names."""
        return [document for document in self._documents if document.kind is kind]

    def one(self, kind: type[C]) -> Document[C]:
        """The only document of its kind."""
        (document,) = self.all(kind)
        return document


class Pack(Generic[P]):
    """Where the data of a game come from, and what is made of them.

    `kinds` are the files that there are and what each holds; a name may have a `*` for many. `variable` is the
    environment variable that names a folder of one's own. `build` checks the files and makes the data of them.
    """

    def __init__(self, built_in: Path, kinds: Kinds, variable: str, build: Callable[[Files], P]) -> None:
        self.built_in = built_in
        self.kinds = kinds
        self.variable = variable
        self.build = build

    def chosen(self) -> P:
        """The built-in data, or those of the folder that the environment names."""
        folder = os.environ.get(self.variable)
        return self.load(Path(folder) if folder else None)

    def load(self, folder: Path | None = None) -> P:
        """Read a data folder, by default the built-in one, from which files missing in one's own folder are taken."""
        if folder is None:
            return self._from_built_in
        if not folder.is_dir():
            remedy = "name a folder that holds the data files to replace"
            raise BadData(str(folder), None, "there is no such folder", remedy)
        return self._built({**self._files(self.built_in, built_in=True), **self._files(folder, built_in=False)})

    @cached_property
    def _from_built_in(self) -> P:
        return self._built(self._files(self.built_in, built_in=False))

    def _built(self, files: Mapping[str, File]) -> P:
        return self.build(Files(files, self.kinds))

    def _files(self, folder: Path, *, built_in: bool) -> dict[str, File]:
        """The data files of a folder by their relative names; a file of another name is a fault, most likely a slip."""
        files: dict[str, File] = {}
        for path in sorted(folder.rglob("*.toml")):
            name = path.relative_to(folder).as_posix()
            if path.name.startswith(".") or not path.is_file():
                continue
            if not any(_fits(name, pattern) for pattern in self.kinds):
                remedy = f"the files are {either(list(self.kinds), 'and')}: rename it"
                raise BadData(name, 1, "no file of this name belongs to the data", remedy)
            try:
                files[name] = File(name, path.read_bytes(), built_in)
            except OSError as error:
                raise BadData(name, 1, f"cannot be read ({error.strerror})", "check its rights") from error
        return files


def _kind(name: str, kinds: Kinds) -> type[msgspec.Struct]:
    return next(kind for pattern, kind in kinds.items() if _fits(name, pattern))


def _fits(name: str, pattern: str) -> bool:
    return name.count("/") == pattern.count("/") and fnmatchcase(name, pattern)
