// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCompression
import Testing

@Suite struct `Compression` {
    private static func text(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(ascii: "a") + UInt8($0 * $0 % 23) }
    }

    private func decode(_ bytes: [UInt8], _ coding: ContentCoding) throws -> [UInt8] {
        let decoder = try coding.makeDecoder()
        var input = bytes[...]
        var output: [UInt8] = []
        while true {
            let piece = try decoder.decode(&input)
            output += piece.bytes
            if piece.isLast { return output }
            try #require(!piece.bytes.isEmpty || !input.isEmpty, "the data end early")
        }
    }

    @Test(arguments: [0, 1, 100, 65_535, 65_536, 300_000])
    func `encoded data are decoded to the original`(_ count: Int) throws {
        let text = Self.text(count)
        for level in [1, 6, 9] {
            #expect(try decode(Gzip.compress(text, level: level), .gzip) == text)
        }
        #if canImport(CRecadoBrotli) || os(Linux)
        for quality in [0, 4, 11] {
            #expect(try decode(BrotliEncoder.encode(text, quality: quality), .brotli) == text)
        }
        #endif
    }

    @Test func `text becomes smaller`() throws {
        let text = Self.text(100_000)
        #expect(try Gzip.compress(text).count < text.count / 10)
        #expect(try BrotliEncoder.encode(text).count < text.count / 10)
    }

    @Test(arguments: ContentCoding.allCases)
    func `garbage is reported as malformed`(_ coding: ContentCoding) throws {
        // Invalid in every coding: a window size that Brotli lacks, and a deflate block whose
        // length does not match its complement.
        #expect(throws: CompressionError.malformed) {
            try decode([0x11, 0x12, 0x34, 0x12, 0x34, 0x00, 0x00], coding)
        }
    }

    @Test func `content codings are found by their names`() {
        #expect(ContentCoding(name: "GZip") == .gzip)
        #expect(ContentCoding(name: "x-gzip") == .gzip)
        #expect(ContentCoding(name: "br") == .brotli)
        #expect(ContentCoding(name: "zstd") == nil)
        #expect(ContentCoding.offer == "br, gzip, deflate")
    }
}

@Suite struct `Decompressing complete gzip data` {
    private static let text = Array(String(repeating: "Señora, ", count: 9_000).utf8)

    @Test func `output beyond the limit is refused`() throws {
        let packed = try Gzip.compress(Self.text)
        let count = Self.text.count
        #expect(try Gzip.decompress(packed, limit: count) == Self.text)
        for limit in [Int.min, -1, 0, 1, count / 2, count - 1] {
            #expect(try Gzip.decompress(packed, limit: limit) == nil)
        }
        #expect(try Gzip.decompress(packed, limit: .max) == Self.text)
        let nothing = try Gzip.compress([])
        #expect(try Gzip.decompress(nothing, limit: 0) == [])
    }

    @Test func `a decompression bomb is refused early`() throws {
        // 64 MiB of zeros take less than 128 KiB; the decoder holds at most the limit and one
        // buffer.
        let bomb = try Gzip.compress([UInt8](repeating: 0, count: 64 << 20))
        #expect(bomb.count < 128 << 10)
        #expect(try Gzip.decompress(bomb, limit: 1_000) == nil)
        // Unpacking a bomb inside a bomb gives just the inner one, as data.
        let inner = try #require(try Gzip.decompress(Gzip.compress(bomb), limit: 128 << 10))
        #expect(try Gzip.decompress(inner, limit: 1_000) == nil)
    }

    @Test func `truncated data are refused`() throws {
        let packed = try Gzip.compress(Self.text)
        for count in 0..<packed.count {
            #expect(try Gzip.decompress(Array(packed.prefix(count)), limit: .max) == nil)
        }
    }

    @Test func `data after the end are refused, even another gzip member`() throws {
        let packed = try Gzip.compress(Self.text)
        for behind in [[0], Array("garbage".utf8), packed, [UInt8](repeating: 0, count: 512)] {
            #expect(try Gzip.decompress(packed + behind, limit: .max) == nil)
        }
    }

    @Test(arguments: [0, 1, 2, 3, 8] as [Int])
    func `a wrong header byte is reported as malformed`(place: Int) throws {
        var packed = try Gzip.compress(Self.text)
        // The places of the two magic bytes, the method and the flags; byte 8 has no effect on the
        // data.
        packed[place] ^= 0xE0
        if place == 8 {
            #expect(try Gzip.decompress(packed, limit: .max) == Self.text)
        } else {
            #expect(throws: CompressionError.malformed) {
                try Gzip.decompress(packed, limit: .max)
            }
        }
    }

    @Test func `a wrong checksum or length at the end is reported as malformed`() throws {
        let packed = try Gzip.compress(Self.text)
        for fromEnd in 1...8 {
            var wrong = packed
            wrong[packed.count - fromEnd] ^= 1
            #expect(throws: CompressionError.malformed) {
                try Gzip.decompress(wrong, limit: .max)
            }
        }
    }

    @Test func `a changed byte never yields different data`() throws {
        let text = Array("what is packed".utf8)
        let packed = try Gzip.compress(text)
        for place in packed.indices {
            for change in UInt8(1)...255 {
                var wrong = packed
                wrong[place] ^= change
                // Some changes have no effect: in the header's time and system, and in unused bits
                // of the last byte.
                let found = try? Gzip.decompress(wrong, limit: 1 << 16)
                #expect(found == nil || found == text)
            }
        }
    }

    @Test(
        arguments: [[], [0x1F], [0x1F, 0x8B], [0x78, 0x9C, 3, 0, 0, 0, 0, 1], Array("BZh9".utf8)]
            as [[UInt8]]
    )
    func `data in other formats are refused`(bytes: [UInt8]) {
        #expect(((try? Gzip.decompress(bytes, limit: .max)) ?? nil) == nil)
    }
}
