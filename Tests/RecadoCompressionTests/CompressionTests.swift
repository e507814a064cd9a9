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
    func `what is encoded is decoded to the same`(_ count: Int) throws {
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
    func `garbage is malformed`(_ coding: ContentCoding) throws {
        // A window that Brotli does not have, and a length in deflate that its complement denies.
        #expect(throws: CompressionError.malformed) {
            try decode([0x11, 0x12, 0x34, 0x12, 0x34, 0x00, 0x00], coding)
        }
    }

    @Test func `codings are known by their names`() {
        #expect(ContentCoding(name: "GZip") == .gzip)
        #expect(ContentCoding(name: "x-gzip") == .gzip)
        #expect(ContentCoding(name: "br") == .brotli)
        #expect(ContentCoding(name: "zstd") == nil)
        #expect(ContentCoding.offer == "br, gzip, deflate")
    }
}
