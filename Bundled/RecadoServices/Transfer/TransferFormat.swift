// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The formats in which data come and go.
public enum TransferFormat: String, Sendable, Hashable, CaseIterable {
    /// Comma-separated values with a header.
    case csv
    /// One array of objects.
    case json
    /// An element for each record within the root.
    case xml
    /// An object in each line.
    case jsonl

    /// The format of a file, by the ending of its name; `nil` for any other ending.
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
