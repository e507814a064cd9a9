"""The files of a project, read once, and what the rules report about them."""

import os
from dataclasses import dataclass
from functools import cached_property

from swift_source import SwiftSource

BUILT = {".build", ".git", ".swiftpm", "__pycache__", "node_modules"}
SWIFT_FOLDERS = {"Sources", "Bundled", "Tests", "Snippets", "Benchmarks", "Examples", "Integrations"}
LARGEST = 1 << 20


@dataclass(frozen=True, order=True)
class Finding:
    """One offence, at one place."""

    path: str
    line: int
    rule: str
    message: str

    def __str__(self):
        return f"{self.path}:{self.line}: {self.rule}: {self.message}"


class Tree:
    """A project's files by their path from its root; what a build leaves behind is no part of it."""

    def __init__(self, root):
        self.root = os.path.abspath(root)
        self._texts = {}
        self._sources = {}

    @cached_property
    def files(self):
        """Every file, in order. Links are not followed."""
        found = []
        for folder, folders, names in os.walk(self.root):
            folders[:] = sorted(name for name in folders if name not in BUILT)
            base = os.path.relpath(folder, self.root)
            found += (os.path.normpath(os.path.join(base, name)) for name in sorted(names))
        return found

    @cached_property
    def swift_files(self):
        """The project's own Swift files. Fixtures are material for tests, broken on purpose."""
        return [path for path in self.files if path.endswith(".swift") and is_own(path)]

    @cached_property
    def scripts(self):
        """The shell scripts of scripts and .ci: files without an extension that name a shell."""
        return [
            path
            for path in self.files
            if path.split(os.sep)[0] in {"scripts", ".ci"}
            and "." not in os.path.basename(path)
            and self.text(path).startswith("#!")
        ]

    def absolute(self, path):
        return os.path.join(self.root, path)

    def text(self, path):
        """The text of a file; empty if it is no text or larger than 1 MiB."""
        if path not in self._texts:
            self._texts[path] = self._read(path)
        return self._texts[path]

    def swift(self, path):
        if path not in self._sources:
            self._sources[path] = SwiftSource(self.text(path))
        return self._sources[path]

    def _read(self, path):
        absolute = self.absolute(path)
        if not os.path.isfile(absolute) or os.path.getsize(absolute) > LARGEST:
            return ""
        with open(absolute, "rb") as file:
            data = file.read()
        return "" if b"\0" in data else data.decode("utf-8", errors="replace")


def is_own(path):
    parts = path.split(os.sep)
    if "Fixtures" in parts:
        return False
    return len(parts) == 1 or parts[0] in SWIFT_FOLDERS


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1
