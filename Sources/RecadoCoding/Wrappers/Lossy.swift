// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A collection property that skips elements that cannot be read, and lists them with the errors.
///
/// ```swift
/// struct Page: Codable {
///     @Lossy var films: [Film]
///     @Lossy var offers: [Offer]?
///     @Lossy var prices: [String: Decimal]
/// }
///
/// let page = try JSON().decode(Page.self, from: bytes)
/// page.$films     // the skipped elements, with the index and the reason of each
/// ```
///
/// The collection itself must be present and valid, as without the wrapper; only an optional may be
/// missing or null. In XML and forms, a missing list is empty, because these formats write nothing
/// for an empty list. The property is written like any collection.
@propertyWrapper
public struct Lossy<List: LossyCollection> {
    /// The elements that could be read.
    public var wrappedValue: List

    /// The elements that could not be read, in order.
    public private(set) var projectedValue: [DroppedElement]

    /// Creates the property with elements.
    ///
    /// - Parameter wrappedValue: The elements.
    public init(wrappedValue: List) {
        self.wrappedValue = wrappedValue
        projectedValue = []
    }
}

extension Lossy: Sendable where List: Sendable {}

extension Lossy: Equatable where List: Equatable {
    /// True if two collections have equal elements; skipped elements are not compared.
    public static func == (one: Lossy, other: Lossy) -> Bool {
        one.wrappedValue == other.wrappedValue
    }
}

extension Lossy: Hashable where List: Hashable {
    /// Adds the elements to a hasher.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension Lossy: Decodable {
    /// Reads the valid elements.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: The errors of the decoder if the value is not a collection of this kind.
    public init(from decoder: any Decoder) throws {
        var dropped: [DroppedElement] = []
        wrappedValue = try List.decode(from: decoder, dropping: &dropped)
        projectedValue = dropped
    }
}

extension Lossy: Encodable where List: Encodable {
    /// Writes the elements.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension Lossy: EmptyWhenAbsent {
    static var empty: Lossy? { List.empty.map { Lossy(wrappedValue: $0) } }
}

extension KeyedDecodingContainer {
    /// Reads a lossy property that may be missing or null.
    ///
    /// Synthesized `Codable` code calls this overload.
    ///
    /// - Parameters:
    ///   - type: The type of the property.
    ///   - key: The key of the property.
    /// - Returns: The property.
    /// - Throws: The errors of the decoder if there is a value that is not a collection of this
    ///   kind.
    public func decode<List: LossyCollection>(
        _ type: Lossy<List?>.Type,
        forKey key: Key
    ) throws -> Lossy<List?> {
        try decodeIfPresent(type, forKey: key) ?? Lossy(wrappedValue: nil)
    }
}

extension KeyedEncodingContainer {
    /// Writes a lossy property, if it has a value.
    ///
    /// Synthesized `Codable` code calls this overload.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - key: The key of the property.
    /// - Throws: The errors of the encoder.
    public mutating func encode<List: LossyCollection & Encodable>(
        _ property: Lossy<List?>,
        forKey key: Key
    ) throws {
        guard let value = property.wrappedValue else { return }
        try encode(Lossy(wrappedValue: value), forKey: key)
    }
}
