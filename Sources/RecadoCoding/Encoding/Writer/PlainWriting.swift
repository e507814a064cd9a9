// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A container of values without names, which writes them at once.
///
/// A conforming type consists only of its token. The methods are inlined into its witnesses, where
/// the sink is known. The one for integers is the witness for each type up to 64 bits. Those for
/// `Int128` and `UInt128` have to be in the extensions of the conforming protocols, because only
/// there they come before the standard library's own.
protocol PlainWriting {
    associatedtype Target: Sink
    var token: Token<Target> { get }

    /// Begins a value, lets a function write it, and takes it back if that throws.
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
