"""Comments: how wide they are, and how a sentence of documentation begins."""

import os
import re

from tree import Finding

WIDEST = 100
# A clause in place of a subject: "What is sent." says less than "The content of the request."
OPENING = re.compile(r"^///\s+(?:- (?:Parameter )?\w+: )?(What(?:ever)?|Who(?:ever|m|se)?|Where|Why|How)\b")
# What the command generates stands in snippets as it writes it.
GENERATED = ("Snippets/FirstClient.swift", "Snippets/ForeignFilms.swift")
# Text that is not prose: an example, a table or a list of files.
PLAIN = re.compile(r"^///?(?: {4,}\S| *[|│]| *\S+$)")


def check(tree):
    for path in tree.swift_files:
        if path in GENERATED:
            continue
        is_product = path.split(os.sep)[0] in {"Sources", "Bundled"}
        is_example = False
        for number, line in enumerate(tree.swift(path).comments.split("\n"), 1):
            comment = line.strip()
            if comment.startswith(("/// ```", "// ```")):
                is_example = not is_example
            if not comment.startswith("//"):
                is_example = False
            elif not is_example:
                yield from width(path, number, line)
                if is_product and (match := OPENING.match(comment)):
                    message = f"'{match.group(1)}': begin with the thing that is meant"
                    yield Finding(path, number, "comment-opening", message)


def width(path, number, line):
    comment, length = line.strip(), len(line.rstrip())
    if length > WIDEST and not PLAIN.match(comment):
        message = f"the comment has {length} columns; at most {WIDEST}"
        yield Finding(path, number, "comment-width", message)
