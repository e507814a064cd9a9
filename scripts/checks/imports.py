"""Modules that a target imports without naming them in its package: a build then fails by the order of its parts."""

import json
import os
import re
import subprocess

from tree import Finding, line_of

IMPORT = re.compile(
    r"^[ \t]*(?:@\w+(?:\([^)\n]*\))?[ \t]+)*(?:(?:public|package|internal|fileprivate|private)[ \t]+)?"
    r"import[ \t]+(?:(?:struct|class|enum|protocol|func|var|let|typealias|actor)[ \t]+)?(\w+)",
    re.M,
)


def check(tree):
    for manifest in (path for path in tree.files if os.path.basename(path) == "Package.swift"):
        if "Fixtures" not in manifest.split(os.sep):
            yield from package(tree, os.path.dirname(manifest))


def package(tree, folder):
    targets = description(tree.absolute(folder))["targets"]
    names = {target["name"] for target in targets}
    for target in targets:
        within = os.path.normpath(os.path.join(folder, place(target), ""))
        named = {next(iter(each.values()))[0] for each in target["dependencies"]} | {target["name"]}
        for path in tree.swift_files:
            if not path.startswith(within + os.sep):
                continue
            code = tree.swift(path).code
            for match in IMPORT.finditer(code):
                if match.group(1) in names - named:
                    message = f"{target['name']} imports {match.group(1)}, which its dependencies do not name"
                    yield Finding(path, line_of(code, match.start(1)), "undeclared-import", message)


def place(target):
    kind = {"test": "Tests", "plugin": "Plugins"}.get(target["type"], "Sources")
    return target.get("path") or os.path.join(kind, target["name"])


def description(folder):
    command = ["swift", "package", "--package-path", folder, "dump-package"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
