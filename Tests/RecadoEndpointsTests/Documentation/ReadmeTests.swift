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

    @Test func `every Swift code block is part of a compiled snippet`() throws {
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

    @Test func `the Spanish and English versions of a page link to each other`() throws {
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

    @Test func `every link to a file has a target`() throws {
        for page in try Self.all() {
            for link in page.links {
                #expect(page.reaches(link), "\(page.path) links to \(link)")
            }
        }
    }

    @Test func `every script named in the README exists`() throws {
        let readme = try MarkdownPage("README.md")
        let names = Set(
            readme.lines.flatMap { line in
                line.matches(of: /\bscripts\/([a-z]+)\b/).map { String($0.output.1) }
            }
        )
        #expect(names.count >= 3)
        for name in names { #expect(readme.reaches("scripts/\(name)"), "scripts/\(name)") }
    }

    @Test func `the README has at most 150 lines, and articles have at most 250`() throws {
        #expect(try MarkdownPage("README.md").lineCount <= 150)
        for article in try MarkdownPage.pages(in: "Documentation/Articles") + Self.inSpanish() {
            // Half of each of the longest articles, whose lines have up to 120 columns, is tables
            // for readers who come from other libraries.
            #expect(article.lineCount <= 250, "\(article.path)")
        }
    }
}

@Suite struct `Decision records` {
    private static let folder = "Documentation/Decisions"

    private static func decisions() throws -> [MarkdownPage] {
        try MarkdownPage.pages(in: folder).filter { !$0.path.hasSuffix("README.md") }
    }

    private static func name(of page: MarkdownPage) -> Substring {
        page.path.dropFirst(folder.count + 1)
    }

    @Test func `records are numbered from 1 without gaps`() throws {
        let numbers = try Self.decisions().map { Int(Self.name(of: $0).prefix(4)) }
        #expect(!numbers.isEmpty)
        #expect(numbers == Array(1...numbers.count))
    }

    @Test func `each record has its number, its sections and at most 85 lines`() throws {
        for (index, page) in try Self.decisions().enumerated() {
            #expect(page.headings(1).first?.hasPrefix("\(index + 1). ") == true, "\(page.path)")
            let parts = ["Context", "Decision", "Consequences", "What was measured or tried"]
            #expect(page.headings(2) == parts, "\(page.path)")
            #expect(page.lineCount <= 85, "\(page.path)")
        }
    }

    @Test func `each record is listed by its title and in order`() throws {
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

@Suite struct `Parsing of Markdown pages` {
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

    @Test func `code blocks lose their common indentation`() {
        #expect(Self.page.blocks(in: "swift") == ["let a = 1\n  a + 1", "let b = 2"])
        #expect(Self.page.blocks(in: "sh") == ["scripts/test"])
    }

    @Test func `links to other sites and within the page are omitted`() {
        #expect(Self.page.links == ["b.md"])
    }

    @Test func `a link without a target is detected`() {
        #expect(!Self.page.reaches("nowhere.md"))
        #expect(Self.page.reaches("README.md"))
    }

    @Test(arguments: ["let a = 1", "let a = 1\nlet b = 2", "    let c = 3\n\nlet d = 4"])
    func `code within a snippet is found`(block: String) {
        let snippet = "// Begin\n    let a = 1\n    let b = 2\n    let c = 3\n\nlet d = 4"
        #expect(Snippets([snippet]).contain(block))
    }

    @Test(arguments: ["let a = 2", "let a = 1\nlet c = 3", "let a = 1\n    let b = 2"])
    func `code that is not in the snippets is not found`(block: String) {
        #expect(!Snippets(["let a = 1\nlet b = 2\nlet c = 3", "let c = 3"]).contain(block))
    }
}
