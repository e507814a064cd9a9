// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The reason why a record of a file is refused.
struct ImportError: Error, Sendable, Hashable {
    let reason: String
    let column: String?
    let value: String?

    init(_ reason: String, column: String? = nil, value: String? = nil) {
        self.reason = reason
        self.column = column
        self.value = value
    }
}

/// A refused record of a file, with its position.
public struct ImportRefusal: Sendable, Hashable, Codable {
    /// The reason for the refusal of a film whose owner is no member.
    public static let missingMember = "there is no member of this name"

    /// The line in which the record begins, from 1.
    public let line: Int
    /// The column, if a single column is the cause.
    public let column: String?
    /// The value of the column, shortened to at most 40 characters.
    public let value: String?
    /// The reason for the refusal.
    public let reason: String

    init(_ error: ImportError, line: Int) {
        self.line = line
        column = error.column
        value = error.value.map { $0.count > 40 ? $0.prefix(39) + "…" : $0 }
        reason = error.reason
    }
}

/// The result of an import.
public struct ImportReport: Sendable, Hashable, Codable {
    /// The greatest number of refusals that are reported individually; this keeps the report short
    /// for files with many invalid records.
    public static let refusalLimit = 100

    /// The number of records read, including the refused ones.
    public internal(set) var read = 0
    /// The number of records stored in the database.
    public internal(set) var kept = 0
    /// The number of records refused.
    public internal(set) var refused = 0
    /// The first refused records.
    public internal(set) var refusals: [ImportRefusal] = []
    /// The names in the file that are not columns of the table; their values were skipped.
    public internal(set) var unknownColumns: [String] = []
    /// The position at which to resume an import in batches, if this import did not reach the end.
    public internal(set) var resumption: Int?

    /// True if the file cannot be read to its end.
    public internal(set) var isBroken = false

    init() {}

    /// Adds a refused record to the report.
    mutating func refuse(_ refusal: ImportRefusal) {
        refused += 1
        if refusals.count < Self.refusalLimit { refusals.append(refusal) }
    }
}
