// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Span<UInt8> {
    /// True if a range is a host, with or without a port of at most 65535, and without user
    /// information.
    ///
    /// The comma is refused, although RFC 3986 allows it in a name, because two joined Host fields
    /// would contain one.
    package func isHost(in range: Range<Int>) -> Bool {
        var hostEnd = range.lowerBound
        if hostEnd < range.upperBound, self[hostEnd] == UInt8(ascii: "[") {
            hostEnd += 1
            while hostEnd < range.upperBound, isAddressByte(self[hostEnd]) { hostEnd += 1 }
            guard hostEnd < range.upperBound, self[hostEnd] == UInt8(ascii: "]") else {
                return false
            }
            hostEnd += 1
        } else {
            while hostEnd < range.upperBound, isNameByte(self[hostEnd]) { hostEnd += 1 }
        }
        guard hostEnd > range.lowerBound else { return false }
        guard hostEnd < range.upperBound else { return true }
        guard self[hostEnd] == UInt8(ascii: ":"), range.upperBound - hostEnd <= 6 else {
            return false
        }
        // A port has at most five digits, so that the number cannot overflow.
        var port = 0
        for index in hostEnd + 1..<range.upperBound {
            guard let digit = digit(at: index) else { return false }
            port = port * 10 + digit
        }
        return port <= 65_535
    }

    private func isAddressByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66, UInt8(ascii: ":"), UInt8(ascii: "."): true
        default: false
        }
    }

    @inline(__always)
    private func isNameByte(_ byte: UInt8) -> Bool {
        // The bits of two tables mark the letters, the digits and `!$%&'()*+-.;=_~`.
        if byte < 64 { return (0x2BFF_6FF2_0000_0000 as UInt64 >> UInt64(byte)) & 1 == 1 }
        return byte < 128 && (0x47FF_FFFE_87FF_FFFE as UInt64 >> UInt64(byte & 63)) & 1 == 1
    }
}
