// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The programs in `Snippets`, from which pages take their code; every build compiles them.
struct Snippets: Sendable {
    private let sources: [[Substring]]

    init() throws {
        sources = try MarkdownPage.names(in: "Snippets").filter { $0.hasSuffix(".swift") }.map {
            try MarkdownPage("Snippets/\($0)").lines
        }
    }

    init(_ texts: [String]) {
        sources = texts.map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
    }

    /// Returns whether a snippet contains a block line for line, whatever its indentation.
    func contain(_ block: String) -> Bool {
        let count = block.split(separator: "\n", omittingEmptySubsequences: false).count
        return sources.contains { lines in
            lines.count >= count
                && (0...(lines.count - count)).contains { start in
                    MarkdownPage.aligned(Array(lines[start..<(start + count)])) == block
                }
        }
    }
}
