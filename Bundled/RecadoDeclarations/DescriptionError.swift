// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding

/// An error of a description that was read, and cannot be declared.
public enum DescriptionError: Error, Sendable, CustomStringConvertible {
    /// A document that has to be JSON is none: its place, and the error of reading it.
    case notJSON(String, CodingError)
    /// A document is neither JSON nor YAML, or no WSDL: its place, and the error of reading it.
    case malformed(String, CodingError)
    /// The description is of no version that can be read, or is too large.
    case refused(String)
    /// The description has more parts than that many.
    case tooManyParts(Int)

    /// The error in words; texts of the description may have control characters.
    public var description: String {
        switch self {
        case .notJSON(let place, let error): "\(place) is no JSON: \(error)"
        case .malformed(let place, let error): "\(place): \(error)"
        case .refused(let reason): reason
        case .tooManyParts(let limit): "the description has more than \(limit) parts"
        }
    }
}
