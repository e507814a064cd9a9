// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Decompression` {
    static let text = String(repeating: "El Camión ", count: 30)

    static let gzip = "H4sIAAAAAAAAA3PNUXBOzM08vDlPwXWUSQkTAP4g5ApKAQAA"
    static let zlib = "eJxzzVFwTszNPLw5T8F1lEkJEwBYcoFD"
    static let raw = "c81RcE7MzTy8OU/BdZRJCRMA"
    static let brotli = "G0kB+B0JNk7y8WO5WIMUpbmpodkOY2sbFgNGAOUV1Ac="
    static let brotliInGzip =
        "H4sIAAAAAAAAA5P2ZPwhy2nm9+lj8s6IZpGlO1cuvMmXnC0txuzG8FT0CjsAg32fLCAAAAA="
    /// 8 MiB of zeros in 14 bytes.
    static let bomb = "m///f/gnAOKxQCD3/g8="

    static func bytes(_ base64: String) throws -> [UInt8] {
        try #require(Base64.decode(base64))
    }

    /// Returns a transport whose response has the content coding `coding` and comes in pieces of
    /// `size` bytes.
    private func transport(
        _ coding: String,
        _ bytes: [UInt8],
        piece size: Int = 1 << 20,
        limits: DecompressionLimits = DecompressionLimits()
    ) -> (DecompressionTransport, StubTransport) {
        let stub = StubTransport { _ throws(TransportError) in
            let pieces = stride(from: 0, to: bytes.count, by: size).map { start in
                Array(bytes[start..<min(start + size, bytes.count)])
            }
            let stream = AsyncStream<[UInt8]> { stream in
                for piece in pieces { stream.yield(piece) }
                stream.finish()
            }
            let fields: Fields = [
                .contentEncoding: coding, .contentLength: "\(bytes.count)", "Repr-Digest": "x",
                .contentType: "text/plain",
            ]
            return Response(status: .ok, fields: fields, content: Content(pieces: stream))
        }
        return (DecompressionTransport(base: stub, limits: limits), stub)
    }

    private func request(_ fields: Fields = [:]) throws -> Request {
        try Request(method: .get, uri: URI("https://a.example/"), fields: fields)
    }

    // MARK: - Codings

    static let codings: [(coding: String, content: String)] = [
        ("gzip", gzip), ("x-gzip", gzip), ("GZIP", gzip), ("deflate", zlib), ("deflate", raw),
        ("br", brotli), ("br, gzip", brotliInGzip), ("identity, gzip", gzip),
    ]

    @Test(arguments: codings)
    func `content is decoded for every split into pieces`(
        coding: String,
        content: String
    ) async throws {
        let bytes = try Self.bytes(content)
        for size in [1, 2, 3, 7, bytes.count] {
            let (transport, _) = transport(coding, bytes, piece: size)
            let answer = try await transport.send(request())
            #expect(answer.fields == [.contentType: "text/plain"])
            #expect(answer.content.length == nil)
            let decoded = try await answer.content.collect(upTo: 1000)
            #expect(String(decoding: decoded, as: UTF8.self) == Self.text)
        }
    }

    @Test
    func `several gzip members are decoded as one content`() async throws {
        let bytes = try Self.bytes(Self.gzip)
        for size in [1, bytes.count, 1000] {
            let (transport, _) = transport("gzip", bytes + bytes, piece: size)
            let content = try await transport.send(request()).content.collect(upTo: 1000)
            #expect(String(decoding: content, as: UTF8.self) == Self.text + Self.text)
        }
    }

    @Test
    func `content without a coding is passed on unchanged`() async throws {
        for coding in ["identity", ""] {
            let (transport, stub) = transport(coding, Array("plain".utf8))
            let answer = try await transport.send(request())
            #expect(answer.fields[.contentLength] == "5")
            #expect(!answer.fields.contains(.contentEncoding))
            #expect(try await answer.content.collect(upTo: 10) == Array("plain".utf8))
            #expect(stub.sent.first?.fields[.acceptEncoding] == "br, gzip, deflate")
        }
    }

    @Test
    func `empty content is decoded as empty`() async throws {
        let (transport, _) = transport("gzip", [])
        let answer = try await transport.send(request())
        #expect(try await answer.content.collect(upTo: 10).isEmpty)
    }

    static let passing: [Fields] = [[.acceptEncoding: "gzip"], ["Range": "bytes=0-9"]]

    @Test(arguments: passing)
    func `content is not decoded if the request has Accept-Encoding or Range`(
        fields: Fields
    ) async throws {
        let bytes = try Self.bytes(Self.gzip)
        let (transport, stub) = transport("gzip", bytes)
        let answer = try await transport.send(request(fields))
        #expect(answer.fields[.contentEncoding] == "gzip")
        #expect(try await answer.content.collect(upTo: 1000) == bytes)
        #expect(stub.sent.first?.fields == fields)
    }

    // MARK: - Faults

    @Test
    func `an unknown content coding is an error that names the coding`() async throws {
        let (transport, _) = transport("zstd", [1])
        let error = await #expect(throws: TransportError.self) {
            try await transport.send(request())
        }
        #expect(error?.kind == .undecodable)
        #expect(error?.detail == "unknown content coding “zstd”; expected br, gzip, deflate")
    }

    @Test
    func `truncated compressed content is an error`() async throws {
        for (coding, content) in [("gzip", Self.gzip), ("deflate", Self.zlib), ("br", Self.brotli)]
        {
            let bytes = try Self.bytes(content)
            for count in 1..<bytes.count {
                let (transport, _) = transport(coding, Array(bytes.prefix(count)))
                let answer = try await transport.send(request())
                let error = await #expect(throws: TransportError.self) {
                    try await answer.content.collect(upTo: 1000)
                }
                #expect(error?.detail == "the \(coding) content ends early")
            }
        }
    }

    static let faults: [(coding: String, content: String, suffix: [UInt8], detail: String)] = [
        ("gzip", gzip, [0], "something follows the gzip content"),
        ("br", brotli, [0], "something follows the br content"),
        ("deflate", zlib, [1, 2], "something follows the deflate content"),
        ("gzip", zlib, [], "malformed compressed data"),
        ("gzip", gzip, [0x1F, 0, 0, 0], "malformed compressed data"),
        ("deflate", "/////w==", [], "malformed compressed data"),
        ("br", "/////w==", [], "malformed compressed data"),
    ]

    @Test(arguments: faults)
    func `malformed or trailing data are an error and end the content`(
        coding: String,
        content: String,
        suffix: [UInt8],
        detail: String
    ) async throws {
        let bytes = try Self.bytes(content) + suffix
        for size in [1, 1000] {
            let (transport, _) = transport(coding, bytes, piece: size)
            let source = try await transport.send(request()).content.makeSource()
            let error = await #expect(throws: TransportError.self) {
                while try await source.next() != nil {}
            }
            #expect(error == TransportError(.undecodable, detail))
            #expect(try await source.next() == nil)
        }
    }

    @Test
    func `a wrong gzip checksum is an error`() async throws {
        var bytes = try Self.bytes(Self.gzip)
        bytes[bytes.count - 5] ^= 1
        let (transport, _) = transport("gzip", bytes)
        let answer = try await transport.send(request())
        await #expect(throws: TransportError(.undecodable, "malformed compressed data")) {
            try await answer.content.collect(upTo: 1000)
        }
    }

    // MARK: - Bombs

    @Test
    func `a decompression bomb is stopped at the ratio limit`() async throws {
        let (transport, _) = transport("br", try Self.bytes(Self.bomb))
        let source = try await transport.send(request()).content.makeSource()
        var count = 0
        let error = await #expect(throws: TransportError.self) {
            while let piece = try await source.next() { count += piece.count }
        }
        #expect(error?.detail == "the content is more than 200 times its compressed size")
        #expect(count == 1 << 20)
    }

    @Test
    func `the limits of ratio and size can be changed`() async throws {
        var limits = DecompressionLimits()
        (limits.ratio, limits.bytes) = (1_000_000, 8 << 20)
        let bomb = try Self.bytes(Self.bomb)
        let whole = try await transport("br", bomb, limits: limits).0.send(request())
        #expect(try await whole.content.collect(upTo: .max).count == 8 << 20)
        limits.bytes -= 1
        let above = try await transport("br", bomb, limits: limits).0.send(request())
        await #expect(throws: ContentTooLarge(limit: limits.bytes)) {
            try await above.content.collect(upTo: .max)
        }
    }

    @Test
    func `more than three content codings are refused`() async throws {
        let (transport, _) = transport("gzip, gzip, gzip, gzip", [1])
        await #expect(
            throws: TransportError(.undecodable, "4 content codings; expected at most 3")
        ) { try await transport.send(request()) }
    }

    @Test
    func `cancelling the task stops the decompression`() async throws {
        var limits = DecompressionLimits()
        limits.ratio = .max
        let (transport, _) = transport("br", try Self.bytes(Self.bomb), limits: limits)
        let source = try await transport.send(request()).content.makeSource()
        #expect(try await source.next() != nil)
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await source.next()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
