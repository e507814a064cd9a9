// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// An object as text for a terminal: each member has a line; the members of a nested object are
/// below its label.
///
/// ```text
/// name:           Alicante
/// main:
///   temp:         21.3
///   humidity:     50
/// ```
struct Card: Sendable {
    private enum Content: Sendable {
        case text(String)
        case group
        case table(Table)
    }

    private struct Line: Sendable {
        let label: String
        let depth: Int
        let content: Content

        /// The number of columns of the label, including its indentation.
        var width: Int { Card.step * depth + DisplayText.width(of: label) }
    }

    /// The number of columns by which each level is indented.
    private static let step = 2
    private static let gap = 2
    /// The depth below which values are shown as JSON, because there would be no room for labels.
    private static let deepest = 4

    private let lines: [Line]

    init(_ object: Value.Object) {
        lines = Self.lines(of: object, 0)
    }

    private static func lines(of object: Value.Object, _ depth: Int) -> [Line] {
        object.flatMap { key, value in
            let label = DisplayText.clean(key) + ":"
            if case .object(let members) = value, !members.isEmpty, depth < deepest {
                let group = Line(label: label, depth: depth, content: .group)
                return [group] + lines(of: members, depth + 1)
            }
            return [Line(label: label, depth: depth, content: content(value))]
        }
    }

    private static func content(_ value: Value) -> Content {
        switch value {
        case .array(let elements):
            if !elements.isEmpty, let table = Table(value) { return .table(table) }
            let isFlat = elements.allSatisfy { $0.arrayValue == nil && $0.objectValue == nil }
            return .text(isFlat ? Table.text(value) : DisplayText.clean(value.description))
        case .object: return .text(DisplayText.clean(value.description))
        default: return .text(Table.text(value))
        }
    }

    /// Returns the card in lines of a limited width; only long labels can exceed it.
    func text(width: Int) -> String {
        let labels = lines.map { line in
            if case .text = line.content { line.width } else { 0 }
        }
        let indent = min(labels.max() ?? 0, max(width / 3, 1)) + Self.gap
        return lines.map { line in
            let start = String(repeating: " ", count: Self.step * line.depth)
            switch line.content {
            case .group: return Self.cut(start + line.label, to: width)
            case .table(let table):
                let inside = start + String(repeating: " ", count: Self.step)
                let rows = table.text(width: max(width - inside.utf8.count, 1)).split(
                    separator: "\n"
                )
                return Self.cut(start + line.label, to: width)
                    + rows.map { inside + $0 + "\n" }.joined()
            case .text(let text):
                let values = DisplayText.wrap(text, to: max(width - indent, 1))
                let blank = String(repeating: " ", count: indent)
                let label = DisplayText.fit(start + line.label, to: indent - Self.gap)
                let first = label + blank.prefix(Self.gap) + (values.first ?? "")
                return DisplayText.line(first)
                    + values.dropFirst().map { blank + $0 + "\n" }.joined()
            }
        }.joined()
    }

    private static func cut(_ text: String, to width: Int) -> String {
        DisplayText.line(DisplayText.fit(text, to: width))
    }
}
