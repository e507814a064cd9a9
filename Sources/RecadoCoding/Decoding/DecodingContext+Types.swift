// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How a type is read that is not left to its own `init(from:)`.
enum TypeReading: UInt8 {
    /// Left to its own `init(from:)`.
    case own
    /// Left to its own `init(from:)` as well, in a document where it may be a resource.
    case resource
    case string, bool, int, double
    case date, data, url, uuid, decimal
    case value, number
    case strings, ints, doubles
    /// Read as a whole by a method of ours: arrays and dictionaries.
    case whole
}

/// What is known of a type, once it was met.
struct TypeEntry {
    var identity: UInt = 0
    var reading: TypeReading = .own
    var role = MemberRole.member
    /// Whether it is a flat property that may be without a value.
    var isFlatOptional = false
    var reader: WholeReader?
    /// Whether it is a relationship of JSON:API, and the name of the type of resources that it is.
    var isRelationship = false
    var isClass = false
    var resourceType: String?
}

/// Reads the values of one type as a whole, without asking the runtime for a conformance again.
class WholeReader {
    fileprivate init() {}

    class Of<Whole>: WholeReader {
        func read(_ context: DecodingContext, _ index: Int) throws -> Whole {
            throw context.mismatch(Whole.self, index)
        }

        /// What an untyped format means when it writes nothing at all; `nil` if that is an error.
        var absent: Whole? { nil }
    }

    fileprivate final class Made<Whole: WholeReading>: Of<Whole> {
        override func read(_ context: DecodingContext, _ index: Int) throws -> Whole {
            try Whole.read(context, index)
        }

        override var absent: Whole? { Whole.absent }
    }

    fileprivate static func make<Whole: WholeReading>(_ type: Whole.Type) -> WholeReader {
        Made<Whole>()
    }
}

/// A collection that reads itself from the document, without containers in between.
protocol WholeReading {
    /// Reads the collection from a node.
    static func read(_ context: DecodingContext, _ index: Int) throws -> Self
    /// What an untyped format means when it writes nothing at all; `nil` if that is an error.
    static var absent: Self? { get }
}

extension DecodingContext {
    /// What is known of a type; a cast to a protocol is slow, so that it is done once.
    @inline(__always)
    func entry<T>(_ type: T.Type) -> UnsafeMutablePointer<TypeEntry> {
        let identity = UInt(bitPattern: ObjectIdentifier(type))
        let place =
            Int(truncatingIfNeeded: (identity >> 4) ^ (identity >> 11)) & (State.typeCount &- 1)
        let entry = unsafe state.pointee.types + place
        return unsafe entry.pointee.identity == identity ? entry : enter(type, identity, place)
    }

    /// Finds a type whose place another one has, in one of a few places next to it, or makes its entry.
    @inline(never)
    private func enter<T>(
        _ type: T.Type,
        _ identity: UInt,
        _ place: Int
    ) -> UnsafeMutablePointer<TypeEntry> {
        for step in 0..<State.typeNeighbours {
            let entry = unsafe state.pointee.types + (place ^ step)
            if unsafe entry.pointee.identity == identity { return unsafe entry }
            guard unsafe entry.pointee.identity == 0 else { continue }
            unsafe entry.pointee = Self.resolve(type, identity, state.pointee.ownReading)
            return unsafe entry
        }
        let entry = unsafe state.pointee.types + place
        unsafe entry.pointee = Self.resolve(type, identity, state.pointee.ownReading)
        return unsafe entry
    }

    @inline(never)
    private static func resolve<T>(
        _ type: T.Type,
        _ identity: UInt,
        _ own: TypeReading
    ) -> TypeEntry {
        let whole = T.self as? any WholeReading.Type
        let reading: TypeReading =
            switch ObjectIdentifier(type) {
            case ObjectIdentifier(String.self): .string
            case ObjectIdentifier(Bool.self): .bool
            case ObjectIdentifier(Int.self): .int
            case ObjectIdentifier(Double.self): .double
            case ObjectIdentifier(Date.self): .date
            case ObjectIdentifier(Data.self): .data
            case ObjectIdentifier(URL.self): .url
            case ObjectIdentifier(UUID.self): .uuid
            case ObjectIdentifier(Decimal.self): .decimal
            case ObjectIdentifier(Value.self): .value
            case ObjectIdentifier(Value.Number.self): .number
            case ObjectIdentifier([String].self): .strings
            case ObjectIdentifier([Int].self): .ints
            case ObjectIdentifier([Double].self): .doubles
            default: whole == nil ? own : .whole
            }
        var entry = TypeEntry(
            identity: identity,
            reading: reading,
            role: (T.self as? any RoleWrapper.Type)?.role ?? .member,
            isFlatOptional: T.self is any FlatOptional.Type,
            reader: whole.map { WholeReader.make($0) }
        )
        guard own == .resource else { return entry }
        entry.isClass = T.self is AnyObject.Type
        entry.isRelationship = T.self is any RelationshipModel.Type
        entry.resourceType = (T.self as? any Resource.Type)?.resourceType
        return entry
    }

    /// Reads a value of any type.
    @inline(__always)
    func value<T: Decodable>(_ type: T.Type, _ index: Int) throws -> T {
        let entry = unsafe entry(type)
        guard unsafe entry.pointee.reading == .own else {
            return try special(type, unsafe entry.pointee.reading, index)
        }
        let decoder = DocumentDecoder(self, index)
        do {
            return try T(from: decoder)
        } catch {
            note(error, index)
            throw error
        }
    }

    /// Remembers the innermost value at which a model threw an error that names no path.
    @inline(never)
    func note(_ error: any Error, _ index: Int) {
        if error is DecodingError { return }
        if let failed = unsafe state.pointee.failed, failed >= index, failed < end(of: index) {
            return
        }
        unsafe state.pointee.failed = index
    }

    /// Forgets the place of an error that was caught.
    func forgetFailure() { unsafe state.pointee.failed = nil }

    @inline(never)
    private func special<T: Decodable>(
        _ type: T.Type,
        _ reading: TypeReading,
        _ index: Int
    ) throws -> T {
        switch reading {
        case .own, .whole: try whole(type, index)
        case .resource: try resource(type, index)
        case .string: try same(string(index))
        case .bool: try same(bool(index))
        case .int: try same(integer(Int.self, index))
        case .double: try same(double(index))
        case .date: try same(date(index))
        case .data: try same(data(index))
        case .url: try same(url(index))
        case .uuid: try same(uuid(index))
        case .decimal: try same(decimal(index))
        case .value: try same(anyValue(noted(index)))
        case .number: try same(anyNumber(index))
        case .strings: try same([String].read(self, index) { try $0.string($1) })
        case .ints: try same([Int].read(self, index) { try $0.integer(Int.self, $1) })
        case .doubles: try same([Double].read(self, index) { try $0.double($1) })
        }
    }

    /// The same value under the name of its type that the caller knows.
    @inline(__always)
    private func same<From, To>(_ value: From) -> To {
        // The type entry is found by the identity of `To`, so that both are one type.
        unsafe unsafeBitCast(value, to: To.self)
    }

    private func whole<T>(_ type: T.Type, _ index: Int) throws -> T {
        guard let reader = unsafe entry(type).pointee.reader else { throw mismatch(type, index) }
        let node = noted(index)
        return try unsafe unsafeDowncast(reader, to: WholeReader.Of<T>.self).read(self, node)
    }

    /// The empty collection, for a key that an untyped format leaves out.
    @inline(never)
    func absent<T>(_ type: T.Type) -> T? {
        guard isUntyped else { return nil }
        guard let reader = unsafe entry(type).pointee.reader else {
            return (type as? any EmptyWhenAbsent.Type)?.empty as? T
        }
        return unsafe unsafeDowncast(reader, to: WholeReader.Of<T>.self).absent
    }
}
