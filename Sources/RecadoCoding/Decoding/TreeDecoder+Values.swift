// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension TreeDecoder {
    /// Reads a value of any type.
    @inline(__always)
    func value<T: Decodable>(_ type: T.Type, _ index: Int) throws -> T {
        try value(type, reading(of: type), index)
    }

    /// Reads a value of a type whose `TypeReading` is already known.
    @inline(__always)
    func value<T: Decodable>(_ type: T.Type, _ reading: TypeReading, _ index: Int) throws -> T {
        guard reading == .own, !holdsResources else { return try special(type, reading, index) }
        return try own(type, index)
    }

    @inline(__always)
    func reading<T>(of type: T.Type) -> TypeReading { state.traits.reading(of: type) }

    @inline(__always)
    func role<T>(of type: T.Type) -> MemberRole { state.traits.role(of: type) }

    /// Reads a value by its own `init(from:)`.
    @inline(__always)
    func own<T: Decodable>(_ type: T.Type, _ index: Int) throws -> T {
        let serial = nextSerial()
        let level = state.members.enter(serial)
        let decoder = DocumentDecoder(self, index, level: level, serial: serial)
        do {
            let value = try T(from: decoder)
            state.members.leave()
            return value
        } catch {
            state.members.leave()
            note(error, index)
            throw error
        }
    }

    /// Records the innermost value at which a model threw an error other than a `DecodingError`.
    @inline(never)
    func note(_ error: any Error, _ index: Int) {
        if error is DecodingError { return }
        if let failed = state.failed, failed >= index, failed < end(of: index) { return }
        state.failed = index
    }

    /// Clears the position of an error that the caller has caught.
    func forgetFailure() { state.failed = nil }

    @inline(never)
    private func special<T: Decodable>(
        _ type: T.Type,
        _ reading: TypeReading,
        _ index: Int
    ) throws -> T {
        switch reading {
        case .own, .flat: try resource(type, index)
        case .whole: try whole(type, index)
        case .string: try exactly(string(index), index)
        case .bool: try exactly(bool(index), index)
        case .int: try exactly(integer(Int.self, index), index)
        case .double: try exactly(double(index), index)
        case .date: try exactly(date(index), index)
        case .data: try exactly(data(index), index)
        case .url: try exactly(url(index), index)
        case .uuid: try exactly(uuid(index), index)
        case .decimal: try exactly(decimal(index), index)
        case .value: try exactly(anyValue(noted(index)), index)
        case .number: try exactly(anyNumber(index), index)
        case .strings: try exactly([String].read(self, index) { try $0.string($1) }, index)
        case .ints: try exactly([Int].read(self, index) { try $0.integer(Int.self, $1) }, index)
        case .doubles: try exactly([Double].read(self, index) { try $0.double($1) }, index)
        }
    }

    /// Returns the same value with the static type `To`, which equals `From`.
    @inline(__always)
    private func exactly<From, To>(_ value: From, _ index: Int) throws -> To {
        // The `TypeReading` was chosen by the identity of `To`, so `From` and `To` are the same
        // type.
        guard let value = same(value, as: To.self) else { throw mismatch(To.self, index) }
        return value
    }

    private func whole<T>(_ type: T.Type, _ index: Int) throws -> T {
        guard let traits = state.traits.ofWhole(type) else { throw mismatch(type, index) }
        return try traits.read(self, noted(index))
    }

    /// Returns the empty value of a type for a missing key in an untyped format, such as XML.
    @inline(never)
    func absent<T>(_ type: T.Type) -> T? {
        guard notation.isUntyped else { return nil }
        guard let traits = state.traits.ofWhole(type) else {
            return (type as? any EmptyWhenAbsent.Type)?.empty as? T
        }
        return traits.absent
    }
}
