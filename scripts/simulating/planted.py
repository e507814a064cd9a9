"""Faults that are planted one at a time, to see that the promises find them."""

import json
import pathlib
import re
import signal
import time

import promises
import tree

LIST = pathlib.Path(__file__).parent / "faults.json"


def named(names, complain):
    """The faults of some names; all without any."""
    faults = json.loads(LIST.read_text())
    known = [fault["name"] for fault in faults]
    for name in names:
        if name not in known:
            complain(f"{name}: no such fault; expected one of {', '.join(known)}")
    return [fault for fault in faults if not names or fault["name"] in names]


def first_failure(seeds, build):
    """The test that failed first, and the seed; nothing where none did."""
    process = promises.start(promises.suites(), seeds, build)
    test = None
    for line in process.stdout:
        found = re.search(r'Test "(.+?)" recorded an issue', line)
        if found and not test:
            test = found.group(1)
        seed = re.search(r"with seed (\d+)", line)
        if test and seed:
            process.send_signal(signal.SIGKILL)
            process.wait()
            return test, seed.group(1)
    process.wait()
    return (test, "?") if test else (("the program", f"ended with {process.returncode}") if process.returncode else None)


def run(faults, seeds):
    """Plants each fault, and prints what has found it."""
    found = 0
    tree.copy()
    for fault in faults:
        file = tree.FOLDER / "tree" / fault["file"]
        sound = pathlib.Path(fault["file"]).read_text()
        if sound.count(fault["old"]) != 1:
            raise SystemExit(f"{fault['name']}: {fault['file']} has changed; expected once:\n{fault['old']}")
        file.write_text(sound.replace(fault["old"], fault["new"]))
        begin = time.monotonic()
        try:
            failure = first_failure(seeds, tree.build())
        finally:
            file.write_text(sound)
        found += failure is not None
        word = f"found by “{failure[0]}”, seed {failure[1]}" if failure else f"not found in {len(seeds)} worlds"
        print(f"{fault['name']:36} {word}, {time.monotonic() - begin:.0f} s", flush=True)
    print(f"{found} of {len(faults)} faults were found")
    return 0 if found == len(faults) else 1
