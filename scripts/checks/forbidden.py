"""Expressions that Sources and Bundled do without."""

import os
import re

from tree import Finding, line_of

WHAT = [
    ("no-force-try", r"\btry!", "handle the error or pass it on"),
    ("no-force-cast", r"\bas!", "use 'as?' and say what happens otherwise"),
    ("no-fatal-error", r"\bfatalError\s*\(", "throw an error"),
    ("no-print", r"(?<![\w.])(?<!func )print\s*\(", "only programs write to the terminal"),
]
PROGRAMS = [["Bundled", "RecadoCommand"], ["Bundled", "RecadoDeclare"], ["Bundled", "RecadoNew"]]
NEEDS_REASON = [
    ("unchecked-sendable", r"@unchecked\s+Sendable\b"),
    ("unsafe-isolation", r"\bnonisolated\s*\(\s*unsafe\s*\)"),
]
UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX)\b")
REASON = re.compile(r"(?<![/:])// \S")


def check(tree):
    for path in tree.swift_files:
        if path.split(os.sep)[0] in {"Sources", "Bundled"}:
            yield from expressions(tree, path)
            yield from without_reason(tree, path)
            yield from unfinished(tree, path)


def expressions(tree, path):
    code = tree.swift(path).code
    for rule, pattern, advice in WHAT:
        if rule == "no-print" and path.split(os.sep)[:2] in PROGRAMS:
            continue
        for match in re.finditer(pattern, code):
            found = match.group().rstrip("( ")
            yield Finding(path, line_of(code, match.start()), rule, f"'{found}': {advice}")


def without_reason(tree, path):
    """What switches the compiler's checks off needs a comment on its line or on the one above."""
    source = tree.swift(path)
    comments = source.comments.split("\n")
    for rule, pattern in NEEDS_REASON:
        for match in re.finditer(pattern, source.code):
            line = source.line(match.start())
            if not any(REASON.search(text) for text in comments[max(0, line - 2) : line]):
                message = f"'{match.group()}' needs a '// ' comment beside it that says why"
                yield Finding(path, line, rule, message)


def unfinished(tree, path):
    comments = tree.swift(path).comments
    for match in UNFINISHED.finditer(comments):
        message = f"'{match.group()}': finish it or leave it out"
        yield Finding(path, line_of(comments, match.start()), "no-unfinished", message)
