// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The ways in which a value of a type can be read.
enum TypeReading: UInt8 {
    /// A value is read by the type's own `init(from:)`.
    case own
    case string, bool, int, double
    case date, data, url, uuid, decimal
    case value, number
    case strings, ints, doubles
    /// The type is an array, a dictionary or another type that is read without containers.
    case whole
    /// The type is ``Flat``: its members are members of the enclosing object.
    case flat

    /// True if the type can be read from one text in an untyped format, such as XML or a form.
    var isScalar: Bool {
        switch self {
        case .own, .whole, .strings, .ints, .doubles, .flat: false
        default: true
        }
    }
}

/// A collection that reads itself from the document, without containers in between.
protocol ContainerlessDecodable {
    /// Reads the collection from a node.
    static func read(_ context: TreeDecoder, _ index: Int) throws -> Self
    /// The value of a missing member in an untyped format, such as an empty list; `nil` if a
    /// missing member is an error.
    static var absent: Self? { get }
}

/// The cached traits of a decoded type; they are determined only once, because casts to protocols
/// are slow.
class DecodingTraits {
    let reading: TypeReading
    let role: MemberRole

    fileprivate init<T>(_ type: T.Type, _ reading: TypeReading) {
        let role = (T.self as? any RoleWrapper.Type)?.role ?? .member
        self.reading = role == .flat ? .flat : reading
        self.role = role
    }

    /// The traits of one type.
    ///
    /// A subclass for arrays, dictionaries and other types that are read without containers
    /// overrides the method that reads a value.
    class Of<Whole>: DecodingTraits {
        func read(_ context: TreeDecoder, _ index: Int) throws -> Whole {
            throw context.mismatch(Whole.self, index)
        }

        /// The value of a missing member in an untyped format, such as XML; `nil` if a missing
        /// member is an error.
        var absent: Whole? { nil }
    }

    private final class OfWhole<Whole: ContainerlessDecodable>: Of<Whole> {
        override func read(_ context: TreeDecoder, _ index: Int) throws -> Whole {
            try Whole.read(context, index)
        }

        override var absent: Whole? { Whole.absent }
    }

    /// The traits of all types; each decoder keeps its own reference to them, so that it need not
    /// access this global.
    static let all = TypeRegistry<DecodingTraits>()

    fileprivate var isWhole: Bool {
        switch reading {
        case .whole, .strings, .ints, .doubles: true
        default: false
        }
    }

    @inline(never)
    fileprivate static func make<T>(_ type: T.Type) -> Of<T> {
        let reading: TypeReading
        switch ObjectIdentifier(T.self) {
        case ObjectIdentifier(String.self): reading = .string
        case ObjectIdentifier(Bool.self): reading = .bool
        case ObjectIdentifier(Int.self): reading = .int
        case ObjectIdentifier(Double.self): reading = .double
        case ObjectIdentifier(Date.self): reading = .date
        case ObjectIdentifier(Data.self): reading = .data
        case ObjectIdentifier(URL.self): reading = .url
        case ObjectIdentifier(UUID.self): reading = .uuid
        case ObjectIdentifier(Decimal.self): reading = .decimal
        case ObjectIdentifier(Value.self): reading = .value
        case ObjectIdentifier(Value.Number.self): reading = .number
        case ObjectIdentifier([String].self): reading = .strings
        case ObjectIdentifier([Int].self): reading = .ints
        case ObjectIdentifier([Double].self): reading = .doubles
        default: reading = .own
        }
        guard let whole = T.self as? any ContainerlessDecodable.Type,
            let traits = open(whole, reading == .own ? .whole : reading) as? Of<T>
        else { return Of(type, reading) }
        return traits
    }

    private static func open<Whole: ContainerlessDecodable>(
        _ type: Whole.Type,
        _ reading: TypeReading
    ) -> DecodingTraits {
        OfWhole<Whole>(type, reading)
    }
}

extension TypeRegistry<DecodingTraits> {
    /// Returns the way in which values of a type are read.
    @inline(__always)
    func reading<T>(of type: T.Type) -> TypeReading {
        known(type).with(\.reading)
    }

    /// Returns the role that a property has because of its type, such as attribute or flat.
    @inline(__always)
    func role<T>(of type: T.Type) -> MemberRole {
        known(type).with(\.role)
    }

    /// Returns the traits of an array, a dictionary or another type that is read without
    /// containers; `nil` for any other type.
    func ofWhole<T>(_ type: T.Type) -> DecodingTraits.Of<T>? {
        with(type) {
            DecodingTraits.make(type)
        } _: { (traits: DecodingTraits.Of<T>) in
            traits.isWhole ? traits : nil
        }
    }

    @inline(__always)
    private func known<T>(_ type: T.Type) -> Immortal<DecodingTraits> {
        knowledge(of: ObjectIdentifier(T.self)) { DecodingTraits.make(type) }
    }
}
