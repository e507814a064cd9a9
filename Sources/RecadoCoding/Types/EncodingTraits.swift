// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Cached facts about a type of values to be written.
class EncodingTraits {
    /// The way in which values of the type are encoded.
    let writing: Way
    /// The role that a property of the type has in its object, such as attribute or flat.
    let role: MemberRole
    /// The size in bytes of the last document with a value of the type as its root, or 0 if it was
    /// small.
    let latestSize = Atomic<Int>(0)

    enum Way {
        /// The value is written by its own `encode(to:)`.
        case own
        /// The value is a scalar, which every format writes itself.
        case scalar
        case strings, ints, doubles
        /// The value is a collection or an optional, which this module writes by its own methods.
        case whole
    }

    fileprivate init(_ writing: Way, _ role: MemberRole = .member) {
        self.writing = writing
        self.role = role
    }

    /// The facts about one type.
    class Of<Model>: EncodingTraits {
        /// Writes a value as JSON, if its type is a collection or an optional.
        func write(_ value: Model, to writer: Writer<JSONSink>) throws {}
    }

    private static let registry = TypeRegistry<EncodingTraits>()

    /// Returns the facts about a type.
    @inline(__always)
    static func of<Model: Encodable>(_ type: Model.Type) -> Immortal<EncodingTraits> {
        registry.knowledge(of: ObjectIdentifier(Model.self)) { make(type) }
    }

    /// Writes a value as JSON, if its type is a collection or an optional.
    static func write<Model: Encodable>(_ value: Model, to writer: Writer<JSONSink>) throws {
        try registry.with(Model.self) {
            make(Model.self)
        } _: { (known: Of<Model>) in
            try known.write(value, to: writer)
        }
    }

    /// Determines the facts by casts, which are slow; this happens only once for each type.
    @inline(never)
    private static func make<Model: Encodable>(_ type: Model.Type) -> Of<Model> {
        switch ObjectIdentifier(Model.self) {
        case ObjectIdentifier(String.self), ObjectIdentifier(Int.self),
            ObjectIdentifier(Double.self), ObjectIdentifier(Bool.self),
            ObjectIdentifier(Date.self), ObjectIdentifier(UUID.self), ObjectIdentifier(URL.self),
            ObjectIdentifier(Data.self), ObjectIdentifier(Decimal.self),
            ObjectIdentifier(Value.Number.self), ObjectIdentifier(Float.self):
            return Of(.scalar)
        case ObjectIdentifier([String].self): return Of(.strings)
        case ObjectIdentifier([Int].self): return Of(.ints)
        case ObjectIdentifier([Double].self): return Of(.doubles)
        default: break
        }
        if let wrapper = type as? any RoleWrapper.Type { return Of(.own, wrapper.role) }
        guard let whole = type as? any ContainerlessEncodable.Type,
            let known = open(whole) as? Of<Model>
        else { return Of(.own) }
        return known
    }

    private static func open<Whole: ContainerlessEncodable>(_ type: Whole.Type) -> EncodingTraits {
        OfWhole<Whole>(.whole)
    }

    private final class OfWhole<Whole: ContainerlessEncodable>: Of<Whole> {
        override func write(_ value: Whole, to writer: Writer<JSONSink>) throws {
            try Whole.write(value, to: writer)
        }
    }
}

/// A type that writes itself without the containers of its `encode(to:)`, with the same result.
protocol ContainerlessEncodable: Encodable {
    static func write(_ value: Self, to writer: Writer<JSONSink>) throws
}

extension Dictionary: ContainerlessEncodable where Key == String, Value: Encodable {
    static func write(_ value: [String: Value], to writer: Writer<JSONSink>) throws {
        try writer.writeWhole(value, isObject: true) { token in
            for (name, member) in value {
                try writer.write(member: member, name: name, of: token)
            }
        }
    }
}

extension Optional: ContainerlessEncodable where Wrapped: Encodable {
    static func write(_ value: Wrapped?, to writer: Writer<JSONSink>) throws {
        guard let value else { return try writer.write(.null) }
        try writer.write(value)
    }
}
