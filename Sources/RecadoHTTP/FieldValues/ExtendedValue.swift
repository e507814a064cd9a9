// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The value of a parameter whose name ends in an asterisk (RFC 8187 §3.2).
package enum ExtendedValue {
    /// Returns the text of a value such as `UTF-8''Cami%C3%B3n`; `nil` if the value is malformed.
    ///
    /// ISO-8859-1, which RFC 5987 required, is read in addition to UTF-8.
    package static func text(of value: String) -> String? {
        let parts = value.split(atByte: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        let escaped = Array(parts[2].utf8)
        guard let bytes = PercentEncoding.decode(bytes: escaped.span) else { return nil }
        switch parts[0].lowercased() {
        case "utf-8": return String(validating: bytes, as: UTF8.self)
        case "iso-8859-1":
            return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        default: return nil
        }
    }
}
