"""Functions of at most 40 lines, from the declaration's keyword to the closing brace."""

import re

from tree import Finding

LONGEST = 40
PAIRS = {")": "(", "]": "[", "}": "{"}
DECLARATION = re.compile(r"(?<![\w.`$#])(func|init|deinit|subscript|var)\b(?!\s*:)")
NAME = re.compile(r"\s*(`[^`\n]*`|\w+|[^\s\w(`]+)")
PROPERTY = re.compile(r"\s*(`[^`\n]*`|\w+)\s*(?=[:{])")
SHORTHAND_BINDING = re.compile(r"(\b(if|guard|while|case)|,)\s*$")
ACCESSOR = re.compile(
    r"\s*(?:(?:@\w+|nonisolated|mutating|nonmutating|borrowing|consuming|yielding)\s+)*"
    r"(get|set|willSet|didSet|_read|_modify|init)\b"
)
WORD = re.compile(r"\n|\w+|->|==|\S")
CONTINUES = {"{", "->", "where", "async", "throws", "rethrows", "&", ",", ">", ":"}
EXPECTS = CONTINUES - {"{", "async", "throws", "rethrows"} | {"<", "==", ".", "any", "some"}


def check(tree):
    for path in tree.swift_files:
        source = tree.swift(path)
        pairs, unpaired = paired(source.code)
        if unpaired is not None:
            message = "this bracket has no partner, so functions cannot be measured"
            yield Finding(path, source.line(unpaired), "function-length", message)
            continue
        for name, start, end in functions(source, pairs):
            length = source.text.count("\n", start, end) + 1
            if length > LONGEST:
                message = f"{name} has {length} lines; at most {LONGEST}"
                yield Finding(path, source.line(start), "function-length", message)


def paired(code):
    """Each opening bracket's closing one, and the first bracket without a partner if there is any."""
    pairs, open_brackets = {}, []
    for match in re.finditer(r"[()\[\]{}]", code):
        if match.group() in "([{":
            open_brackets.append(match.start())
        elif open_brackets and code[open_brackets[-1]] == PAIRS[match.group()]:
            pairs[open_brackets.pop()] = match.start()
        else:
            return pairs, match.start()
    return pairs, (open_brackets[0] if open_brackets else None)


def functions(source, pairs):
    """The name, the start and the end of every function, initialiser and accessor with a body."""
    code = source.code
    for match in DECLARATION.finditer(code):
        keyword, start = match.group(1), match.start()
        if keyword == "var":
            yield from accessors(source, pairs, match)
            continue
        name, head = keyword, match.end()
        if keyword == "func" and (named := NAME.match(code, head)):
            name, head = source.text[named.start(1) : named.end(1)], named.end()
        if keyword != "deinit":
            head = pairs.get(code.find("(", head), None)
            if head is None:
                continue
            head += 1
        body = body_start(code, pairs, head)
        if body is None:
            continue
        if keyword == "subscript" and ACCESSOR.match(code, body + 1):
            yield from parts(source, pairs, name, body)
        else:
            yield name, start, pairs[body]


def accessors(source, pairs, match):
    """A computed property, or the accessors and observers of a property."""
    code = source.code
    named = PROPERTY.match(code, match.end())
    if not named or SHORTHAND_BINDING.search(code, max(0, match.start() - 20), match.start()):
        return
    name = source.text[named.start(1) : named.end(1)]
    body = body_start(code, pairs, named.end())
    if body is None:
        body = observers_start(code, pairs, named.end())
    if body is None:
        return
    if any(parts(source, pairs, name, body)):
        yield from parts(source, pairs, name, body)
    else:
        yield name, match.start(), pairs[body]


def parts(source, pairs, name, body):
    at = body + 1
    while accessor := ACCESSOR.match(source.code, at):
        opening = body_start(source.code, pairs, accessor.end())
        if opening is None or opening > pairs[body]:
            return
        yield f"{name}.{accessor.group(1)}", accessor.start(1), pairs[opening]
        at = pairs[opening] + 1


def observers_start(code, pairs, head):
    """The brace of `willSet` or `didSet` behind a property's first value."""
    line_end = code.find("\n", head)
    opening = code.rfind("{", head, line_end if line_end >= 0 else len(code))
    is_observed = opening >= 0 and re.compile(r"\s*(willSet|didSet)\b").match(code, opening + 1)
    return opening if is_observed else None


def body_start(code, pairs, head):
    """The brace that opens the body of the declaration whose name and parameters end at `head`.

    None for a requirement of a protocol and for a stored property, which have no body.
    """
    previous, is_new_line = "", False
    while word := WORD.search(code, head):
        token, head = word.group(), word.end()
        if token == "\n":
            is_new_line = True
            continue
        if is_new_line and token not in CONTINUES and previous not in EXPECTS:
            return None
        if token == "{":
            return word.start()
        if token in {")", "]", "}", "=", ";"}:
            return None
        if token in {"(", "["}:
            head = pairs[word.start()] + 1
        previous, is_new_line = token, False
    return None
