// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoStore

/// A stored answer, read from a row of the table.
struct CacheRow: Sendable, RowDecodable {
    let entry: CacheEntry

    init(row: borrowing Row) throws(StoreError) {
        entry = CacheEntry(
            selectors: Self.selectors(in: try row["selectors"]),
            status: Status(try row["status"]) ?? .ok,
            fields: Self.fields(in: try row["fields"]),
            content: try row["content"],
            requested: HTTPDate(secondsSince1970: try row["requested"]),
            received: HTTPDate(secondsSince1970: try row["received"])
        )
    }

    // MARK: - Fields as text

    // The format is safe because a field value contains no line feed (RFC 9110 §5.5), and a name
    // contains no colon.

    /// Returns one line for each field.
    static func text(of fields: Fields) -> String {
        fields.map { "\($0.name.rawName):\($0.value)\n" }.joined()
    }

    /// Returns one line for each selector; a selector without a value gets no colon.
    static func text(of selectors: [CacheEntry.Selector]) -> String {
        selectors.map { selector in
            selector.name.rawName + (selector.value.map { ":" + $0 } ?? "") + "\n"
        }.joined()
    }

    private static func fields(in text: String) -> Fields {
        var fields = Fields()
        for (name, value) in lines(of: text) { fields.append(value ?? "", to: name) }
        return fields
    }

    private static func selectors(in text: String) -> [CacheEntry.Selector] {
        lines(of: text).map { CacheEntry.Selector(name: $0, value: $1) }
    }

    private static func lines(of text: String) -> [(FieldName, String?)] {
        text.split(separator: "\n").compactMap { line in
            let colon = line.firstIndex(of: ":")
            guard let name = FieldName(String(line[..<(colon ?? line.endIndex)])) else {
                return nil
            }
            return (name, colon.map { String(line[$0...].dropFirst()) })
        }
    }
}
