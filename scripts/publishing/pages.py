"""The pages of Documentation, and what they are as articles of DocC."""

import os
import re

FOLDERS = ["Articles", "Articles/es", "Decisions", ""]
SKIPPED = {"README.md"}
LINK = re.compile(r"(!?)\[((?:[^\[\]`]|`[^`]*`|\n)*)\]\(([^()\s]+)\)")


class Page:
    def __init__(self, folder, path):
        self.path = path
        with open(os.path.join(folder, path), encoding="utf-8") as file:
            self.text = file.read()
        name = os.path.basename(path)[:-3]
        self.identity = "es-" + name if "/es/" in path else name
        self.headings = {}
        for line in prose(self.text):
            if found := re.match(r"#{1,6} (.*)", line):
                self.headings[github_anchor(found[1])] = docc_anchor(found[1])
        self.title = re.match(r"# (.*)", self.text)[1]


class Book:
    def __init__(self, folder):
        self.folder = folder
        paths = []
        for part in FOLDERS:
            for name in sorted(os.listdir(os.path.join(folder, part))):
                if name.endswith(".md") and name not in SKIPPED:
                    paths.append(os.path.join(part, name))
        paths.append("Articles/es/README.md")
        self.pages = [Page(folder, path) for path in paths]
        self.by_path = {page.path: page for page in self.pages}

    def rewritten(self, page):
        """The page with links that lead to other pages of the catalogue."""
        return self.with_links(page.text, page.path, page)

    def with_links(self, text, path, page=None):
        folder = os.path.dirname(path)

        def replaced(found):
            mark, text, target = found.groups()
            if mark:
                return f"![{text}]({os.path.basename(target)})"
            if ":" in target:
                return found[0]
            name, _, anchor = target.partition("#")
            other = self.by_path.get(os.path.normpath(os.path.join(folder, name))) if name else page
            if other is None:
                # What stands in the repository alone keeps its words.
                return text if "`" in text else f"*{text}*"
            place = "#" + other.headings.get(anchor, anchor) if anchor else ""
            return f"[{text}](doc:{other.identity}{place})"

        parts = re.split(r"(^ *```.*?^ *```$)", text, flags=re.M | re.S)
        return "".join(part if i % 2 else LINK.sub(replaced, part) for i, part in enumerate(parts))

    def front_page(self):
        """The list of articles as the root, with its parts as topics."""
        with open(os.path.join(self.folder, "README.md"), encoding="utf-8") as file:
            text = file.read()
        head, *parts = re.split(r"^## ", text, flags=re.M)
        intro = self.with_links(head.split("\n", 1)[1], "README.md")
        topics = []
        for part in parts:
            title, _, rest = part.partition("\n")
            links = []
            for target in re.findall(r"^- \[[^\]]*\]\(([^)#]+)\)", rest, flags=re.M):
                if page := self.by_path.get(target):
                    links.append(f"- <doc:{page.identity}>")
            if title == "In class":
                links.append("- <doc:es-README>")
            if title == "Reference":
                links += [f"- <doc:{p.identity}>" for p in self.pages if p.path.startswith("Decisions/")]
            topics.append(f"### {title}\n\n" + "\n".join(links) + "\n")
        spanish = [f"- <doc:{p.identity}>" for p in self.pages if p.path.startswith("Articles/es/") and p.identity != "es-README"]
        topics.append("### En español\n\n" + "\n".join(spanish) + "\n")
        return (
            "# Guide\n\n@Metadata {\n    @TechnologyRoot\n}\n\n"
            "Typed web services: an endpoint is declared once, as a Swift struct.\n\n"
            f"{intro.strip()}\n\n## Topics\n\n" + "\n".join(topics)
        )


def prose(text):
    """The lines outside of blocks of code."""
    is_code = False
    for line in text.split("\n"):
        if line.lstrip().startswith("```"):
            is_code = not is_code
        elif not is_code:
            yield line


def words(heading):
    """A heading without marks and without the targets of its links."""
    return re.sub(r"[`*]|\[|\]\([^)]*\)", "", heading)


def github_anchor(heading):
    return re.sub(r"[^\w\- ]", "", words(heading).lower()).replace(" ", "-")


def docc_anchor(heading):
    return re.sub(r"\s+", "-", words(heading).strip()).strip("-")
