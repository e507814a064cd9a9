// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The reason why a record of a file is refused.
struct ImportFault: Error, Sendable, Hashable {
    let reason: String
    let column: String?
    let value: String?

    init(_ reason: String, column: String? = nil, value: String? = nil) {
        self.reason = reason
        self.column = column
        self.value = value
    }
}

/// A record of a file that was refused, and where it stands.
public struct ImportRefusal: Sendable, Hashable, Codable {
    /// The line in which the record begins, from 1.
    public let line: Int
    /// The column, when one alone is to blame.
    public let column: String?
    /// The value of the column, shortened to at most 40 characters.
    public let value: String?
    /// The reason for the refusal.
    public let reason: String

    init(_ fault: ImportFault, line: Int) {
        self.line = line
        column = fault.column
        value = fault.value.map { $0.count > 40 ? $0.prefix(39) + "…" : $0 }
        reason = fault.reason
    }
}

/// The result of an import.
public struct ImportReport: Sendable, Hashable, Codable {
    /// The most refusals that are told one by one; of a broken file of millions the first suffice.
    public static let refusalLimit = 100

    /// The records that were read, the refused ones among them.
    public internal(set) var read = 0
    /// The records that are in the database now.
    public internal(set) var kept = 0
    /// The records that were refused.
    public internal(set) var refused = 0
    /// The first of those.
    public internal(set) var refusals: [ImportRefusal] = []
    /// The names of columns that are none of the table's, whose values were passed over.
    public internal(set) var unknownColumns: [String] = []
    /// The place to resume an import in parts at, when this one did not come to the end.
    public internal(set) var resumption: Int?

    /// Whether the file cannot be read to its end.
    public internal(set) var isBroken = false

    init() {}

    /// Takes note of a record that is refused.
    mutating func refuse(_ refusal: ImportRefusal) {
        refused += 1
        if refusals.count < Self.refusalLimit { refusals.append(refusal) }
    }
}
