// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// A collection that can be read without its invalid elements.
///
/// Arrays, sets, dictionaries with strings as keys, and optionals of these conform.
public protocol LossyCollection {
    /// Reads the elements that can be read.
    ///
    /// - Parameters:
    ///   - decoder: The decoder.
    ///   - dropped: The array to which the elements that cannot be read are appended.
    /// - Returns: The collection.
    /// - Throws: The errors of the decoder if the value is not such a collection.
    static func decode(
        from decoder: any Decoder,
        dropping dropped: inout [DroppedElement]
    ) throws -> Self

    /// The value for a list that a format without empty lists leaves out; `nil` if a missing list
    /// is an error.
    static var empty: Self? { get }
}

extension Array: LossyCollection where Element: Decodable {
    /// Reads the elements that can be read.
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
                // After a failed element, some coders stay at that element, others move on.
                if container.currentIndex == index { _ = try container.decode(Anything.self) }
                // If the coder does not move on, the loop would never end.
                if container.currentIndex == index { break }
            }
        }
        return elements
    }

    /// The empty array.
    public static var empty: [Element]? { [] }
}

extension Set: LossyCollection where Element: Decodable {
    /// Reads the elements that can be read.
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
    /// Reads the members that can be read.
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
                // A coder may give a key more than once; the last member counts unless the bytes of
                // the keys differ.
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

    /// No value: a missing dictionary is an error.
    public static var empty: [String: Value]? { nil }
}

extension Optional: LossyCollection where Wrapped: LossyCollection {
    /// Reads the elements that can be read, if there is a collection.
    ///
    /// - Parameters:
    ///   - decoder: The decoder.
    ///   - dropped: The array to which the elements that cannot be read are appended.
    /// - Returns: The collection, or `nil` for null.
    /// - Throws: The errors of the decoder if the value is neither null nor such a collection.
    public static func decode(
        from decoder: any Decoder,
        dropping dropped: inout [DroppedElement]
    ) throws -> Wrapped? {
        if try decoder.singleValueContainer().decodeNil() { return nil }
        return try Wrapped.decode(from: decoder, dropping: &dropped)
    }

    /// No collection, which is `nil`.
    public static var empty: Wrapped?? { .some(nil) }
}

/// Accepts any value and reads nothing of it.
private struct Anything: Decodable {
    init(from decoder: any Decoder) throws {}
}

/// A type that is empty, without an error, if a format without empty lists writes nothing.
protocol EmptyWhenAbsent {
    static var empty: Self? { get }
}
