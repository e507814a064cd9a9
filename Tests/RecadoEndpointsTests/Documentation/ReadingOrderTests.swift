// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Testing

/// Checks that the articles' order is the same in their list and in the links at their ends.
@Suite struct `The reading order of the articles` {
    private struct Entry: Equatable {
        var title: String
        var name: String
    }

    private struct Order {
        /// The folder that contains the articles.
        var folder: String
        /// The page that lists them.
        var list: String
        /// The path of the folder in the links of the list.
        var prefix: String
        /// The first words of the line that names an article's readers.
        var audience: String
        /// The first word of the line with the link to the next article.
        var next: String

        /// Returns the articles in the order of their list.
        func entries() throws -> [Entry] {
            try MarkdownPage(list).lines.compactMap { line in
                guard let found = line.firstMatch(of: /^- \[([^\]]+)\]\(([^)#]+)\)/) else {
                    return nil
                }
                let path = String(found.output.2)
                guard path.hasPrefix(prefix), path.hasSuffix(".md") else { return nil }
                let name = String(path.dropFirst(prefix.count))
                guard !name.contains("/") else { return nil }
                return Entry(title: String(found.output.1), name: name)
            }
        }
    }

    private static let english = Order(
        folder: "Documentation/Articles",
        list: "Documentation/README.md",
        prefix: "Articles/",
        audience: "*For ",
        next: "Next"
    )
    private static let spanish = Order(
        folder: "Documentation/Articles/es",
        list: "Documentation/Articles/es/README.md",
        prefix: "",
        audience: "*Para ",
        next: "Siguiente"
    )

    @Test func `every article is listed once, by its title`() throws {
        for order in [Self.english, Self.spanish] {
            let entries = try order.entries()
            let names = try MarkdownPage.names(in: order.folder).filter {
                $0.hasSuffix(".md") && $0 != "README.md"
            }
            #expect(names.count >= 12)
            #expect(entries.map(\.name).sorted() == names.sorted())
            for entry in entries {
                let page = try MarkdownPage("\(order.folder)/\(entry.name)")
                #expect(page.headings(1) == [entry.title], "\(page.path)")
            }
        }
    }

    @Test func `every article names its audience and links to the next`() throws {
        for order in [Self.english, Self.spanish] {
            let entries = try order.entries()
            for (index, entry) in entries.enumerated() {
                let page = try MarkdownPage("\(order.folder)/\(entry.name)")
                let lines = page.lines
                try #require(lines.count > 4, "\(page.path)")
                #expect(lines[2].hasPrefix(order.audience), "\(page.path): \(lines[2])")
                let last = try #require(lines.last { !$0.isEmpty })
                guard index + 1 < entries.count else {
                    #expect(last.hasPrefix("\(order.next): ["), "\(page.path): \(last)")
                    continue
                }
                let next = entries[index + 1]
                let expected = "\(order.next): [\(next.title)](\(next.name))."
                #expect(last == expected, "\(page.path): \(last)")
            }
        }
    }

    @Test func `the README links to the lists of articles, and the list to all other pages`() throws
    {
        let readme = Set(try MarkdownPage("README.md").links)
        #expect(readme.contains(Self.english.list))
        #expect(readme.contains(Self.spanish.list))
        let links = Set(try MarkdownPage(Self.english.list).links)
        for page in [
            "../README.md", "Articles/es/README.md", "Decisions/README.md", "API/README.md",
            "Vocabulary.md", "Security.md",
        ] {
            #expect(links.contains(page), "\(page)")
        }
    }

    @Test func `prose has at most 120 columns`() throws {
        let pages =
            try [
                "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md",
                "Documentation/README.md", "Documentation/Security.md",
                "Documentation/Vocabulary.md", "Examples/iOS/README.md", "scripts/README.md",
            ].map(MarkdownPage.init) + MarkdownPage.pages(in: Self.english.folder)
            + MarkdownPage.pages(in: Self.spanish.folder)
            + MarkdownPage.pages(in: "Documentation/Decisions")
        for page in pages {
            for (number, line) in page.prose where line.count > 120 {
                #expect(line.count <= 120, "\(page.path):\(number + 1)")
            }
        }
    }
}
