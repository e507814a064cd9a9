// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoComparison
import RecadoEndpoints

/// The results of a comparison, as text and as JSON.
struct DiffReport: Sendable {
    private let comparison: APIComparison

    init(_ comparison: APIComparison) {
        self.comparison = comparison
    }

    private var changes: Value {
        .array(
            comparison.changes.map { change in
                [
                    "level": .string(change.level.rawValue), "place": .string(change.place),
                    "change": .string(change.message), "rule": .string(change.rule),
                ]
            }
        )
    }

    /// Returns the changes as a table, with their number.
    func text(width: Int) -> String {
        let table = comparison.changes.isEmpty ? nil : Table(changes)
        let counts = APIChange.Level.allCases.compactMap { level -> String? in
            let count = comparison.count(of: level)
            return count == 0 ? nil : "\(count) \(Self.word(level))\(count == 1 ? "" : "s")"
        }
        let words =
            counts.isEmpty ? "nothing has changed for callers" : counts.joined(separator: ", ")
        return (table.map { $0.text(width: max(width, 100)) + "\n" } ?? "") + words + "\n"
    }

    private static func word(_ level: APIChange.Level) -> String {
        switch level {
        case .breaking: "breaking change"
        case .unfinished: "unfinished comparison"
        case .warning: "warning"
        case .note: "note"
        }
    }

    /// The changes as JSON for programs.
    var json: String {
        var object = Value.Object()
        for level in APIChange.Level.allCases {
            object[level.rawValue] = .number(.init(comparison.count(of: level)))
        }
        object["changes"] = changes
        var json = JSON()
        json.isPretty = true
        // Encoding cannot fail, because every value is representable in JSON.
        let bytes = (try? json.encode(Value.object(object))) ?? []
        return DisplayText.escaped(String(decoding: bytes, as: UTF8.self)) + "\n"
    }
}
