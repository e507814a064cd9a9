// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension URLEncodedForm {
    /// Encodes a value.
    ///
    /// Nested members are named in brackets, `film[title]=Solaris`; the brackets are
    /// percent-encoded like every other character outside `A–Z a–z 0–9 * - . _` (WHATWG URL §5.2).
    /// ``arrays`` determines how arrays are written, but an element with members always gets its
    /// index, because `a[]` would not show where one element ends. PHP, Rails, qs and Vapor all
    /// read the default `a[]` as an array; Rails reads `a[0]` as a dictionary.
    ///
    /// Null and empty containers are left out because the format cannot express them. A key that
    /// itself contains brackets is read back as nesting.
    ///
    /// - Parameter value: A value with named members.
    /// - Returns: The form, in ASCII.
    /// - Throws: ``CodingError`` if the root is a scalar or an array, and for the same reasons as
    ///   ``JSON/encode(_:)``.
    public func encode(_ value: some Encodable) throws(CodingError) -> [UInt8] {
        try Writing.encode(value, to: FormSink(arrays: arrays), options: writingOptions) {
            $0.bytes
        }
    }

    /// The maximum nesting depth for writing.
    package var depth: Int { limits.depth }

    /// Encodes a value as pairs of names and texts, in the order in which the model encodes them.
    package func pairs(
        of value: some Encodable
    ) throws(CodingError) -> [(name: String, text: String)] {
        try encode(value).split(separator: UInt8(ascii: "&")).map { pair in
            let mark = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            let (name, text) = (pair[..<mark], pair[mark...].dropFirst())
            return (
                String(decoding: PercentEncoding.decodeForm(bytes: name.span), as: UTF8.self),
                String(decoding: PercentEncoding.decodeForm(bytes: text.span), as: UTF8.self)
            )
        }
    }
}
