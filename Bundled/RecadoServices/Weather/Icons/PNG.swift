// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCompression

/// Writes pictures as PNG files (ISO 15948), with eight bits each for red, green, blue and opacity.
enum PNG {
    /// Returns the file of a picture; `nil` if compression fails for lack of memory.
    static func file(of picture: Picture) -> [UInt8]? {
        guard let data = zlibData(picture.scanlines) else { return nil }
        let side = bytes(UInt32(clamping: picture.size))
        // Eight bits, color with opacity, and the standard compression, filters and order of rows.
        let header = side + side + [8, 6, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", header) + chunk("IDAT", data) + chunk("IEND", [])
    }

    private static func chunk(_ name: StaticString, _ content: [UInt8]) -> [UInt8] {
        let body = Array("\(name)".utf8) + content
        return bytes(UInt32(clamping: content.count)) + body + bytes(crc(body))
    }

    /// Returns the data in zlib's format (RFC 1950), which is gzip's compressed data with a
    /// different header and trailer.
    private static func zlibData(_ data: [UInt8]) -> [UInt8]? {
        // RFC 1952: ten bytes precede the compressed data and eight follow it.
        guard let gzip = try? Gzip.compress(data, level: 9), gzip.count > 18 else { return nil }
        return [0x78, 0xDA] + gzip[10..<gzip.count - 8] + bytes(adler(data))
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func adler(_ data: [UInt8]) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in data {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }

    private static func crc(_ data: [UInt8]) -> UInt32 {
        var register = UInt32.max
        for byte in data {
            register ^= UInt32(byte)
            for _ in 0..<8 {
                register = register & 1 == 1 ? 0xEDB8_8320 ^ register >> 1 : register >> 1
            }
        }
        return ~register
    }
}
