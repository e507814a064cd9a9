// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// A value as people read it on a terminal: a list as rows, an object as names and values.
struct Table: Sendable {
    private enum Layout: Sendable {
        case list(header: [String], rows: [[String]])
        case members([(name: String, value: String)])
    }

    /// The columns that a column of a list keeps at least, before others are left out.
    private static let leastWidth = 16
    private static let gap = 2

    private let layout: Layout

    /// Lays a value out; `nil` for a value that is neither a list of objects nor an object.
    init?(_ value: Value) {
        switch value {
        case .array(let elements):
            let objects = elements.compactMap(\.objectValue)
            guard objects.count == elements.count else { return nil }
            var keys: [String] = []
            for key in objects.flatMap(\.keys) where !keys.contains(key) { keys.append(key) }
            let rows = objects.map { object in keys.map { Self.text(object[$0]) } }
            let header = keys.map { DisplayText.clean($0).uppercased() }
            layout = .list(header: header, rows: rows)
        case .object(let object):
            layout = .members(object.map { (DisplayText.clean($0.key), Self.text($0.value)) })
        case .null, .bool, .number, .string: return nil
        }
    }

    private static func text(_ value: Value?) -> String {
        switch value {
        case nil, .null: ""
        case .string(let text): DisplayText.clean(text)
        case .bool(let flag): flag ? "yes" : "no"
        case .some(let other): DisplayText.clean(other.description)
        }
    }

    /// The table in lines of at most a number of columns.
    ///
    /// The values of an object are wrapped. In a list, cells are cut; columns for which there is no
    /// room are left out from the right, for declarations begin with what matters, and named below.
    func text(width: Int) -> String {
        switch layout {
        case .members(let members): Self.text(of: members, width)
        case .list(let header, let rows):
            rows.isEmpty ? "nothing\n" : Self.text(of: [header] + rows, width)
        }
    }

    // MARK: - Objects

    private static func text(of members: [(name: String, value: String)], _ width: Int) -> String {
        let names = members.map { DisplayText.width(of: $0.name) }.max() ?? 0
        let indent = min(names, width / 3) + gap
        return members.map { member in
            let lines = DisplayText.wrap(member.value, to: max(width - indent, leastWidth))
            let blank = String(repeating: " ", count: indent)
            let first = DisplayText.fit(member.name, to: indent - gap) + blank.prefix(gap)
            return trimmed(first + (lines.first ?? ""))
                + lines.dropFirst().map { blank + $0 + "\n" }.joined()
        }.joined()
    }

    // MARK: - Lists

    private static func text(of rows: [[String]], _ width: Int) -> String {
        let header = rows.first ?? []
        let needs = header.indices.map { column in
            rows.map { DisplayText.width(of: $0[column]) }.max() ?? 0
        }
        let widths = widths(of: needs, in: width)
        let lines = rows.map { row in
            let cells = zip(row, widths).map { DisplayText.fit($0, to: $1) }
            return trimmed(cells.joined(separator: String(repeating: " ", count: gap)))
        }
        let others = header.dropFirst(widths.count)
        let note = "not shown: \(others.joined(separator: ", ").lowercased()); --json shows all"
        return lines.joined() + (others.isEmpty ? "" : "\n" + trimmed(note))
    }

    /// The widths of as many columns as there is room for: each gets what it needs, then the widest
    /// give way until all fit.
    private static func widths(of needs: [Int], in width: Int) -> [Int] {
        var widths = needs
        func total(_ widths: [Int]) -> Int { widths.reduce(gap * (widths.count - 1), +) }
        while widths.count > 1, total(widths.map { min($0, leastWidth) }) > width {
            widths.removeLast()
        }
        while total(widths) > width, let widest = widths.max(), widest > 1,
            let column = widths.lastIndex(of: widest)
        {
            widths[column] -= 1
        }
        return widths
    }

    private static func trimmed(_ line: String) -> String {
        var line = line
        while line.last == " " { line.removeLast() }
        return line + "\n"
    }
}
