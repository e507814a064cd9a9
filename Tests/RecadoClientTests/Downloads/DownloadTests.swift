// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Downloads` {
    private let folder: TemporaryFolder
    private let server = FileServer(Array("It was a dark and stormy night.".utf8))
    private let client: Client

    init() throws {
        folder = try TemporaryFolder()
        client = try Client(server.makeStub())
    }

    private var directory: String { folder.path + "/" }

    private func download(
        _ path: String = "films/night.txt",
        to destination: String? = nil,
        _ configure: (inout DownloadOptions) -> Void = { _ in }
    ) async throws(DownloadError) -> DownloadedFile {
        var options = DownloadOptions()
        options.continuations = 0
        configure(&options)
        return try await client.download(path, to: destination ?? directory, storing: options)
    }

    private func failure(
        _ operation: () async throws(DownloadError) -> DownloadedFile
    ) async -> DownloadError? {
        do {
            _ = try await operation()
            return nil
        } catch {
            return error
        }
    }

    // MARK: - Names

    @Test
    func `a file is named after its URL, and no other file remains`() async throws {
        let file = try await download()
        #expect(file.path == directory + "night.txt")
        #expect(file.size == server.content.count)
        #expect(file.resumedFrom == 0)
        #expect(file.verifiedBy == nil)
        #expect(folder.names == ["night.txt"])
        #expect(folder.read("night.txt") == server.content)
    }

    @Test(arguments: [
        ("attachment; filename=\"El Camión.txt\"", "El Camión.txt"),
        ("attachment; filename=\"../../etc/passwd\"", "passwd"),
        ("attachment; filename=\"..\"", "night.txt"),
        ("attachment; filename*=UTF-8''%2Ebashrc", "bashrc"),
    ])
    func `the name in Content-Disposition has precedence and is made safe`(
        value: String,
        name: String
    ) async throws {
        server.change { $0.fields[.contentDisposition] = value }
        #expect(try await download().path == directory + name)
        #expect(folder.names == [name])
    }

    @Test
    func `a name given by the caller has precedence over all others`() async throws {
        server.change { $0.fields[.contentDisposition] = "attachment; filename=x.txt" }
        _ = try await download { $0.name = "mine.txt" }
        _ = try await download(to: directory + "yours.txt")
        #expect(folder.names == ["mine.txt", "yours.txt"])
    }

    @Test
    func `a file from a URL without a file name gets the name download`() async throws {
        #expect(try await download("films/").path == directory + "download")
        #expect(try await download("films/%2E%2E%2Fx?y=z.txt").path == directory + "x")
    }

    @Test
    func `a download to an existing file gets a number, replaces it or fails`() async throws {
        folder.write("old", to: "night.txt")
        #expect(try await download().path == directory + "night (2).txt")
        #expect(try await download().path == directory + "night (3).txt")
        #expect(folder.read("night.txt") == Array("old".utf8))
        let error = await failure { () throws(DownloadError) in
            try await download { $0.collision = .fail }
        }
        #expect(error?.kind == .exists)
        _ = try await download { $0.collision = .replace }
        #expect(folder.read("night.txt") == server.content)
        let target = directory + "night.txt"
        let other = try await download(to: target)
        #expect(other.path == directory + "night (4).txt")
    }

    @Test
    func `no request is sent if an existing file must not be replaced`() async throws {
        folder.write("old", to: "night.txt")
        let stub = server.makeStub()
        var options = DownloadOptions()
        options.collision = .fail
        let client = try Client(stub)
        let target = directory + "night.txt"
        let error = await failure { () throws(DownloadError) in
            try await client.download("x", to: target, storing: options)
        }
        #expect(error?.kind == .exists)
        #expect(error?.path == target)
        #expect(stub.requests.isEmpty)
        #expect(folder.names == ["night.txt"])
    }

    @Test
    func `a private file has mode 600`() async throws {
        _ = try await download { $0.isPrivate = true }
        #expect(folder.mode(of: "night.txt") == 0o600)
        _ = try await download(to: directory + "open.txt")
        #expect(try #require(folder.mode(of: "open.txt")) & 0o600 == 0o600)
    }

    // MARK: - Resuming

    @Test
    func `a download resumes at any byte where the transfer was interrupted`() async throws {
        for end in 0...server.content.count {
            let folder = try TemporaryFolder()
            server.change { $0.breaks = [end] }
            let error = await failure { () throws(DownloadError) in
                try await download(to: folder.path)
            }
            #expect(error?.kind == .call)
            #expect(error?.keptBytes == end)
            #expect(folder.names == (end == 0 ? [] : ["night.txt.part", "night.txt.part.json"]))
            let file = try await download(to: folder.path)
            #expect(file.resumedFrom == min(end, server.content.count - 1))
            #expect(folder.names == ["night.txt"])
            #expect(folder.read("night.txt") == server.content)
        }
    }

    @Test
    func `a download resumes after an interruption at each byte in turn`() async throws {
        for _ in 1..<server.content.count {
            server.change { $0.breaks = [1] }
            _ = await failure { () throws(DownloadError) in try await download() }
        }
        #expect(folder.read("night.txt.part")?.count == server.content.count - 1)
        #expect(try await download().resumedFrom == server.content.count - 1)
        #expect(folder.read("night.txt") == server.content)
    }

    @Test
    func `an interrupted transfer resumes within the call after growing delays`() async throws {
        let clock = VirtualClock(jumps: true)
        server.change { $0.breaks = [3, 4, 5] }
        let file = try await download {
            $0.continuations = 3
            $0.clock = clock
            $0.random = { 0 }
        }
        #expect(file.resumedFrom == 0)
        #expect(folder.read("night.txt") == server.content)
        #expect(clock.sleeps == [1, 2, 4].map { .seconds($0) })
    }

    @Test
    func `a changed file is downloaded again from the start`() async throws {
        server.change { $0.breaks = [9] }
        _ = await failure { () throws(DownloadError) in try await download() }
        server.change {
            $0.content = Array("The sun was shining.".utf8)
            $0.eTag = "\"v2\""
        }
        #expect(try await download().resumedFrom == 0)
        #expect(folder.read("night.txt") == server.content)
    }

    @Test(arguments: ["W/\"v1\"", nil])
    func `without a strong validator no partial file is kept`(eTag: String?) async throws {
        server.change {
            $0.eTag = eTag
            $0.breaks = [9]
        }
        let error = await failure { () throws(DownloadError) in try await download() }
        #expect(error?.keptBytes == 0)
        #expect(folder.names.isEmpty)
    }

    @Test
    func `Last-Modified is a strong validator if Date is later`() async throws {
        for (date, kept) in [("08:49:38", 9), ("08:49:37", 0)] {
            server.change {
                $0.eTag = nil
                $0.fields[.lastModified] = "Sun, 06 Nov 1994 08:49:37 GMT"
                $0.fields[.date] = "Sun, 06 Nov 1994 \(date) GMT"
                $0.breaks = [9]
            }
            let error = await failure { () throws(DownloadError) in try await download() }
            #expect(error?.keptBytes == kept)
            #expect(try await download().resumedFrom == kept)
        }
    }

    @Test
    func `without a matching partial response the whole file is sent again`() async throws {
        let foreign: Fields = ["Content-Range": "bytes 3-4/31", .eTag: "\"v1\""]
        let mixed: Fields = ["Content-Range": "bytes 9-30/31", .eTag: "\"v2\""]
        let longer: Fields = ["Content-Range": "bytes 9-30/99", .eTag: "\"v1\""]
        let rest = Content(String(repeating: "x", count: 22))
        let parts: [Response?] = [
            nil, Response(status: .rangeNotSatisfiable),
            Response(status: .partialContent, fields: foreign, content: Content("xx")),
            Response(status: .partialContent, fields: mixed, content: rest),
            Response(status: .partialContent, fields: longer, content: rest),
            Response(status: .partialContent, fields: [.contentType: "multipart/byteranges"]),
        ]
        for part in parts {
            let folder = try TemporaryFolder()
            server.change { $0.breaks = [9] }
            _ = await failure { () throws(DownloadError) in try await download(to: folder.path) }
            server.change {
                $0.knowsRanges = part != nil
                $0.answers = part.map { [$0] } ?? []
            }
            #expect(try await download(to: folder.path).resumedFrom == 0)
            #expect(folder.read("night.txt") == server.content)
            server.change { $0.knowsRanges = true }
        }
    }

    @Test
    func `the rest of a file may arrive in several partial responses`() async throws {
        server.change { $0.breaks = [5] }
        _ = await failure { () throws(DownloadError) in try await download() }
        server.change { $0.partLimit = 4 }
        #expect(try await download().resumedFrom == 5)
        #expect(folder.read("night.txt") == server.content)
    }

    @Test
    func `a partial file is resumed with a new query, but not with a new path`() async throws {
        server.change { $0.breaks = [9] }
        _ = await failure { () throws(DownloadError) in
            try await download("films/night.txt?signature=old")
        }
        let record = String(decoding: folder.read("night.txt.part.json") ?? [], as: UTF8.self)
        #expect(record.contains("v1"))
        #expect(!record.contains("signature"))
        #expect(try await download("other/night.txt").resumedFrom == 0)
        #expect(folder.names == ["night.txt", "night.txt.part", "night.txt.part.json"])
        let file = try await download("films/night.txt?signature=new")
        #expect(file.resumedFrom == 9)
        #expect(file.path == directory + "night (2).txt")
    }

    @Test
    func `a download to a file path resumes from another URL with the same ETag`() async throws {
        let target = directory + "x.txt"
        server.change { $0.breaks = [9] }
        _ = await failure { () throws(DownloadError) in try await download("a", to: target) }
        #expect(try await download("b", to: target).resumedFrom == 9)
        #expect(folder.read("x.txt") == server.content)
    }

    @Test
    func `a damaged resume record is ignored`() async throws {
        for damage in ["", "{}", "[", #"{"version":2,"url":"x"}"#] {
            folder.write("It was NOT", to: "night.txt.part")
            folder.write(damage, to: "night.txt.part.json")
            #expect(try await download { $0.collision = .replace }.resumedFrom == 0)
            #expect(folder.read("night.txt") == server.content)
        }
    }

    @Test
    func `with resuming off no partial file is kept or used`() async throws {
        server.change { $0.breaks = [9, 9] }
        _ = await failure { () throws(DownloadError) in try await download { $0.resumes = false } }
        #expect(folder.names.isEmpty)
        _ = await failure { () throws(DownloadError) in try await download() }
        #expect(try await download { $0.resumes = false }.resumedFrom == 0)
        #expect(folder.names == ["night.txt"])
    }
}
