"""Names that belong to one machine or one network, and C modules with more than one owner."""

import os
import re

from tree import Finding, line_of

MACHINE = re.compile(r"(?<![\w.~*-])/(?:(?:work|root)/|tmp/(?:w)\b|home/\w+/|Users/\w+/)")
REGISTRY = re.compile(
    r"\b(?:(?:pypi|pythonhosted|npmjs|crates|rubygems|nuget)\.(?:org|com|io)"
    r"|(?:deb|security|archive|ports)\.(?:debian|ubuntu)\.(?:org|com))\b"
)
C_IMPORT = re.compile(r"^[ \t]*(?:@\w+[ \t]+)*(?:\w+[ \t]+)?import[ \t]+(CRecado\w+)", re.M)

# What speaks over sockets shares the C modules below it: one target wraps what both ends need.
WIRE = {os.path.join("Sources", name) for name in ("RecadoServer", "RecadoSockets", "RecadoWire")}
WIRE.add(os.path.join("Tests", "RecadoWireTests"))


def machine_path(tree):
    yield from matches(tree, MACHINE, "machine-path", "is a path of one particular machine")


def registry_host(tree):
    yield from matches(tree, REGISTRY, "registry-host", "is the host of a package registry")


def matches(tree, pattern, rule, complaint):
    for path in tree.files:
        if "Fixtures" in path.split(os.sep):
            continue
        text = tree.text(path)
        for match in pattern.finditer(text):
            message = f"'{match.group()}' {complaint}"
            yield Finding(path, line_of(text, match.start()), rule, message)


def c_module_owner(tree):
    """A C module may be imported by one target only, the wrapper that makes it safe, or by the WIRE."""
    imports = {}
    for path in tree.swift_files:
        code = tree.swift(path).code
        target = os.sep.join(path.split(os.sep)[:2])
        if target in WIRE:
            target = os.path.join("Sources", "RecadoWire")
        for match in C_IMPORT.finditer(code):
            place = (path, line_of(code, match.start()))
            imports.setdefault(match.group(1), {}).setdefault(target, place)
    for module, places in sorted(imports.items()):
        owner, *others = sorted(places, key=lambda target: (not target.startswith("Sources"), target))
        for other in others:
            message = f"{module} is imported by {owner} already; only one target may"
            yield Finding(*places[other], "c-module-owner", message)
