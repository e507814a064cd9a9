// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite struct `Pages of documentation` {
    /// Articles that are not about Swift, and so contain no code.
    private static let withoutCode = ["choosing-a-database.md", "classroom.md"]

    private static func withCode() throws -> [MarkdownPage] {
        try [MarkdownPage("README.md")] + MarkdownPage.pages(in: "Documentation/Articles")
    }

    private static func inSpanish() throws -> [MarkdownPage] {
        try MarkdownPage.pages(in: "Documentation/Articles/es")
    }

    private static func all() throws -> [MarkdownPage] {
        try withCode() + inSpanish() + MarkdownPage.pages(in: "Documentation/Decisions")
            + ["CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "scripts/README.md"].map(
                MarkdownPage.init
            )
    }

    @Test func `every block of Swift stands in a snippet, which a build compiles`() throws {
        let snippets = try Snippets()
        for page in try Self.withCode() {
            let isWithoutCode = Self.withoutCode.contains { page.path.hasSuffix($0) }
            #expect(page.blocks(in: "swift").isEmpty == isWithoutCode, "\(page.path)")
        }
        for page in try Self.withCode() + Self.inSpanish() {
            for block in page.blocks(in: "swift") {
                let isCompiled = snippets.contain(block)
                #expect(isCompiled, "\(page.path) has code that no snippet has:\n\(block)")
            }
        }
    }

    @Test func `a page in Spanish and the same in English lead to each other`() throws {
        let pages = try Self.inSpanish()
        let list = try #require(pages.first { $0.path.hasSuffix("/README.md") })
        #expect(pages.count >= 10)
        for page in pages where page.path != list.path {
            let name = try #require(page.path.split(separator: "/").last)
            let english = try MarkdownPage("Documentation/Articles/\(name)")
            #expect(english.links.contains("es/\(name)"), "\(english.path)")
            #expect(page.links.contains("../\(name)"), "\(page.path)")
            #expect(list.links.contains(String(name)), "\(list.path) does not link to \(name)")
        }
    }

    @Test func `every link to a file leads to one`() throws {
        for page in try Self.all() {
            for link in page.links {
                #expect(page.reaches(link), "\(page.path) links to \(link)")
            }
        }
    }

    @Test func `every script that is named exists`() throws {
        let readme = try MarkdownPage("README.md")
        let names = Set(
            readme.lines.flatMap { line in
                line.matches(of: /\bscripts\/([a-z]+)\b/).map { String($0.output.1) }
            }
        )
        #expect(names.count >= 3)
        for name in names { #expect(readme.reaches("scripts/\(name)"), "scripts/\(name)") }
    }

    @Test func `the first page can be read at once, and every article in one go`() throws {
        #expect(try MarkdownPage("README.md").lineCount <= 150)
        for article in try MarkdownPage.pages(in: "Documentation/Articles") + Self.inSpanish() {
            // Half of each of the longest articles, whose lines have up to 120 columns, is tables
            // for readers who come from other libraries.
            #expect(article.lineCount <= 250, "\(article.path)")
        }
    }
}

@Suite struct `Decisions` {
    private static let folder = "Documentation/Decisions"

    private static func decisions() throws -> [MarkdownPage] {
        try MarkdownPage.pages(in: folder).filter { !$0.path.hasSuffix("README.md") }
    }

    private static func name(of page: MarkdownPage) -> Substring {
        page.path.dropFirst(folder.count + 1)
    }

    @Test func `numbers run from 1 without gaps`() throws {
        let numbers = try Self.decisions().map { Int(Self.name(of: $0).prefix(4)) }
        #expect(!numbers.isEmpty)
        #expect(numbers == Array(1...numbers.count))
    }

    @Test func `each has its number, its parts and a page's length`() throws {
        for (index, page) in try Self.decisions().enumerated() {
            #expect(page.headings(1).first?.hasPrefix("\(index + 1). ") == true, "\(page.path)")
            let parts = ["Context", "Decision", "Consequences", "What was measured or tried"]
            #expect(page.headings(2) == parts, "\(page.path)")
            #expect(page.lineCount <= 85, "\(page.path)")
        }
    }

    @Test func `each is listed, by its title and in order`() throws {
        let list = try MarkdownPage("\(Self.folder)/README.md")
        let expected = try Self.decisions().map { page in
            let title = page.headings(1).first?.split(separator: ". ", maxSplits: 1).last ?? ""
            return "[\(title)](\(Self.name(of: page)))"
        }
        // A title may continue on the next line.
        let text = list.lines.joined(separator: "\n").replacing(/\n +/, with: " ")
        let found = text.matches(of: /\[[^\]]+\]\(\d{4}-[^)]+\)/).map { String($0.output) }
        #expect(found == expected)
    }
}

@Suite struct `Reading pages` {
    private static let page = MarkdownPage(
        "a.md",
        text: """
            # A title
            See [b](b.md#part), [c](https://example.org) and [d](#d).
            ```sh
            scripts/test
            ```
            - A list
              ```swift
              let a = 1
                a + 1
              ```
            ```swift
            let b = 2
            ```
            """
    )

    @Test func `blocks of a language lose the indentation that they share`() {
        #expect(Self.page.blocks(in: "swift") == ["let a = 1\n  a + 1", "let b = 2"])
        #expect(Self.page.blocks(in: "sh") == ["scripts/test"])
    }

    @Test func `links to elsewhere and within the page are left out`() {
        #expect(Self.page.links == ["b.md"])
    }

    @Test func `a link to nowhere is noticed`() {
        #expect(!Self.page.reaches("nowhere.md"))
        #expect(Self.page.reaches("README.md"))
    }

    @Test(arguments: ["let a = 1", "let a = 1\nlet b = 2", "    let c = 3\n\nlet d = 4"])
    func `code that a snippet has is found`(block: String) {
        let snippet = "// Begin\n    let a = 1\n    let b = 2\n    let c = 3\n\nlet d = 4"
        #expect(Snippets([snippet]).contain(block))
    }

    @Test(arguments: ["let a = 2", "let a = 1\nlet c = 3", "let a = 1\n    let b = 2"])
    func `code that no snippet has is not`(block: String) {
        #expect(!Snippets(["let a = 1\nlet b = 2\nlet c = 3", "let c = 3"]).contain(block))
    }
}
