// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding

/// An error in a description that was read, but from which no declarations can be made.
public enum DescriptionError: Error, Sendable, CustomStringConvertible {
    /// A document that must be JSON is not JSON: its location, and the error of reading it.
    case notJSON(String, CodingError)
    /// A document is neither JSON nor YAML, or is not WSDL: its location, and the error of reading
    /// it.
    case malformed(String, CodingError)
    /// The description has a version that is not supported, or is too large.
    case refused(String)
    /// The description has more parts than the given limit.
    case tooManyParts(Int)

    /// A description of the error; texts from the document in it may have control characters.
    public var description: String {
        switch self {
        case .notJSON(let place, let error): "\(place) is no JSON: \(error)"
        case .malformed(let place, let error): "\(place): \(error)"
        case .refused(let reason): reason
        case .tooManyParts(let limit): "the description has more than \(limit) parts"
        }
    }
}
