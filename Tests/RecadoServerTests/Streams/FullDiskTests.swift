// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoMultipart
import RecadoServer
import Testing

private struct Picture: Codable, Sendable {
    var image: FormFile
}

private struct PictureReport: Codable, Sendable, Hashable {
    var size: Int
    var isOnDisk: Bool
}

private struct StorePicture: Endpoint {
    static let route: Route = "POST /pictures"
    static let contentLimit = 1 << 20
    static let formats: [Format] = [.json, .multipart(Self.form)]
    typealias Output = PictureReport
    @Body var picture: Picture

    static let form: MultipartForm = {
        var form = MultipartForm()
        form.fileThreshold = 1_000
        return form
    }()
}

/// An endpoint whose files would go into a folder that does not exist.
private struct StorePictureNowhere: Endpoint {
    static let route: Route = "POST /nowhere"
    static let contentLimit = 1 << 20
    static let formats: [Format] = [.json, .multipart(Self.form)]
    typealias Output = PictureReport
    @Body var picture: Picture

    static let form: MultipartForm = {
        var form = MultipartForm()
        form.fileThreshold = 1_000
        form.fileDirectory = "/nowhere/at/all"
        return form
    }()
}

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `Uploaded files without disk space` {
    @Test func `are refused with 507 until the disk has space again`() async {
        // Runs in a process of its own, because the limit on file sizes applies to a whole process.
        await #expect(processExitsWith: .success) {
            let application = try pictures()
            let before = try limitFiles(to: 65_536)
            let refused = try await Answer(application.respond(to: upload(of: 200_000)))
            #expect(refused.status == .insufficientStorage)
            #expect(refused.problem?.status == .insufficientStorage)
            #expect(!refused.text.contains("/tmp"))
            // Files that need less room are still accepted.
            for count in [500, 20_000] {
                let taken = try await Answer(application.respond(to: upload(of: count)))
                #expect(taken.text == "{\"size\":\(count),\"isOnDisk\":\(count > 1_000)}")
            }
            _ = try limitFiles(to: before)
            let taken = try await Answer(application.respond(to: upload(of: 200_000)))
            #expect(taken.text == #"{"size":200000,"isOnDisk":true}"#)
        }
    }

    @Test func `are refused with 507 if no file can be created`() async throws {
        let application = try pictures()
        let handler = FunctionHandler { await application.respond(to: $0) }
        try await withServer(handler: handler) { port in
            let client = try TestClient(port: port)
            try send(form(of: 5_000), to: client)
            let refused = try client.answer()
            #expect(refused.status == 507, "\(refused.content)")
            #expect(refused.fields["content-type"] == "application/problem+json")
            #expect(!refused.content.contains("/nowhere/at"))
            // A file that is small enough for memory is accepted.
            try send(form(of: 500), to: client)
            #expect(try client.answer().content == #"{"size":500,"isOnDisk":false}"#)
        }
    }

    /// Sends the header of a form, waits for 100 (Continue), and then sends the content.
    private func send(_ pieces: [String], to client: TestClient) throws {
        let content = pieces.joined()
        let head = """
            POST /p/nowhere HTTP/1.1\r
            Host: h\r
            Content-Type: multipart/form-data; boundary=x\r
            Expect: 100-continue\r
            Content-Length: \(content.utf8.count)\r\n\r\n
            """
        try client.send(head)
        let first = try client.answer()
        guard first.status == 100 else { throw TestClient.Failure(description: "\(first)") }
        try client.send(content)
    }
}

/// Returns an application that reads pictures and does not keep them.
private func pictures() throws -> Application {
    var service = Service(
        API(
            name: "p",
            title: "P",
            version: "1",
            endpoints: [StorePicture.self, StorePictureNowhere.self]
        )
    )
    service.serve { (call: StorePicture) async throws(HandlerError<Never>) in
        report(on: call.picture)
    }
    service.serve { (call: StorePictureNowhere) async throws(HandlerError<Never>) in
        report(on: call.picture)
    }
    return try Application([service])
}

private func report(on picture: Picture) -> PictureReport {
    PictureReport(size: picture.image.size, isOnDisk: picture.image.isOnDisk)
}

/// Returns a form with a file of `count` bytes, in pieces of at most 10 000 bytes.
private func form(of count: Int) -> [String] {
    let piece = String(repeating: "a", count: min(count, 10_000))
    let head =
        "--x\r\nContent-Disposition: form-data; name=\"image\"; filename=\"i.png\"\r\n"
        + "Content-Type: image/png\r\n\r\n"
    return [head] + Array(repeating: piece, count: count / piece.utf8.count) + ["\r\n--x--\r\n"]
}

/// Returns a request whose content arrives in pieces.
private func upload(of count: Int) -> Request {
    Request(
        method: .post,
        authority: "h",
        target: "/p/pictures",
        fields: [.contentType: "multipart/form-data; boundary=x"],
        content: Content(reading: source(form(of: count)))
    )
}

/// Limits the size of files in this process, and returns the limit before.
///
/// To a writer such a limit looks like a full disk.
private func limitFiles(to size: rlim_t) throws -> rlim_t {
    // Exceeding the limit also raises a signal, which would end the process unless ignored.
    _ = signal(SIGXFSZ, SIG_IGN)
    let kind = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    var limit = rlimit()
    try #require(unsafe getrlimit(kind, &limit) == 0)
    let before = limit.rlim_cur
    limit.rlim_cur = size
    try #require(unsafe setrlimit(kind, &limit) == 0)
    return before
}
