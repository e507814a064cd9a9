// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoHTTP
import RecadoMultipart
import RecadoTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Uploads` {
    private let stub = StubTransport(json: #"{"id":7,"title":"a"}"#)
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var client: Client {
        get throws {
            try Client(base: "https://example.org/videoclub", transport: ReadingTransport(stub))
        }
    }

    private func sent(_ index: Int = 0) throws -> (request: Request, text: String) {
        let request = try #require(stub.sent.dropFirst(index).first)
        return (request, String(decoding: request.content.bytes ?? [], as: UTF8.self))
    }

    @Test
    func `a file is sent with its media type, and the response is decoded`() async throws {
        folder.write("poster", to: "poster.png")
        let upload = try Upload.file(folder.path + "/poster.png", as: .png)
        #expect(upload.content.length == 6)
        #expect(upload.content.isReplayable)
        let reply = try await client.upload(upload, to: "films/7", method: .put, as: Film.self)
        #expect(reply.output == Film(id: 7, title: "a"))
        let (request, text) = try sent()
        #expect(text == "poster")
        #expect(request.method == .put)
        #expect(request.fields[.contentType] == "image/png")
        #expect(request.fields[.accept]?.hasPrefix("application/json") == true)
        #expect(stub.sentTimeouts.map(\.total) == [nil])
    }

    @Test
    func `a file is opened again for every upload`() async throws {
        folder.write("one", to: "x")
        let upload = try Upload.file(folder.path + "/x")
        try await client.upload(upload, to: "films")
        folder.write("two", to: "x")
        try await client.upload(upload, to: "films")
        #expect(try sent(0).text == "one")
        #expect(try sent(1).text == "two")
    }

    @Test
    func `a missing file is an error before anything is sent`() throws {
        #expect(throws: FileError.self) { try Upload.file(folder.path + "/none") }
    }

    @Test
    func `a form is sent with its boundary and its length`() async throws {
        var form = Multipart.Writer()
        form.append("Solaris", named: "title")
        folder.write("poster", to: "poster.png")
        try form.append(fileAt: folder.path + "/poster.png", named: "poster", mediaType: .png)
        let upload = Upload.form(form)
        #expect(upload.content.length != nil)
        try await client.upload(upload, to: "films")
        let (request, text) = try sent()
        #expect(request.fields[.contentType]?.hasPrefix("multipart/form-data; boundary=") == true)
        #expect(text.contains("filename=\"poster.png\""))
        #expect(text.utf8.count == upload.content.length)
    }

    @Test
    func `a stream made by a closure is replayable, a given stream is not`() async throws {
        let made = Content(makingPieces: {
            AsyncStream<[UInt8]> { stream in
                stream.yield([0x61])
                stream.finish()
            }
        })
        #expect(made.isReplayable)
        let upload = Upload(made)
        try await client.upload(upload, to: "films")
        try await client.upload(upload, to: "films")
        #expect(try sent(0).text == "a")
        #expect(try sent(1).text == "a")
        let once = Content(pieces: AsyncStream<[UInt8]> { $0.finish() })
        #expect(!once.isReplayable)
        let meter = TransferMeter()
        #expect(!Upload(once).with { $0.meter = meter }.content.isReplayable)
    }

    // MARK: - Compression

    private func unpacked(_ request: Request) async throws -> String {
        let bytes = request.content.bytes ?? []
        let fields: Fields = [.contentEncoding: request.fields[.contentEncoding] ?? ""]
        let answer = StubTransport { _ in
            Response(status: .ok, fields: fields, content: Content(bytes))
        }
        let response = try await DecompressionTransport(base: answer).send(
            Request(method: .get, target: "/")
        )
        return String(decoding: try await response.content.collect(upTo: 1 << 24), as: UTF8.self)
    }

    @Test
    func `compressible content is sent as gzip and decompresses to the original`() async throws {
        let text = String(repeating: "It was a dark and stormy night. ", count: 10_000)
        folder.write(text, to: "night.txt")
        let path = folder.path + "/night.txt"
        let pieces = AsyncStream<[UInt8]> { stream in
            for _ in 0..<10 { stream.yield(Array(text.utf8.prefix(text.utf8.count / 10))) }
            stream.finish()
        }
        let uploads = [
            Upload(Content(text)), try Upload.file(path), Upload(Content(pieces: pieces)),
        ]
        for (index, upload) in uploads.enumerated() {
            let meter = TransferMeter()
            let compressed = upload.with {
                $0.compresses = true
                $0.meter = meter
            }
            try await client.upload(compressed, to: "films")
            let request = try sent(index).request
            #expect(request.fields[.contentEncoding] == "gzip")
            #expect(request.content.length ?? .max < text.utf8.count / 50)
            #expect(try await unpacked(request) == text)
            #expect(meter.progress.done == text.utf8.count)
        }
    }

    @Test
    func `short or incompressible content is sent uncompressed`() async throws {
        var generator = SystemRandomNumberGenerator()
        let noise = (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let pieces = AsyncStream<[UInt8]> { stream in
            for start in stride(from: 0, to: noise.count, by: 1000) {
                stream.yield(Array(noise[start..<(start + 1000)]))
            }
            stream.finish()
        }
        let contents = [Content(noise), Content("short"), Content(pieces: pieces)]
        for (index, content) in contents.enumerated() {
            let upload = Upload(content).with { $0.compresses = true }
            try await client.upload(upload, to: "films")
            let request = try sent(index).request
            #expect(!request.fields.contains(.contentEncoding))
            #expect(request.content.bytes == (index == 1 ? Array("short".utf8) : noise))
        }
    }

    @Test
    func `CompressionTransport compresses only content without a coding`() async throws {
        let text = String(repeating: "a", count: 1000)
        let layer = CompressionTransport(stub)
        let uri = try URI("https://example.org/x")
        var request = try Request(method: .post, uri: uri, content: Content(text))
        _ = try await layer.send(request)
        request.fields[.contentEncoding] = "br"
        _ = try await layer.send(request)
        #expect(try sent(0).request.fields[.contentEncoding] == "gzip")
        #expect(try await unpacked(try sent(0).request) == text)
        #expect(try sent(1).text == text)
    }
}
