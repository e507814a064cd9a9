// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An element of a collection that could not be read.
public struct DroppedElement: Sendable, CustomStringConvertible {
    /// The position of the element, from 0, among all elements of its array or all members of its
    /// object in the document.
    public let index: Int

    /// The key of the element, if the collection is a dictionary.
    public let key: String?

    /// The reason why the element could not be read: `DecodingError`, or the error that the model
    /// threw.
    public let error: any Error

    /// The position and the reason, in one line that quotes no value from the document.
    public var description: String { "element \(index): \(reason)" }

    private var reason: String {
        if let failure = error as? CodingError { return failure.message }
        switch error as? DecodingError {
        case .keyNotFound(let key, _): return "no value for the key \"\(key.stringValue)\""
        case .valueNotFound(let type, let context):
            return Self.message(context) ?? "expected \(type), found nothing"
        case .typeMismatch(let type, let context):
            return Self.message(context) ?? "expected \(type)"
        case .dataCorrupted(let context): return Self.message(context) ?? "the value was refused"
        default: return "the value was refused"
        }
    }

    /// Returns the message of an error if it comes from a coder of this package; otherwise `nil`.
    private static func message(_ context: DecodingError.Context) -> String? {
        (context.underlyingError as? CodingError)?.message
    }
}
