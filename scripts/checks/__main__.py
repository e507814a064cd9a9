"""Reads a project and prints every offence against its rules: see scripts/README.md."""

import argparse
import os
import sys

import comments
import forbidden
import foreign
import formatting
import functions
import imports
import shell
import sizes
from tree import Tree

RULES = {
    "format": formatting.lint,
    "format-rules": formatting.configuration,
    "header": sizes.header,
    "file-length": sizes.file_length,
    "function-length": functions.check,
    "comments": comments.check,
    "forbidden": forbidden.check,
    "machine-path": foreign.machine_path,
    "registry-host": foreign.registry_host,
    "c-module-owner": foreign.c_module_owner,
    "undeclared-import": imports.check,
    "shell": shell.check,
}


def main():
    arguments = argparse.ArgumentParser(prog="scripts/check", description=__doc__)
    arguments.add_argument("--root", help="the project to read; this one if left out")
    arguments.add_argument("--list", action="store_true", help="prints the names of the rules")
    arguments.add_argument("rules", nargs="*", metavar="RULE", help="a rule to apply; all if none")
    given = arguments.parse_args()
    if unknown := [rule for rule in given.rules if rule not in RULES]:
        arguments.error(f"there is no rule {unknown[0]}; there are {', '.join(RULES)}")
    if given.list:
        print("\n".join(RULES))
        return 0
    here = os.path.dirname(os.path.abspath(__file__))
    tree = Tree(given.root or os.path.join(here, "..", ".."))
    if not os.path.isdir(tree.root):
        arguments.error(f"{given.root} is no folder")
    findings = sorted({f for rule in given.rules or RULES for f in RULES[rule](tree)})
    for finding in findings:
        print(finding)
    count = len(findings)
    what = "nothing" if count == 0 else "1 thing" if count == 1 else f"{count} things"
    print(f"scripts/check: {what} to mend in {len(tree.swift_files)} Swift files")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
