"""Ceilings on files, and the two lines that open each Swift file."""

import os

from tree import Finding

LONGEST_SOURCE = 400
LONGEST_TEST = 600
TABLES = ("+Table.swift", "+Registered.swift")
HEADER = "// Part of Recado. See LICENSE.\n// SPDX-License-Identifier: Apache-2.0\n\n"


def file_length(tree):
    """Tables are data and may be as long as what they list."""
    for path in tree.swift_files:
        if path.endswith(TABLES):
            continue
        longest = LONGEST_TEST if path.split(os.sep)[0] == "Tests" else LONGEST_SOURCE
        length = len(tree.text(path).splitlines())
        if length > longest:
            message = f"the file has {length} lines; at most {longest}"
            yield Finding(path, longest + 1, "file-length", message)


def header(tree):
    """A manifest must begin with the version of the tools instead."""
    for path in tree.swift_files:
        is_manifest = os.path.basename(path) == "Package.swift"
        if not is_manifest and not tree.text(path).startswith(HEADER):
            message = "the file must begin with 'Part of Recado', the licence and an empty line"
            yield Finding(path, 1, "header", message)
