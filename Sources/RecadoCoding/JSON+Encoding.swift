// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension JSON {
    /// Encodes a value.
    ///
    /// Members of objects are written in the order in which the model encodes them (for synthesized
    /// models, the order of declaration), unless ``sortsKeys`` is set. A `Date` is written in UTC
    /// in the format of RFC 3339, with milliseconds unless they are zero; `Data` in Base64;
    /// `Decimal` and 128-bit integers digit by digit; `Double` and `Float` with the fewest digits
    /// that read back as the same number. Strings escape only the characters that RFC 8259 §7
    /// requires.
    ///
    /// A model is encoded twice if it uses its containers out of order, for example if it writes
    /// into a nested container after it has written to the enclosing container again. The same
    /// happens if it requests the same container twice or encodes a key twice. So its `encode(to:)`
    /// should have no side effects.
    ///
    /// A document of more than 1 KiB is written directly into the returned array. The array's
    /// capacity depends on the size of the last document of the same type and may be up to a third
    /// more than needed.
    ///
    /// - Parameter value: The value; it may be a scalar.
    /// - Returns: The document, in UTF-8.
    /// - Throws: ``CodingError`` with the position of the value that cannot be written: a number
    ///   that is not finite, a date outside the years 0000–9999, nesting beyond ``Limits/depth``,
    ///   or what the model threw.
    public func encode(_ value: some Encodable) throws(CodingError) -> [UInt8] {
        if let text = Writing.shortText(value) { return Writing.bytes(of: text, to: sink) }
        return try Writing.bytes(of: value, to: sink, options: writingOptions)
    }

    /// Encodes a value and appends it to other bytes.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - bytes: The bytes to append to; they stay unchanged if encoding fails.
    /// - Throws: ``CodingError`` as ``encode(_:)`` does.
    public func encode(
        _ value: some Encodable,
        appendingTo bytes: inout [UInt8]
    ) throws(CodingError) {
        try Writing.encode(value, to: sink, options: writingOptions) { $0.append(to: &bytes) }
    }

    private var sink: JSONSink { JSONSink(isPretty: isPretty) }

    /// The maximum nesting depth for writing.
    package var depth: Int { limits.depth }
}
