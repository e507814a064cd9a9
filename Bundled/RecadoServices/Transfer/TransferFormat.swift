// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The formats of imports and exports.
public enum TransferFormat: String, Sendable, Hashable, CaseIterable {
    /// Comma-separated values with a header.
    case csv
    /// A JSON array of objects.
    case json
    /// XML, with an element for each record within the root.
    case xml
    /// JSON lines: an object in each line.
    case jsonl

    /// Creates the format for a file from the ending of its name, or returns `nil` for an unknown
    /// ending.
    public init?(path: String) {
        guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
        switch path[dot...].dropFirst().lowercased() {
        case "csv", "tsv": self = .csv
        case "json": self = .json
        case "xml": self = .xml
        case "jsonl", "ndjson": self = .jsonl
        default: return nil
        }
    }
}
