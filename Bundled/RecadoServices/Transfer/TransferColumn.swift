// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoHTTP
import RecadoStore

/// A column for imports and exports: its name, and the kind of its values.
struct TransferColumn: Sendable {
    let name: String
    let kind: Kind
    var isRequired = false

    /// The kind of values that a column holds.
    enum Kind: Sendable {
        /// A text whose number of Unicode scalars is in the range; an empty text is stored as null
        /// if the column is not required.
        case text(ClosedRange<Int>)
        /// A text of at most this many Unicode scalars, which may contain any character, even
        /// U+0000.
        case anyText(Int)
        /// The address of a poster, whose number of Unicode scalars is in the range; an empty text
        /// means no poster.
        case poster(ClosedRange<Int>)
        /// A whole number.
        case number(ClosedRange<Int>)
        /// A Boolean, stored as 1 or 0.
        case boolean
        /// A point in time, stored as seconds since 1970: `2012-09-24T08:15:13Z`.
        case seconds
        /// A point in time, stored as text: `2017-01-31 10:20:30`.
        case timestamp
        /// An identifier of 24 hexadecimal digits.
        case objectID
    }

    // MARK: - Reading

    /// Returns the value to store for a text of a file; throws the reason if the text is invalid.
    func value(of text: String?) throws(ImportError) -> SQLValue {
        guard let text else {
            if isRequired { throw ImportError("a value is needed", column: name) }
            return .null
        }
        switch kind {
        case .anyText(let limit): return try stored(text, limit)
        case .text(let limits): return try checked(text, limits)
        case .poster(let limits):
            guard text.isEmpty || OptionalPoster.isAllowed(text) else {
                throw fault(OptionalPoster.expectation, text)
            }
            return try checked(text, limits)
        case .number(let limits):
            guard let number = Int(text) else {
                throw fault("expected a whole number", text)
            }
            guard limits.contains(number) else {
                let bounds = "\(limits.lowerBound) to \(limits.upperBound)"
                throw fault("expected a number from \(bounds)", text)
            }
            return .integer(Int64(number))
        case .boolean:
            switch text.lowercased() {
            case "1", "true", "yes": return .integer(1)
            case "0", "false", "no": return .integer(0)
            default: throw fault("expected true or false", text)
            }
        case .seconds: return .integer(Int64(try seconds(text)))
        case .timestamp:
            return .text(Timestamp.text(secondsSince1970: Int64(try seconds(text))))
        case .objectID:
            guard let id = ObjectIDs.stored(text) else {
                throw fault("expected 24 hexadecimal digits", text)
            }
            return .text(id)
        }
    }

    private func stored(_ text: String, _ limit: Int) throws(ImportError) -> SQLValue {
        let count = text.unicodeScalars.count
        guard count <= limit else {
            throw fault("expected at most \(limit) characters, found \(count)", text)
        }
        return .text(StoredText.stored(text))
    }

    private func fault(_ reason: String, _ text: String) -> ImportError {
        ImportError(reason, column: name, value: text)
    }

    private func seconds(_ text: String) throws(ImportError) -> Int {
        guard let seconds = PointInTime.seconds(of: text) else {
            throw fault("expected a time such as 2017-01-31 10:20:30", text)
        }
        return seconds
    }

    private func checked(
        _ text: String,
        _ limits: ClosedRange<Int>
    ) throws(ImportError) -> SQLValue {
        if text.isEmpty, limits.lowerBound > 0, !isRequired { return .null }
        // PostgreSQL cannot store U+0000.
        guard !text.utf8.contains(0) else {
            throw fault("expected a text without U+0000", text)
        }
        let count = text.unicodeScalars.count
        guard limits.contains(count) else {
            let bounds = "\(limits.lowerBound) to \(limits.upperBound)"
            throw fault("expected \(bounds) characters, found \(count)", text)
        }
        return .text(text)
    }

    // MARK: - Writing

    /// Returns the text for a stored value; `nil` for null.
    func text(of value: SQLValue) -> String? {
        switch (value, kind) {
        case (.text(let text), .anyText): StoredText.text(text)
        // An old address that breaks the current rules is left out, so that every export can be
        // imported.
        case (.text(let text), .poster): OptionalPoster.isAllowed(text) ? text : nil
        case (.text(let text), _): text
        case (.integer(let number), .boolean): number == 0 ? "false" : "true"
        case (.integer(let seconds), .seconds):
            HTTPDate(secondsSince1970: seconds).iso8601()
        case (.integer(let number), _): "\(number)"
        case (.null, _), (.real, _), (.blob, _): nil
        }
    }

    /// True if the text is written without quotation marks in JSON.
    var isBareInJSON: Bool {
        switch kind {
        case .number, .boolean: true
        case .text, .poster, .anyText, .seconds, .timestamp, .objectID: false
        }
    }
}
