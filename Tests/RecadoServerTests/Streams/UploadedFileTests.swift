// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoMultipart
import RecadoServer
import Testing

private struct Album: Codable, Sendable {
    var title: String
    var cover: FormFile
    var stills: [FormFile]?
}

/// The facts about an album that the handler reports.
private struct AlbumReport: Codable, Sendable, Hashable {
    var title: String
    var name: String?
    var sizes: [Int]
    var onDisk: [Bool]
    /// The sum of the bytes of each file.
    var sums: [Int]
}

private struct StoreAlbum: Endpoint {
    static let route: Route = "POST /albums"
    static let contentLimit = 8 << 20
    static let formats: [Format] = [.json, .multipart(Self.form)]
    typealias Output = AlbumReport
    @Body var album: Album

    /// The directory for the files, which is removed when the process ends.
    static let directory = try? TestDirectory()
    static let form: MultipartForm = {
        var form = MultipartForm()
        form.fileThreshold = 1_000
        form.fileDirectory = directory?.path ?? "/tmp"
        form.limits.parts = 5
        form.limits.partBytes = 4 << 20
        form.limits.nameBytes = 100
        form.limits.textBytes = 2_000
        return form
    }()
}

// One after another: a new file has a name for a moment, which another test would see in the
// folder.
@Suite(.timeLimit(.minutes(1)), .serialized, .ownThread) struct `Uploaded files` {
    private typealias Look = @Sendable (Album) throws -> Void

    /// Runs a server while `body` runs, which gets a client.
    private func run(
        looking look: @escaping Look = { _ in },
        _ body: (TestClient) async throws -> Void
    ) async throws {
        var service = Service(
            API(name: "a", title: "A", version: "1", endpoints: [StoreAlbum.self])
        )
        service.serve { (call: StoreAlbum) async throws(HandlerError<Never>) in
            let files = [call.album.cover] + (call.album.stills ?? [])
            do {
                try look(call.album)
            } catch {
                throw .problem(ProblemDetails(status: .internalServerError, detail: "\(error)"))
            }
            return AlbumReport(
                title: call.album.title,
                name: call.album.cover.filename,
                sizes: files.map(\.size),
                onDisk: files.map(\.isOnDisk),
                sums: files.map { (try? $0.bytes)?.reduce(0) { $0 + Int($1) } ?? -1 }
            )
        }
        let application = try Application([service])
        let handler = FunctionHandler { await application.respond(to: $0) }
        try await withServer(handler: handler) { port in try await body(TestClient(port: port)) }
    }

    private struct Part {
        var name: String
        var filename: String?
        var content: [UInt8]
    }

    private func content(of parts: [Part]) -> [UInt8] {
        var content: [UInt8] = []
        for part in parts {
            var head = "--x\r\nContent-Disposition: form-data; name=\"\(part.name)\""
            if let filename = part.filename {
                head += "; filename=\"\(filename)\"\r\nContent-Type: image/png"
            }
            content += Array("\(head)\r\n\r\n".utf8) + part.content + [13, 10]
        }
        return content + Array("--x--\r\n".utf8)
    }

    /// Sends the header of a form, and returns the response: 100 if the server wants the content.
    private func announce(_ count: Int, to client: TestClient) throws -> TestClient.Answer {
        let head = """
            POST /a/albums HTTP/1.1\r
            Host: h\r
            Content-Type: multipart/form-data; boundary=x\r
            Expect: 100-continue\r
            Content-Length: \(count)\r\n\r\n
            """
        try client.send(head)
        return try client.answer()
    }

    /// Sends the header of a form, waits for 100 (Continue), and then sends the content.
    private func send(_ parts: [Part], to client: TestClient) throws {
        let content = content(of: parts)
        let first = try announce(content.count, to: client)
        guard first.status == 100 else { throw TestClient.Failure(description: "\(first)") }
        try client.send(content)
    }

    private static let title = Part(name: "title", content: Array("Señora".utf8))

    private func cover(_ count: Int, filename: String = "c.png") -> Part {
        Part(name: "cover", filename: filename, content: [UInt8](repeating: 1, count: count))
    }

    private func report(_ client: TestClient) throws -> AlbumReport {
        let answer = try client.answer()
        return try JSON().decode(AlbumReport.self, from: answer.content)
    }

    // MARK: - What arrives

    @Test func `small files stay in memory, large ones are written to disk`() async throws {
        try await run { client in
            let stills = [2_000, 500, 300_000].map { count in
                Part(
                    name: "stills[]",
                    filename: "s",
                    content: [UInt8](repeating: 2, count: count)
                )
            }
            try send([Self.title, cover(1_000)] + stills, to: client)
            let report = try report(client)
            #expect(report.title == "Señora")
            #expect(report.sizes == [1_000, 2_000, 500, 300_000])
            #expect(report.onDisk == [false, true, false, true])
            #expect(report.sums == [1_000, 4_000, 1_000, 600_000])
        }
    }

    @Test func `a file on disk has no name and is gone after the request`() async throws {
        let look: Look = { album in
            #expect(album.cover.isOnDisk)
            #expect(StoreAlbum.directory?.names == [])
        }
        try await run(looking: look) { client in
            try send([Self.title, cover(5_000)], to: client)
            #expect(try client.answer().status == 200)
            #expect(StoreAlbum.directory?.names == [])
        }
    }

    @Test(arguments: [10, 200_000])
    func `a file that the handler saves is kept`(count: Int) async throws {
        let directory = try TestDirectory()
        let path = directory.path + "/kept"
        let look: Look = { try $0.cover.save(to: path) }
        try await run(looking: look) { client in
            try send([Self.title, cover(count)], to: client)
            #expect(try client.answer().status == 200)
            #expect(try Content(fileAt: path).length == count)
            // A file exists at the path now, and `save` does not overwrite it.
            try send([Self.title, cover(count)], to: client)
            #expect(try client.answer().status == 500)
            #expect(try Content(fileAt: path).length == count)
        }
    }

    @Test func `directories are removed from a file name`() async throws {
        try await run { client in
            try send([Self.title, cover(2_000, filename: "../../etc/x.png")], to: client)
            #expect(try report(client).name == "x.png")
        }
    }

    @Test func `content equal to an internal marker is treated as ordinary content`() async throws {
        try await run { client in
            var mark = cover(0)
            mark.content = Array("\u{0}recado-file-0-5000".utf8)
            try send([Self.title, mark], to: client)
            #expect(try report(client).sizes == [mark.content.count])
        }
    }

    @Test(arguments: ["stills", "stills[]"], [10, 5_000])
    func `a single file is accepted as a list of one`(name: String, count: Int) async throws {
        try await run { client in
            let still = Part(
                name: name,
                filename: "s.png",
                content: [UInt8](repeating: 3, count: count)
            )
            try send([Self.title, cover(1), still], to: client)
            let answer = try client.answer()
            #expect(answer.status == 200, "\(answer.content)")
            let report = try JSON().decode(AlbumReport.self, from: answer.content)
            #expect(report.sizes == [1, count] && report.sums == [1, 3 * count])
        }
    }

    // MARK: - Limits

    @Test(arguments: ["parts", "a part", "a text", "a name", "all", "no cover", "no name"])
    func `forms over the limits or without required parts are refused`(fault: String) async throws {
        var parts = [Self.title, cover(2_000)]
        var status = 413
        switch fault {
        case "parts":
            parts += (0..<4).map { Part(name: "stills[]", filename: "s", content: [$0]) }
        case "a part": parts[1] = cover((4 << 20) + 1)
        case "a text": parts[0].content = [UInt8](repeating: 0x61, count: 2_001)
        case "a name": parts[1].filename = String(repeating: "n", count: 101)
        case "all":
            let still = [UInt8](repeating: 0, count: 3 << 20)
            parts += (0..<3).map { _ in Part(name: "stills[]", filename: "s", content: still) }
        case "no cover":
            parts.removeLast()
            status = 422
        default:
            parts[0].name = ""
            status = 422
        }
        let content = content(of: parts)
        try await run { client in
            let first = try announce(content.count, to: client)
            // If the announced length is too large, the server does not ask for the content.
            guard fault != "all" else { return #expect(first.status == 413) }
            try #require(first.status == 100)
            try client.send(content)
            #expect(try client.answer().status == status)
        }
    }

    @Test func `a truncated form is refused`() async throws {
        try await run { client in
            let head = "POST /a/albums HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n"
            try client.send(head + "Content-Type: multipart/form-data; boundary=x\r\n\r\n")
            let part = "--x\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\na"
            try client.send("\(String(part.utf8.count, radix: 16))\r\n\(part)\r\n0\r\n\r\n")
            let answer = try client.answer()
            #expect(answer.status == 400)
            #expect(answer.content.contains("ends before the boundary"))
        }
    }
}
