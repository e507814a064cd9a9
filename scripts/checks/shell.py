"""Shell scripts: short, strict, runnable and without mistakes of grammar."""

import os
import re
import subprocess

from tree import Finding

LONGEST = 40


def check(tree):
    for path in tree.scripts:
        text = tree.text(path)
        length = len(text.splitlines())
        if length > LONGEST:
            message = f"the script has {length} lines; at most {LONGEST}"
            yield Finding(path, LONGEST + 1, "shell", message)
        if not re.search(r"^set -eu", text, re.M):
            yield Finding(path, 1, "shell", "the script must say 'set -eu'")
        if not os.access(tree.absolute(path), os.X_OK):
            yield Finding(path, 1, "shell", "the script must be executable")
        yield from grammar(tree, path, text)


def grammar(tree, path, text):
    shell = "bash" if "bash" in text.splitlines()[0] else "sh"
    command = [shell, "-n", tree.absolute(path)]
    outcome = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if outcome.returncode != 0:
        complaint = (outcome.stderr.strip() or "no reason given").splitlines()[0]
        line = re.search(r"\b(?:line )?(\d+): ", complaint)
        reason = complaint.split(": ", 2)[-1]
        yield Finding(path, int(line.group(1)) if line else 1, "shell", f"{shell} -n: {reason}")
