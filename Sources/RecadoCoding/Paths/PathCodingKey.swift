// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Coding keys whose texts are paths into the document.
///
/// ```swift
/// struct Place: Codable {
///     var name: String
///     var elevation: Int?
///     var tags: [String]
///
///     enum CodingKeys: String, PathCodingKey {
///         case name
///         case elevation = "info.elevation"
///         case tags = "info.tags.*.name"
///     }
/// }
/// ```
///
/// On reading, an optional is `nil` if its path leads to null or to no value; an invalid value is
/// an error with its position. A path with `*` collects the member from each element that has it
/// (as in RFC 9535) and cannot be written. On writing, keys whose paths have a common prefix share
/// the objects of that prefix, and numbers are names, not indexes. All formats of this package
/// follow paths; other coders treat the texts as plain keys.
public protocol PathCodingKey: CodingKey {
    /// The separator of the names in this key's path; `.` by default, `nil` if the key is not a
    /// path.
    var delimiter: Character? { get }
}

extension PathCodingKey {
    /// The default delimiter, a dot.
    public var delimiter: Character? { "." }

    /// The path to the value.
    package var path: CodingPath { CodingPath(stringValue, delimiter: delimiter) }
}
