// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension DecodingContext {
    /// The index of the value of a name in whatever notation, or -1.
    func find(
        _ name: UnsafeBufferPointer<UInt8>,
        in object: Int,
        as role: MemberRole
    ) -> Int {
        if isXML { return unsafe findInXML(name, object, as: role) }
        guard node(object).kind == .object else { return -1 }
        let index = unsafe find(name, in: object)
        return index == 0 ? -1 : index
    }

    /// Reads a value whose members stand among those of an object.
    ///
    /// An optional is without a value when none of its members was found.
    func flat<T: Decodable>(_ type: T.Type, _ object: Int) throws -> T {
        guard node(object).kind == .object else { return try value(type, object) }
        let start = UInt32(truncatingIfNeeded: object &+ 1)
        unsafe slot(of: object).pointee.cursor = start
        do {
            return try T(from: DocumentDecoder(self, object))
        } catch {
            guard case DecodingError.keyNotFound = error,
                unsafe slot(of: object).pointee.cursor == start,
                let none = (type as? any FlatOptional.Type)?.absent as? T
            else { throw error }
            return none
        }
    }

    /// Reads the list of the values that a path with `*` leads to.
    func projection<T: Decodable>(_ type: T.Type, _ path: CodingPath, _ start: Int) throws -> T {
        guard let document else { throw mismatch(type, start) }
        let list = document.list(of: try collect(path, from: start), at: path)
        return try list.decode(type, choices)
    }

    /// An error for a list where the model wants a single value.
    func mismatch(projection path: CodingPath, _ index: Int) -> DecodingError {
        corrupted(.typeMismatch, "expected a list, since * stands in the path \(path)", index)
    }
}

/// A flat property that may be without a value.
protocol FlatOptional {
    static var absent: Self { get }
}

extension Flat: FlatOptional where Value: ExpressibleByNilLiteral {
    static var absent: Flat { Flat(wrappedValue: nil) }
}
