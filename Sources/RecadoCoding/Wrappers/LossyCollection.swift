// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// A collection that can be read without its invalid elements.
///
/// Arrays, sets, dictionaries with strings as keys, and optionals of these conform.
public protocol LossyCollection {
    /// Reads a collection and skips elements that cannot be read.
    ///
    /// - Parameters:
    ///   - decoder: The decoder.
    ///   - dropped: The array to which the elements that cannot be read are appended.
    /// - Returns: The collection.
    /// - Throws: The errors of the decoder if the value is not a collection of this kind.
    static func decode(
        from decoder: any Decoder,
        dropping dropped: inout [DroppedElement]
    ) throws -> Self

    /// The value of a missing list, in a format that writes nothing for an empty list; `nil` if a
    /// missing list is an error.
    static var empty: Self? { get }
}

extension Array: LossyCollection where Element: Decodable {
    /// Reads an array and skips elements that cannot be read.
    ///
    /// - Parameters:
    ///   - decoder: The decoder.
    ///   - dropped: The array to which the elements that cannot be read are appended.
    /// - Returns: The array.
    /// - Throws: The errors of the decoder if the value is not an array.
    public static func decode(
        from decoder: any Decoder,
        dropping dropped: inout [DroppedElement]
    ) throws -> [Element] {
        var container = try decoder.unkeyedContainer()
        var elements: [Element] = []
        while !container.isAtEnd {
            let index = container.currentIndex
            do {
                elements.append(try container.decode(Element.self))
            } catch {
                (decoder as? DocumentDecoder)?.context.forgetFailure()
                dropped.append(DroppedElement(index: index, key: nil, error: error))
                // After an error, some decoders stay at the element, while others move on to the
                // next.
                if container.currentIndex == index { _ = try container.decode(Anything.self) }
                // If the decoder still does not move on, the loop would never end.
                if container.currentIndex == index { break }
            }
        }
        return elements
    }

    /// The empty array.
    public static var empty: [Element]? { [] }
}

extension Set: LossyCollection where Element: Decodable {
    /// Reads a set and skips elements that cannot be read.
    ///
    /// - Parameters:
    ///   - decoder: The decoder.
    ///   - dropped: The array to which the elements that cannot be read are appended.
    /// - Returns: The set.
    /// - Throws: The errors of the decoder if the value is not an array.
    public static func decode(
        from decoder: any Decoder,
        dropping dropped: inout [DroppedElement]
    ) throws -> Set<Element> {
        Set(try [Element].decode(from: decoder, dropping: &dropped))
    }

    /// The empty set.
    public static var empty: Set<Element>? { [] }
}

extension Dictionary: LossyCollection where Key == String, Value: Decodable {
    /// Reads a dictionary and skips members that cannot be read.
    ///
    /// - Parameters:
    ///   - decoder: The decoder.
    ///   - dropped: The array to which the members that cannot be read are appended.
    /// - Returns: The dictionary.
    /// - Throws: The errors of the decoder if the value is not an object.
    public static func decode(
        from decoder: any Decoder,
        dropping dropped: inout [DroppedElement]
    ) throws -> [String: Value] {
        let container = try decoder.container(keyedBy: AnyCodingKey.self)
        var members: [String: Value] = [:]
        for (index, key) in container.allKeys.enumerated() {
            do {
                guard key.stringValue.isStreamSafe else {
                    throw DecodingError.dataCorruptedError(
                        forKey: key,
                        in: container,
                        debugDescription: TreeDecoder.unsafeKeys
                    )
                }
                // A decoder may return a key more than once; the last member is used, unless the
                // keys are equal only by Unicode equivalence.
                if let place = members.index(forKey: key.stringValue),
                    !members.keys[place].hasSameBytes(as: key.stringValue)
                {
                    throw DecodingError.dataCorruptedError(
                        forKey: key,
                        in: container,
                        debugDescription: TreeDecoder.equivalentKeys
                    )
                }
                members[key.stringValue] = try container.decode(Value.self, forKey: key)
            } catch {
                (decoder as? DocumentDecoder)?.context.forgetFailure()
                dropped.append(DroppedElement(index: index, key: key.stringValue, error: error))
            }
        }
        return members
    }

    /// `nil`, because a missing dictionary is an error.
    public static var empty: [String: Value]? { nil }
}

extension Optional: LossyCollection where Wrapped: LossyCollection {
    /// Reads a collection, unless it is null, and skips elements that cannot be read.
    ///
    /// - Parameters:
    ///   - decoder: The decoder.
    ///   - dropped: The array to which the elements that cannot be read are appended.
    /// - Returns: The collection, or `nil` for null.
    /// - Throws: The errors of the decoder if the value is neither null nor a collection of this
    ///   kind.
    public static func decode(
        from decoder: any Decoder,
        dropping dropped: inout [DroppedElement]
    ) throws -> Wrapped? {
        if try decoder.singleValueContainer().decodeNil() { return nil }
        return try Wrapped.decode(from: decoder, dropping: &dropped)
    }

    /// A missing optional collection, which is `nil`.
    public static var empty: Wrapped?? { .some(nil) }
}

/// A type that accepts any value without reading it.
private struct Anything: Decodable {
    init(from decoder: any Decoder) throws {}
}

/// A type that reads a missing member of an untyped format, such as XML, as an empty value; other
/// types report an error.
protocol EmptyWhenAbsent {
    static var empty: Self? { get }
}
