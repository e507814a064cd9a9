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
        if isResource(object) {
            let resource = resolved(object).index
            let index = unsafe find(name, inResource: resource, parts(of: resource))
            return index == 0 ? -1 : index
        }
        let index = unsafe find(name, in: object)
        return index == 0 ? -1 : index
    }

    // MARK: - Flat members

    /// Reads a value whose members stand among those of an object.
    ///
    /// An optional is without a value when none of its members is there.
    func flat<T: Decodable>(_ type: T.Type, _ object: Int) throws -> T {
        let entry = unsafe entry(type).pointee
        if entry.role != .flat { return try value(type, object) }
        if entry.isFlatOptional, let optional = type as? any FlatOptional.Type {
            let none = optional.absent as? T
            if let value = try flatIfPresent(type, object) ?? none { return value }
        }
        return try T(from: DocumentDecoder(self, object))
    }

    /// Reads a value whose members stand among those of an object, or returns `nil` if it has none of them.
    ///
    /// Null, and a field of an untyped format that was left empty, count as missing.
    func flatIfPresent<T: Decodable>(_ type: T.Type, _ object: Int) throws -> T? {
        let outer = unsafe (
            object: state.pointee.probed, hits: state.pointee.hits,
            hasStrategies: state.pointee.hasStrategies
        )
        unsafe (state.pointee.probed, state.pointee.hits) = (object, 0)
        // Only containers that go by rules count what they find.
        unsafe state.pointee.hasStrategies = true
        defer {
            unsafe state.pointee.hasStrategies = outer.hasStrategies
            if outer.object != object { unsafe state.pointee.hits = 0 }
            unsafe state.pointee.hits += outer.hits
            unsafe state.pointee.probed = outer.object
        }
        do {
            let value = try flatOrWhole(type, object)
            return unsafe state.pointee.hits > 0 ? value : nil
        } catch {
            guard unsafe state.pointee.hits == 0, Self.isAbsence(error) else { throw error }
            return nil
        }
    }

    private func flatOrWhole<T: Decodable>(_ type: T.Type, _ object: Int) throws -> T {
        let isFlat = unsafe entry(type).pointee.role == .flat
        return try isFlat ? T(from: DocumentDecoder(self, object)) : value(type, object)
    }

    private static func isAbsence(_ error: any Error) -> Bool {
        switch error {
        case DecodingError.keyNotFound, DecodingError.valueNotFound: true
        default: false
        }
    }

    /// Whether it is being found out if any member of an object is there.
    func isProbed(_ object: Int) -> Bool { unsafe state.pointee.probed == object }

    /// Takes note of a member that was found, if its object is one whose members may all be missing.
    @inline(__always)
    func note(found index: Int, in object: Int) {
        if unsafe state.pointee.probed == object, !isAbsent(index) {
            unsafe state.pointee.hits += 1
        }
    }

    /// The index, noted if the object with that index is read as a whole, with all its members.
    @inline(__always)
    func noted(_ index: Int) -> Int {
        if unsafe state.pointee.probed == index, node(index).count > 0 {
            unsafe state.pointee.hits += 1
        }
        return index
    }

    // MARK: - Projections

    /// Reads the list of the values that a path with `*` leads to, or returns `nil` if nothing has elements
    /// where the first `*` stands.
    func projection<T: Decodable>(_ type: T.Type, _ path: CodingPath, _ start: Int) throws -> T? {
        guard let document else { throw mismatch(type, start) }
        let place = try walk(path.steps.prefix { $0 != .every }, from: start)
        guard place >= 0, !isNull(place) else { return nil }
        note(found: place, in: start)
        let list = document.list(of: try collect(path, from: start), at: path)
        do {
            return try list.decode(type, choices)
        } catch {
            throw corrupted(error, place)
        }
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
