// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A page of documentation in Markdown.
struct MarkdownPage: Sendable, CustomTestStringConvertible {
    /// The path from the root of the project.
    let path: String
    /// The lines, without their ends.
    let lines: [Substring]

    /// The root of the project.
    static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized

    init(_ path: String) throws {
        let text = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
        self.init(path, text: text)
    }

    init(_ path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    var testDescription: String { path }

    /// The number of lines, as `wc` counts them.
    var lineCount: Int { lines.last == "" ? lines.count - 1 : lines.count }

    /// Returns the pages in a folder, sorted by name.
    static func pages(in folder: String) throws -> [MarkdownPage] {
        try names(in: folder).filter { $0.hasSuffix(".md") }.map {
            try MarkdownPage("\(folder)/\($0)")
        }
    }

    /// Returns the names of the files in a folder, sorted.
    static func names(in folder: String) throws -> [String] {
        let folder = root.appending(path: folder).path()
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    /// Returns whether `target`, a path relative to this page, exists.
    func reaches(_ target: String) -> Bool {
        let folder = Self.root.appending(path: path).deletingLastPathComponent()
        return FileManager.default.fileExists(atPath: folder.path() + target)
    }

    // MARK: - Parts

    /// Returns the code blocks in a language, without the indentation that all their lines share.
    func blocks(in language: String) -> [String] {
        var blocks: [String] = []
        var block: [Substring]?
        var isOther = false
        for line in lines {
            let fence = line.trimmingPrefix { $0 == " " }
            if !fence.hasPrefix("```") {
                block?.append(line)
            } else if let lines = block {
                blocks.append(Self.aligned(lines))
                block = nil
            } else if isOther {
                isOther = false
            } else if fence.dropFirst(3) == language {
                block = []
            } else {
                isOther = true
            }
        }
        return blocks
    }

    /// The links to other files of the project, without their fragments.
    var links: [String] {
        lines.flatMap { line in
            line.matches(of: /\]\(([^)\s]+)\)/).map { String($0.output.1) }
        }.compactMap { link in
            guard !link.contains(":"), !link.hasPrefix("#") else { return nil }
            return link.split(separator: "#").first.map(String.init)
        }
    }

    /// The lines, with their indexes, that are not code, table rows or pictures.
    var prose: [(offset: Int, element: Substring)] {
        var isCode = false
        return lines.enumerated().filter { _, line in
            if line.trimmingPrefix(while: { $0 == " " }).hasPrefix("```") {
                isCode.toggle()
                return false
            }
            return !isCode && !line.hasPrefix("|") && !line.hasPrefix("![")
        }
    }

    /// Returns the texts of the headings of a level.
    func headings(_ level: Int) -> [String] {
        let mark = String(repeating: "#", count: level) + " "
        return lines.filter { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) }
    }

    /// Returns lines, joined, without the indentation that they share.
    static func aligned(_ lines: [Substring]) -> String {
        let filled = lines.filter { !$0.allSatisfy { $0 == " " } }
        let indentation = filled.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return lines.map { $0.allSatisfy { $0 == " " } ? "" : $0.dropFirst(indentation) }
            .joined(separator: "\n")
    }
}
