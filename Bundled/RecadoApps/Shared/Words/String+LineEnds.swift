// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The same with ends of lines of one byte, where those of mail and of forms have two.
    ///
    /// By bytes: to compare characters takes a time that grows with the square of the marks on one.
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
