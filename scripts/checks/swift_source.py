"""Swift text told apart into code, comments and literals.

`code` and `comments` are as long as the text, line for line and column for column; what belongs to
neither is blank. So an offset found in one is an offset in the file. Names in backticks are blank
too, for they may hold any sentence, but the code inside `\\( )` of a string is kept.
"""

import re

TOKEN = re.compile(r"//|/\*|#*\"\"\"|#*\"|`|#+/|/|[()]")
BLOCK_COMMENT = re.compile(r"/\*|\*/")
KEYWORDS_BEFORE_REGEX = {"return", "in", "case", "where", "try", "await", "else", "throw", "is"}
OPERANDS_END = re.compile(r"[\w)\]}\"`.$]")


class SwiftSource:
    """A Swift file's text, with its code and its comments kept apart."""

    def __init__(self, text):
        self.text = text
        self._spans = []  # (start, end, kind), kind is "comment", "literal" or "name"
        self._scan()
        self.code = self._masked(without=("comment", "literal", "name"))
        self.comments = self._only("comment")

    def line(self, offset):
        return self.text.count("\n", 0, offset) + 1

    def _scan(self):
        # Each open string waits here while the code of its interpolation is read.
        waiting = []  # (depth of parentheses outside, hashes, is multi-line)
        depth = 0
        at = 0
        while match := TOKEN.search(self.text, at):
            token, at = match.group(), match.end()
            if token == "(":
                depth += 1
            elif token == ")":
                depth -= 1
                if depth == 0 and waiting:
                    depth, hashes, multiline = waiting.pop()
                    at, opened = self._literal(at, at, hashes, multiline)
                    if opened:
                        waiting.append((depth, hashes, multiline))
                        depth = 1
            elif token.endswith('"'):
                hashes, multiline = token.count("#"), token.endswith('"""')
                at, opened = self._literal(match.start(), at, hashes, multiline)
                if opened:
                    waiting.append((depth, hashes, multiline))
                    depth = 1
            else:
                at = self._skip(token, match.start(), at)

    def _skip(self, token, start, at):
        """The end of a comment, a name in backticks or a regular expression."""
        if token == "//":
            return self._add(start, self._end(self.text.find("\n", start)), "comment")
        if token == "/*":
            return self._add(start, self._comment_end(at), "comment")
        if token == "`":
            end = self._end(self.text.find("`", at))
            self._add(at, end, "name")
            return end + 1
        if token.startswith("#"):
            closing = "/" + token[:-1]
            return self._add(start, self._end(self.text.find(closing, at)), "literal") + len(token)
        end = self._regex_end(start, at)
        return self._add(start, end, "literal") if end else at

    def _literal(self, start, at, hashes, multiline):
        """Reads a string from `at`; tells where it stops, and whether an interpolation opens there."""
        escape, closing = "\\\\" + "#" * hashes, ('"""' if multiline else '"') + "#" * hashes
        pattern = re.compile(escape + r"(\(|#*.)|" + closing + ("" if multiline else r"|\n"), re.S)
        while match := pattern.search(self.text, at):
            at = match.end()
            if match.group(1) == "(":
                self._add(start, at - 1, "literal")
                return at, True
            if match.group(1) is None:
                break
            if match.group(1) == "\n" and not multiline:
                break
        else:
            at = len(self.text)
        return self._add(start, at, "literal"), False

    def _comment_end(self, at):
        depth = 1
        while depth and (match := BLOCK_COMMENT.search(self.text, at)):
            depth += 1 if match.group() == "/*" else -1
            at = match.end()
        return at if depth == 0 else len(self.text)

    def _regex_end(self, start, at):
        """The end of a regular expression that begins at `start`, or None for a division."""
        if at >= len(self.text) or self.text[at] in " \t\n)*=,":
            return None
        before = self.text[max(0, start - 200) : start].rstrip(" \t")
        word = re.search(r"\w+$", before)
        is_operand = bool(before) and OPERANDS_END.match(before[-1])
        if is_operand and not (word and word.group() in KEYWORDS_BEFORE_REGEX):
            return None
        match = re.compile(r"(?:\\.|[^\\/\n])*/").match(self.text, at)
        return match.end() if match else None

    def _end(self, found):
        return len(self.text) if found < 0 else found

    def _add(self, start, end, kind):
        self._spans.append((start, end, kind))
        return end

    def _masked(self, without):
        pieces, at = [], 0
        for start, end, kind in self._spans:
            if kind in without and end > at:
                pieces += [self.text[at:start], blank(self.text[start:end])]
                at = end
        return "".join(pieces) + self.text[at:]

    def _only(self, wanted):
        pieces, at = [], 0
        for start, end, kind in self._spans:
            if kind == wanted:
                pieces += [blank(self.text[at:start]), self.text[start:end]]
                at = end
        return "".join(pieces) + blank(self.text[at:])


def blank(text):
    return re.sub(r"[^\n]", " ", text)
