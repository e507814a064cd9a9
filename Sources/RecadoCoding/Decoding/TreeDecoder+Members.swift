// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension TreeDecoder {
    // MARK: - Flat members

    /// Reads a flat value (see ``Flat``): one whose members are members of the given object.
    ///
    /// An optional has no value if none of its members is present.
    func flat<T: Decodable>(_ type: T.Type, _ object: Int) throws -> T {
        if role(of: type) != .flat { return try value(type, object) }
        if let optional = type as? any FlatOptional.Type {
            let none = optional.absent as? T
            if let value = try flatIfPresent(type, object) ?? none { return value }
        }
        return try T(from: DocumentDecoder(self, object))
    }

    /// Reads a flat value, or returns `nil` if the object has none of its members.
    ///
    /// Null counts as missing, and so does an empty field of an untyped format, such as a form.
    func flatIfPresent<T: Decodable>(_ type: T.Type, _ object: Int) throws -> T? {
        let outer = (object: state.probed, hits: state.hits, hasRules: state.hasRules)
        (state.probed, state.hits) = (object, 0)
        // This flag selects the containers that count the members they find; containers that look
        // keys up directly do not count.
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

    /// True while the decoder counts how many members of a flat value an object has.
    func isProbed(_ object: Int) -> Bool { state.probed == object }

    /// Counts a member that was found, if the decoder is counting the flat members of its object.
    @inline(__always)
    func note(found index: Int, in object: Int) {
        if state.probed == object, !isAbsent(index) {
            state.hits += 1
        }
    }

    /// Returns the index unchanged; counts one member if the index is that of the object whose flat
    /// members are being counted, and the object is not empty.
    ///
    /// In that case the flat value is a dictionary or a generic `Value`, which reads the object as
    /// a whole.
    @inline(__always)
    func noted(_ index: Int) -> Int {
        if state.probed == index, node(index).count > 0 {
            state.hits += 1
        }
        return index
    }

    // MARK: - Projections

    /// Reads the list of values at a path with `*`, or returns `nil` if the list at the first `*`
    /// is missing or null.
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

    /// Creates the error for a model that requests a single value at a path with `*`.
    func mismatch(projection path: CodingPath, _ index: Int) -> DecodingError {
        corrupted(.typeMismatch, "expected a list, since * stands in the path \(path)", index)
    }
}

/// A flat property that may have no value.
protocol FlatOptional {
    static var absent: Self { get }
}

extension Flat: FlatOptional where Value: ExpressibleByNilLiteral {
    static var absent: Flat { Flat(wrappedValue: nil) }
}
