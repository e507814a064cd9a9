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
/// Reading: an optional whose path ends early, or at null, is `nil`; an invalid value is an error
/// with its position. A projection takes the member from each element that has it (as in RFC 9535)
/// and cannot be written. Writing: keys that share the beginning of their paths share the objects
/// there. Numbers in a path are indexes only on reading; on writing they are names. Every format of
/// this package follows paths; other coders treat the texts as plain keys.
public protocol PathCodingKey: CodingKey {
    /// The separator of the names in this key's path; `.` by default, `nil` if the key is not a
    /// path.
    var delimiter: Character? { get }
}

extension PathCodingKey {
    /// A dot.
    public var delimiter: Character? { "." }

    /// The path to the value.
    package var path: CodingPath { CodingPath(stringValue, delimiter: delimiter) }
}
