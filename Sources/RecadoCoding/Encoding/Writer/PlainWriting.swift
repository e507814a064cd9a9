// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A container that immediately writes values that have no names.
///
/// A conforming type has only a token. The shared methods are inlined into it, where the sink is
/// known. The integer method satisfies the requirements for all types of up to 64 bits. The methods
/// for `Int128` and `UInt128` are in the extensions of the refining protocols, because only there
/// does the compiler prefer them to the standard library's defaults.
protocol PlainWriting {
    associatedtype Target: Sink
    var token: Token<Target> { get }

    /// Begins a value and lets a function write it; removes the value if the function throws.
    func put(_ body: (Writer<Target>) throws -> Void) throws
}

extension PlainWriting {
    var writer: Writer<Target> { token.writer }

    var codingPath: [any CodingKey] { token.path }

    func encodeNil() throws { try put { try $0.write(.null) } }

    @inline(__always)
    func encode(_ value: Bool) throws { try put { $0.write(value) } }

    @inline(__always)
    func encode(_ value: String) throws { try put { $0.write(value) } }

    @inline(__always)
    func encode(_ value: Double) throws { try put { try $0.write(.double(value)) } }

    @inline(__always)
    func encode(_ value: Float) throws { try put { try $0.write(.float(value)) } }

    @inline(__always)
    func encode<Integer: FixedWidthInteger & Encodable>(_ value: Integer) throws {
        try put { $0.write(integer: value) }
    }

    @inline(__always)
    func encode<Model: Encodable>(_ value: Model) throws { try put { try $0.write(value) } }
}
