// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Checks that bytes are well-formed UTF-8 (RFC 3629), without overlong forms and surrogates.
enum UTF8Validation {
    /// Returns the offset of the first byte that is not well-formed, or `nil` if there is none; for
    /// XML, characters that XML does not allow count as faults too.
    @inline(never)
    static func firstFault(
        in source: ByteReader,
        from start: Int,
        to end: Int,
        isXML: Bool = false
    ) -> Int? {
        var at = start
        while at < end {
            let wide = source.word(at: at) & SWAR.highs
            if wide == 0 {
                at &+= 8
                continue
            }
            at &+= SWAR.count(before: wide)
            while at < end, source[at] >= 0x80 {
                let bytes = source.half(at: at)
                let length = sequence(bytes)
                guard length > 0, at &+ length <= end, !isXML || self.isXML(bytes) else {
                    return at
                }
                at &+= length
            }
        }
        return nil
    }

    /// True if a character outside ASCII is neither U+FFFE nor U+FFFF.
    @inline(__always)
    static func isXML(_ bytes: UInt32) -> Bool { bytes & 0xFE_FFFF != 0xBE_BFEF }

    /// Returns the length of the multibyte sequence that begins in the lowest byte of a word, or 0
    /// if it is invalid.
    @inline(__always)
    static func sequence(_ bytes: UInt32) -> Int {
        if bytes & 0x00C0_C0F0 == 0x0080_80E0 {
            let lead = bytes & 0x0000_200F
            return lead == 0 || lead == 0x0000_200D ? 0 : 3
        }
        if bytes & 0x0000_C0E0 == 0x0000_80C0 {
            return bytes & 0x1E == 0 ? 0 : 2
        }
        guard bytes & 0xC0C0_C0F8 == 0x8080_80F0 else { return 0 }
        let lead = bytes & 0x0000_3007
        let isTooLarge = lead & 7 > 4 || (lead & 7 == 4 && lead & 0x3000 != 0)
        return lead == 0 || isTooLarge ? 0 : 4
    }
}
