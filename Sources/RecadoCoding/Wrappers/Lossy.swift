// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An array that passes over the elements that cannot be read, and says which.
///
/// ```swift
/// struct Page: Codable {
///     @Lossy var films: [Film]
/// }
///
/// let page = try JSON().decode(Page.self, from: bytes)
/// page.$films     // what was passed over: the index and the reason of each
/// ```
///
/// The array itself must be there, and be one. It is written like any array.
@propertyWrapper
public struct Lossy<Element: Sendable>: Sendable {
    /// The elements that could be read.
    public var wrappedValue: [Element]

    /// The elements that could not be read, in order.
    public private(set) var projectedValue: [DroppedElement]

    /// Creates the property with elements.
    ///
    /// - Parameter wrappedValue: The elements.
    public init(wrappedValue: [Element]) {
        self.wrappedValue = wrappedValue
        projectedValue = []
    }
}

/// An element of an array that could not be read.
public struct DroppedElement: Sendable, CustomStringConvertible {
    /// Its place in the array of the document, from 0.
    public let index: Int

    /// Why it could not be read: `DecodingError`, or what the model threw.
    public let error: any Error

    /// The place and the reason, in one line without content.
    public var description: String { "element \(index): \(reason)" }

    private var reason: String {
        if let failure = error as? CodingFailure { return failure.message }
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

    /// What a coder of this package says.
    private static func message(_ context: DecodingError.Context) -> String? {
        (context.underlyingError as? CodingFailure)?.message
    }
}

extension Lossy: Equatable where Element: Equatable {
    /// Whether the elements are the same; what was passed over does not count.
    public static func == (one: Lossy, other: Lossy) -> Bool {
        one.wrappedValue == other.wrappedValue
    }
}

extension Lossy: Hashable where Element: Hashable {
    /// Adds the elements to a hasher.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension Lossy: Decodable where Element: Decodable {
    /// Reads the elements that can be read.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: What the decoder throws if there is no array.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        wrappedValue = []
        projectedValue = []
        while !container.isAtEnd {
            let index = container.currentIndex
            do {
                wrappedValue.append(try container.decode(Element.self))
            } catch {
                projectedValue.append(DroppedElement(index: index, error: error))
                // Some coders stay where they are when an element fails, others move on.
                if container.currentIndex == index { _ = try container.decode(Anything.self) }
                // One that cannot be moved would be asked for ever.
                if container.currentIndex == index { return }
            }
        }
    }

    /// Reads nothing and is content with everything.
    private struct Anything: Decodable {
        init(from decoder: any Decoder) throws {}
    }
}

extension Lossy: Encodable where Element: Encodable {
    /// Writes the elements.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}
