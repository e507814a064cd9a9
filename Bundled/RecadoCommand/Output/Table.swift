// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// A list as a table for a terminal, with a row for each element.
struct Table: Sendable {
    /// The least width of a column; columns that would be narrower are left out.
    private static let leastWidth = 16
    private static let gap = 2

    private let header: [String]
    private let rows: [[String]]

    /// Creates a table for a value; `nil` if the value is not a list of objects.
    ///
    /// - Parameters:
    ///   - value: The list.
    ///   - columns: The members to show, in this order; nested members such as `main.temp` are
    ///     possible. By default, all members are shown.
    init?(_ value: Value, columns: [String]? = nil) {
        guard case .array(let elements) = value else { return nil }
        let objects = elements.compactMap(\.objectValue)
        guard objects.count == elements.count else { return nil }
        var keys = columns ?? []
        if columns == nil {
            for key in objects.flatMap(\.keys) where !keys.contains(key) { keys.append(key) }
        }
        rows = objects.map { object in
            keys.map { key in
                Self.text(object[key] ?? Value.object(object)[path: CodingPath(key)] ?? .null)
            }
        }
        header = keys.map { DisplayText.clean($0).uppercased() }
    }

    /// Returns a value in one line; nested values are summarized.
    static func text(_ value: Value) -> String {
        switch value {
        case .null: return ""
        case .string(let text): return DisplayText.clean(text)
        case .bool(let flag): return flag ? "yes" : "no"
        case .array(let elements) where elements.allSatisfy(isFlat):
            return elements.map(text).joined(separator: ", ")
        case .array(let elements) where elements.allSatisfy({ $0.objectValue != nil }):
            return elements.count == 1 ? text(elements[0]) : "\(elements.count) entries"
        case .object(let members) where !members.isEmpty:
            return members.map { key, value in
                "\(DisplayText.clean(key)): \(isFlat(value) ? text(value) : "…")"
            }.joined(separator: ", ")
        default:
            // The description has several lines if values are nested.
            return DisplayText.clean(value.description).split(separator: " ").joined(separator: " ")
        }
    }

    private static func isFlat(_ value: Value) -> Bool {
        value.arrayValue == nil && value.objectValue == nil
    }

    /// Returns the table in lines of limited width.
    ///
    /// Long cells are shortened. If there is no room, columns are left out from the right, because
    /// declarations begin with the most important members. A note below the table names the omitted
    /// columns.
    func text(width: Int) -> String {
        rows.isEmpty ? "nothing\n" : Self.text(of: [header] + rows, width)
    }

    private static func text(of rows: [[String]], _ width: Int) -> String {
        let header = rows.first ?? []
        let needs = header.indices.map { column in
            rows.map { DisplayText.width(of: $0[column]) }.max() ?? 0
        }
        let widths = widths(of: needs, in: width)
        let lines = rows.map { row in
            let cells = zip(row, widths).map { DisplayText.fit($0, to: $1) }
            return DisplayText.line(cells.joined(separator: String(repeating: " ", count: gap)))
        }
        let others = header.dropFirst(widths.count)
        let note = "not shown: \(others.joined(separator: ", ").lowercased()); --json shows all"
        return lines.joined() + (others.isEmpty ? "" : "\n" + DisplayText.line(note))
    }

    /// Returns the widths of as many columns as fit: each column gets its full width, and then the
    /// widest columns are reduced until all fit.
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
}
