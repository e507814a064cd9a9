"""Lists the public declarations of modules from their symbol graphs: see scripts/api.

usage: declarations.py write|check GRAPHS LISTS MODULE...
"""

import glob
import json
import os
import re
import sys

# Every type has these unless it says otherwise; the list would say nothing with them.
IMPLIED = {"Copyable", "Escapable", "SendableMetatype", "BitwiseCopyable"}


def main():
    mode, graphs, lists, *modules = sys.argv[1:]
    present = {module: declarations(graphs, module) for module in modules}
    if mode == "write":
        write(lists, present)
        return 0
    changes = [line for module in modules for line in compare(lists, module, present[module])]
    for line in changes:
        print(line)
    if changes:
        print(f"scripts/api: {len(changes)} differences; if they are meant, run scripts/api")
    return 1 if changes else 0


def declarations(graphs, module):
    """A sorted line for each public declaration and conformance of a module, and each module that it exports."""
    lines = set(exports(module))
    for path in glob.glob(os.path.join(graphs, f"{module}.symbols.json")) + glob.glob(
        os.path.join(graphs, f"{module}@*.symbols.json")
    ):
        with open(path, encoding="utf-8") as file:
            graph = json.load(file)
        names = {}
        for symbol in graph["symbols"]:
            name = ".".join(symbol["pathComponents"])
            names[symbol["identifier"]["precise"]] = name
            lines.add(f"{name}: {text(symbol)}")
        lines.update(conformances(graph["relationships"], names))
    if not lines:
        sys.exit(f"scripts/api: {module} has no symbols")
    return sorted(lines)


def exports(module):
    for path in glob.glob(f"Sources/{module}/**/*.swift", recursive=True):
        with open(path, encoding="utf-8") as file:
            for exported in re.findall(r"^@_exported public import (\w+)$", file.read(), re.M):
                yield f"exports {exported}"


def text(symbol):
    """The declaration on one line, with the conditions of the extension that it stands in."""
    words = "".join(part["spelling"] for part in symbol["declarationFragments"])
    constraints = symbol.get("swiftExtension", {}).get("constraints", [])
    signs = {"conformance": ":", "superclass": ":", "sameType": "=="}
    conditions = [f"{one['lhs']} {signs[one['kind']]} {one['rhs']}" for one in constraints]
    suffix = f" [where {', '.join(sorted(conditions))}]" if conditions else ""
    return " ".join(words.split()) + suffix


def conformances(relationships, names):
    for relationship in relationships:
        protocol = relationship.get("targetFallback") or names.get(relationship["target"], "")
        protocol = protocol.removeprefix("Swift.")
        source = names.get(relationship["source"]) or relationship.get("sourceFallback", "")
        is_conformance = relationship["kind"] in ("conformsTo", "inheritsFrom")
        if is_conformance and source and protocol not in IMPLIED:
            yield f"{source}: conforms to {protocol}"


def write(lists, present):
    os.makedirs(lists, exist_ok=True)
    for old in glob.glob(os.path.join(lists, "*.txt")):
        os.remove(old)
    for module, lines in present.items():
        with open(os.path.join(lists, f"{module}.txt"), "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
    print(f"scripts/api: {sum(map(len, present.values()))} declarations of {len(present)} modules")


def compare(lists, module, present):
    path = os.path.join(lists, f"{module}.txt")
    if not os.path.exists(path):
        yield f"{module}: has no list; every library has one"
        return
    with open(path, encoding="utf-8") as file:
        listed = file.read().splitlines()
    for line in sorted(set(listed) - set(present)):
        yield f"{module}: gone or changed: {line}"
    for line in sorted(set(present) - set(listed)):
        yield f"{module}: new: {line}"


if __name__ == "__main__":
    sys.exit(main())
