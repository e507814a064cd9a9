// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding

/// An error in a description that can be read, but not turned into declarations.
public enum DescriptionError: Error, Sendable, CustomStringConvertible {
    /// A document that must be JSON is not JSON: the location, and the error of the parser.
    case notJSON(String, CodingError)
    /// A document is neither JSON nor YAML, or is not WSDL: the location, and the error of the
    /// parser.
    case malformed(String, CodingError)
    /// The description is too large, or its version is not supported.
    case refused(String)
    /// The description has more parts than the given limit.
    case tooManyParts(Int)

    /// A description of the error, which may contain control characters from the document.
    public var description: String {
        switch self {
        case .notJSON(let place, let error): "\(place) is no JSON: \(error)"
        case .malformed(let place, let error): "\(place): \(error)"
        case .refused(let reason): reason
        case .tooManyParts(let limit): "the description has more than \(limit) parts"
        }
    }
}
