"""Makes a catalogue of DocC out of the articles: python3 scripts/publishing FOLDER"""

import os
import shutil
import sys

import pages

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))


def main():
    if len(sys.argv) != 2:
        sys.exit("publishing: say the folder of the catalogue")
    catalogue = sys.argv[1]
    os.makedirs(catalogue, exist_ok=True)
    book = pages.Book(os.path.join(ROOT, "Documentation"))
    for page in book.pages:
        with open(os.path.join(catalogue, page.identity + ".md"), "w", encoding="utf-8") as file:
            file.write(book.rewritten(page))
    pictures = os.path.join(ROOT, "Documentation", "Pictures")
    for name in sorted(os.listdir(pictures)):
        shutil.copy(os.path.join(pictures, name), catalogue)
    with open(os.path.join(catalogue, "Guide.md"), "w", encoding="utf-8") as file:
        file.write(book.front_page())


if __name__ == "__main__":
    main()
