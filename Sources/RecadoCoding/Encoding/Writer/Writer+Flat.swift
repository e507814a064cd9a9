// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Writer {
    /// Lets a flat value write its members into an open object.
    @inline(never)
    func writeFlat<Model: Encodable>(_ value: Model, _ token: Token<Target>) throws {
        guard try enter(token.level, token.serial) else { return }
        let level = Int(token.level)
        let (length, count) = (output.count, frames[level].count)
        do {
            try value.encode(to: FlatEncoder(token: token))
        } catch {
            if outOfOrderLevel < 0 {
                takeBack(token, to: length)
                frames[level].count = count
            }
            throw error
        }
    }
}

/// The encoder of a flat value, whose members are written into the enclosing object.
struct FlatEncoder<Target: Sink>: Encoder {
    let token: Token<Target>

    private var writer: Writer<Target> { token.writer }
    var codingPath: [any CodingKey] { token.path }
    var userInfo: [CodingUserInfoKey: Any] { token.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        Target.members(of: token, keyedBy: type)
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        refuse()
        return Target.elements(of: writer.void(after: token))
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    private func refuse() {
        guard writer.isOfCall(token.serial), writer.failure == nil else { return }
        writer.failure = CodingError(
            .unsupported,
            "a flat property has members; this one encodes an array or a scalar",
            pointer: writer.pointer(to: Int(token.level))
        )
    }
}

extension FlatEncoder: SingleValueEncodingContainer {
    /// Writes nothing, because a flat optional that is nil has no members.
    func encodeNil() {}

    func encode<Model: Encodable>(_ value: Model) throws {
        if EncodingTraits.of(Model.self).with(\.writing) == .scalar { return refuse() }
        try value.encode(to: self)
    }

    // Integers are refused here, all other scalars by the method above.
    func encode<Integer: FixedWidthInteger & Encodable>(_ value: Integer) { refuse() }

    // For these types, the compiler would prefer the standard library's methods to the generic one.
    func encode(_ value: Int128) { refuse() }
    func encode(_ value: UInt128) { refuse() }
}
