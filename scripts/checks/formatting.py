"""What `swift format lint --strict` says, and whether the rules that we count on are turned on."""

import json
import re
import subprocess

from tree import Finding

CONFIGURATION = ".swift-format"
NEEDED = [
    "AllPublicDeclarationsHaveDocumentation",
    "BeginDocumentationCommentWithOneLineSummary",
    "NeverForceUnwrap",
    "NeverUseForceTry",
    "NeverUseImplicitlyUnwrappedOptionals",
    "NoAccessLevelOnExtensionDeclaration",
    "ValidateDocumentationComments",
]
COMPLAINT = re.compile(r"^(.+?):(\d+):\d+: (?:error|warning): (?:\[(\w+)\] )?(.*)$", re.M)


def configuration(tree):
    """A rule that is off finds nothing, so each one that the style rests on must be on."""
    try:
        rules = json.loads(tree.text(CONFIGURATION)).get("rules", {})
    except ValueError:
        yield Finding(CONFIGURATION, 1, "format-rules", "the file is missing or is no JSON")
        return
    for rule in NEEDED:
        if rules.get(rule) is not True:
            yield Finding(CONFIGURATION, 1, "format-rules", f"{rule} must be true")


def lint(tree):
    if not tree.swift_files:
        return
    command = ["swift", "format", "lint", "--strict", "--parallel", *tree.swift_files]
    outcome = subprocess.run(
        command, cwd=tree.root, capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    found = False
    for path, line, rule, message in COMPLAINT.findall(outcome.stderr):
        found = True
        path = path.removeprefix(tree.root + "/")
        yield Finding(path, int(line), f"format/{rule}" if rule else "format", message)
    if outcome.returncode != 0 and not found:
        reason = (outcome.stderr.strip() or "no reason given").splitlines()[-1]
        yield Finding(CONFIGURATION, 1, "format", f"swift format failed: {reason}")
