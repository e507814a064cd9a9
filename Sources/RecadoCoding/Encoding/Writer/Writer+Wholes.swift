// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Writer {
    /// Writes a collection by a function that writes its elements or members.
    ///
    /// The output is the same as that of the collection's `encode(to:)`. If an element uses
    /// containers out of order, the collection is encoded again, like any other value.
    @inline(__always)
    func writeWhole<Model: Encodable>(
        _ value: Model,
        isObject: Bool,
        _ body: (Token<Target>) throws -> Void
    ) throws {
        guard admitsFrame() else { return try failure.map { throw $0 } ?? () }
        let (level, start) = (top, output.count)
        let token = Token(self, level: level, serial: nextSerial())
        open(isObject: isObject, serial: token.serial, value: 0)
        do {
            try body(token)
        } catch {
            if outOfOrderLevel < level { throw error }
        }
        if place == 0, outOfOrderLevel < 0, top == level &+ 1 {
            closeFrame()
        } else {
            try finish(value, level: level, start: start)
        }
    }

    /// Writes an element of a collection that is written as a whole.
    @inline(__always)
    func write<Model: Encodable>(element: inout Model, of token: Token<Target>) throws {
        guard let length = try begin(token.level, token.serial) else { return }
        do {
            try write(inPlace: &element)
        } catch {
            takeBack(token, to: length)
            throw error
        }
    }

    /// Writes a member of a collection that is written as a whole.
    @inline(__always)
    func write<Model: Encodable>(
        member: Model,
        name: String,
        of token: Token<Target>
    ) throws {
        guard let length = try begin(token.level, token.serial, name) else { return }
        do {
            try write(member)
        } catch {
            takeBack(token, to: length)
            throw error
        }
    }
}
