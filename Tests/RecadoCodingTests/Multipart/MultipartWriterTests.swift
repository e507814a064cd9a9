// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import RecadoHTTP
import RecadoMultipart
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Writing multipart content` {
    private func read(
        _ content: Content,
        _ type: MediaType,
        piece: Int = .max
    ) async throws -> [ReadPart] {
        let bytes = try await content.collect(upTo: 1 << 24)
        let boundary = try #require(type.parameters["boundary"])
        return try MultipartSample.read(bytes, boundary: boundary, piece: piece)
    }

    private var sample: Multipart.Writer {
        var form = Multipart.Writer()
        form.append("El Camión", named: "title")
        form.append(
            Content([0x89, 0x0D, 0x0A]),
            named: "po\"ster\r\n",
            filename: #"a\"b".png"#,
            mediaType: .png
        )
        form.append(FormFile(filename: nil, bytes: [1]), named: "raw")
        return form
    }

    @Test func `parts are written in the form that browsers use`() async throws {
        let form = sample
        var generator = Seeded(seed: 7)
        let (content, type) = form.content(using: &generator)
        let boundary = try #require(type.parameters["boundary"])
        #expect(type.essence == "multipart/form-data" && boundary.utf8.count <= 70)
        let expected =
            Array(
                """
                --\(boundary)\r
                Content-Disposition: form-data; name="title"\r
                \r
                El Camión\r
                --\(boundary)\r
                Content-Disposition: form-data; name="po%22ster%0D%0A"; filename="a\\%22b%22.png"\r
                Content-Type: image/png\r
                \r\n
                """.utf8
            ) + [0x89, 0x0D, 0x0A]
            + Array(
                """
                \r
                --\(boundary)\r
                Content-Disposition: form-data; name="raw"\r
                Content-Type: application/octet-stream\r
                \r
                \u{1}\r
                --\(boundary)--\r\n
                """.utf8
            )
        let bytes = try #require(content.bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == String(decoding: expected, as: UTF8.self))
        #expect(bytes == expected)
        #expect(content.length == bytes.count && content.isReplayable)
    }

    @Test func `a form without parts is only a closing boundary`() async throws {
        let (content, type) = Multipart.Writer().content()
        #expect(try await read(content, type) == [])
        #expect(content.length == content.bytes?.count)
    }

    @Test func `a boundary that occurs in the content is replaced`() throws {
        var first = Seeded(seed: 1)
        let taken = Multipart.Boundary(using: &first)
        var form = Multipart.Writer()
        form.append("this is --\(taken) indeed", named: "a")
        var again = Seeded(seed: 1)
        let (_, type) = form.content(using: &again)
        #expect(type.parameters["boundary"] != taken.description)
    }

    // MARK: - Streams and files

    private struct TemporaryFile: ~Copyable {
        let path: String

        init(_ bytes: [UInt8]) throws {
            path = FileManager.default.temporaryDirectory
                .appending(path: "recado-\(UUID()).bin").path()
            try Data(bytes).write(to: URL(filePath: path))
        }

        deinit {
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    @Test func `a file is streamed with its length and can be sent again`() async throws {
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let file = try TemporaryFile(bytes)
        var form = Multipart.Writer()
        form.append("x", named: "title")
        try form.append(fileAt: file.path, named: "poster", mediaType: .png)
        form.append("y", named: "end")
        let (content, type) = form.content()
        #expect(content.isReplayable && content.bytes == nil)
        for _ in 0..<2 {
            let all = try await content.collect(upTo: 1 << 20)
            #expect(all.count == content.length)
            let parts = try await read(content, type)
            #expect(parts.map(\.name) == ["title", "poster", "end"])
            #expect(
                parts[1].bytes == bytes
                    && parts[1].filename == file.path.split(separator: "/").last.map(String.init)
            )
        }
    }

    @Test func `a grown file is sent at its announced length; a shorter one fails`() async throws {
        let file = try TemporaryFile([1, 2, 3])
        let content = try Content(fileAt: file.path)
        try Data([1, 2, 3, 4]).write(to: URL(filePath: file.path))
        #expect(try await content.collect(upTo: 9) == [1, 2, 3])
        try Data([1]).write(to: URL(filePath: file.path))
        await #expect(throws: FileError.self) { try await content.collect(upTo: 9) }
    }

    @Test func `only regular files can be sent`() {
        #expect(throws: FileError.self) { try Content(fileAt: "/absent") }
        #expect(throws: FileError.self) { try Content(fileAt: "/tmp") }
        #expect(throws: FileError.self) { try Content(fileAt: "/dev/zero") }
        var form = Multipart.Writer()
        #expect(throws: FileError.self) { try form.append(fileAt: "/absent", named: "a") }
        #expect(form.count == 0)
    }

    @Test func `a part of unknown length makes the length of the form unknown`() async throws {
        let pieces = CountedPieces(Array("streamed".utf8), size: 3)
        var form = Multipart.Writer()
        form.append(Content(pieces: pieces), named: "a", filename: "s")
        form.append("x", named: "b")
        let (content, type) = form.content()
        #expect(content.length == nil && !content.isReplayable)
        #expect(try await read(content, type).map(\.bytes) == [Array("streamed".utf8), [0x78]])
        #expect(pieces.counter.count == 3)
    }

    @Test func `a form with replayable streams can be sent again`() async throws {
        let pieces = CountedPieces(Array("streamed".utf8), size: 3)
        var form = Multipart.Writer()
        form.append(Content(pieces: pieces, length: 8, isReplayable: true), named: "a")
        let (content, type) = form.content()
        #expect(content.isReplayable)
        for _ in 0..<2 {
            let parts = try await read(content, type)
            #expect(parts == [ReadPart("a", "streamed")])
        }
        #expect(try await content.collect(upTo: 1000).count == content.length)
    }

    @Test(arguments: [7, 9])
    func `a stream whose length differs from the declared length is an error`(
        _ length: Int
    ) async throws {
        let pieces = CountedPieces(Array("streamed".utf8), size: 3)
        var form = Multipart.Writer()
        form.append(Content(pieces: pieces, length: length), named: "a")
        let (content, _) = form.content()
        await #expect(throws: CodingError.self) { try await content.collect(upTo: 1000) }
    }

    // MARK: - Round trips

    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
    func `random parts are read back unchanged`(_ seed: UInt64) async throws {
        var random = Seeded(seed: seed)
        let letters = Array("ab\"\\\r\n-;= %é日\u{301}/.'".unicodeScalars)
        func text(_ most: Int) -> String {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...most, using: &random) {
                if let letter = letters.randomElement(using: &random) { text.append(letter) }
            }
            return String(text)
        }
        for _ in 0..<20 {
            var form = Multipart.Writer()
            var expected: [ReadPart] = []
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                let bytes = Array(text(60).utf8)
                // A `%` is left out: escapes that the writer adds look like escapes that a name
                // already has.
                let name = text(12).replacing("%", with: "")
                form.append(Content(bytes), named: name)
                var part = ReadPart(name, "")
                part.bytes = bytes
                expected.append(part)
            }
            let (content, type) = form.content(using: &random)
            for piece in [1, 13, .max] {
                let parts = try await read(content, type, piece: piece)
                #expect(parts == expected, "seed \(seed)")
            }
        }
    }
}
