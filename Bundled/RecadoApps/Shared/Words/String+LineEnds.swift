// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The same text with LF line breaks in place of CRLF, which forms use.
    ///
    /// The text is converted byte by byte, because comparing characters takes quadratic time in
    /// the number of their combining marks.
    var withPlainLineEnds: String {
        guard utf8.contains(0x0D) else { return self }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count)
        for byte in utf8 {
            if byte == 0x0A, bytes.last == 0x0D { bytes.removeLast() }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
