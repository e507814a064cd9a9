// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension TreeDecoder {
    // MARK: - Flat members

    /// Reads a value whose members stand among those of an object.
    ///
    /// An optional is without a value when none of its members is there.
    func flat<T: Decodable>(_ type: T.Type, _ object: Int) throws -> T {
        if role(of: type) != .flat { return try value(type, object) }
        if let optional = type as? any FlatOptional.Type {
            let none = optional.absent as? T
            if let value = try flatIfPresent(type, object) ?? none { return value }
        }
        return try T(from: DocumentDecoder(self, object))
    }

    /// Reads a value whose members stand among those of an object, or returns
    /// `nil` if it has none of them.
    ///
    /// Null, and a field of an untyped format that was left empty, count as missing.
    func flatIfPresent<T: Decodable>(_ type: T.Type, _ object: Int) throws -> T? {
        let outer = (object: state.probed, hits: state.hits, hasRules: state.hasRules)
        (state.probed, state.hits) = (object, 0)
        // Only containers that go by rules count what they find.
        state.hasRules = true
        defer {
            state.hasRules = outer.hasRules
            if outer.object != object { state.hits = 0 }
            state.hits += outer.hits
            state.probed = outer.object
        }
        do {
            let value = try flatOrWhole(type, object)
            return state.hits > 0 ? value : nil
        } catch {
            guard state.hits == 0, Self.isAbsence(error) else { throw error }
            return nil
        }
    }

    private func flatOrWhole<T: Decodable>(_ type: T.Type, _ object: Int) throws -> T {
        let isFlat = role(of: type) == .flat
        return try isFlat ? T(from: DocumentDecoder(self, object)) : value(type, object)
    }

    private static func isAbsence(_ error: any Error) -> Bool {
        switch error {
        case DecodingError.keyNotFound, DecodingError.valueNotFound: true
        default: false
        }
    }

    /// Whether it is being found out if any member of an object is there.
    func isProbed(_ object: Int) -> Bool { state.probed == object }

    /// Takes note of a member that was found, if its object is one
    /// whose members may all be missing.
    @inline(__always)
    func note(found index: Int, in object: Int) {
        if state.probed == object, !isAbsent(index) {
            state.hits += 1
        }
    }

    /// The index, noted if the object with that index is read as a whole, with all its members.
    @inline(__always)
    func noted(_ index: Int) -> Int {
        if state.probed == index, node(index).count > 0 {
            state.hits += 1
        }
        return index
    }

    // MARK: - Projections

    /// Reads the list of the values that a path with `*` leads to, or returns `nil` if nothing has
    /// elements where the first `*` stands.
    func projection<T: Decodable>(_ type: T.Type, _ path: CodingPath, _ start: Int) throws -> T? {
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
