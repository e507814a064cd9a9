// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoTesting
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

@Suite(.timeLimit(.minutes(1)))
struct `Download failures` {
    private static let text = "It was a dark and stormy night."
    private let folder: TemporaryFolder
    private let server = FileServer(Array(Self.text.utf8))
    private let client: Client

    init() throws {
        folder = try TemporaryFolder()
        client = try Client(server.makeStub())
    }

    private var target: String { folder.path + "/x.txt" }

    private func download(
        to destination: String? = nil,
        _ configure: (inout DownloadOptions) -> Void = { _ in }
    ) async throws(DownloadError) -> DownloadedFile {
        var options = DownloadOptions()
        options.continuations = 0
        configure(&options)
        return try await client.download("x", to: destination ?? target, storing: options)
    }

    private func failure(
        to destination: String? = nil,
        _ configure: (inout DownloadOptions) -> Void = { _ in }
    ) async -> DownloadError? {
        do {
            _ = try await download(to: destination, configure)
            return nil
        } catch {
            return error
        }
    }

    // MARK: - Content

    private static let sha256 = "sha-256=:pl2yIzIiNvXaOvSgeSGJ5aIyjKCF3LJCqiXWKM/zVvI=:"
    private static let sha512 =
        "sha-512=:UiOP47LHlggZz22/WybVqv5E1m5mOGIb87gcXL4tU/kJQmV6MtBA"
        + "6Wos5VU1kb87BZrZ05K2XpIDIFJeN9ED4A==:"

    @Test(arguments: [
        (Self.sha256, "sha-256"), (Self.sha512, "sha-512"),
        ("\(Self.sha256), \(Self.sha512)", "sha-512"),
        ("unixsum=:AAAA:, SHA-256 = x, \(Self.sha256)", "sha-256"),
    ])
    func `a matching Repr-Digest is verified, and its algorithm is reported`(
        field: String,
        name: String
    ) async throws {
        server.change { $0.fields["Repr-Digest"] = field }
        #expect(try await download().verifiedBy == name)
    }

    @Test
    func `the digest of a large file is verified after a resumed download`() async throws {
        server.change {
            $0.content = (0..<300_007).map { UInt8(truncatingIfNeeded: $0 * 7 + $0 / 251) }
            $0.breaks = [100_001]
            $0.fields["Repr-Digest"] =
                "sha-512=:ICs7Sr92fxESJghQ2C5i6FAOVoyl75LJrY29zXTZtDOutAY5"
                + "qz+/w7P1zSqD26Q8TSl9nGRBu29RG2oQvKx+Fw==:"
        }
        #expect(await failure()?.keptBytes == 100_001)
        let file = try await download()
        #expect(file.resumedFrom == 100_001)
        #expect(file.verifiedBy == "sha-512")
        server.change {
            $0.fields["Repr-Digest"] = "sha-256=:CPJ+GSwj1o6o4BiOuLBHdZVwEX+lXDIRhh6U7/zNlX0=:"
        }
        #expect(try await download().verifiedBy == "sha-256")
    }

    @Test(arguments: ["Repr-Digest", "Content-Digest"] as [FieldName])
    func `content that does not match its digest is discarded`(name: FieldName) async throws {
        server.change {
            $0.fields[name] = "sha-256=:esYn1BQI8gePVYCqSgOdWByoBW3ZsTje9Xr+yUUJZYM=:"
        }
        let error = await failure()
        #expect(error?.kind == .digestMismatch("sha-256"))
        #expect(error?.keptBytes == 0)
        #expect(folder.names.isEmpty)
    }

    @Test
    func `the Content-Digest of a partial response is compared with the part`() async throws {
        server.change { $0.breaks = [9] }
        _ = await failure()
        server.change {
            $0.fields["Content-Digest"] =
                "sha-512=:lHehyKAI+p9Jvr8eQyyr+ZMgWO6rekLBNKt72cwa1zD1"
                + "4QHVdWrjlWMXK6uunR6EH2S+euJMGQWZPV8frVPTEg==:"
        }
        #expect(try await download().resumedFrom == 9)
    }

    @Test
    func `content shorter than Content-Length is kept, longer content is not`() async throws {
        let short: Fields = [.contentLength: "40", .eTag: "\"v1\""]
        let source = { @Sendable in PiecewiseSource([Array("short".utf8)]) }
        server.change {
            $0.answers = [
                Response(status: .ok, fields: short, content: Content(reading: source()))
            ]
        }
        var error = await failure()
        #expect(error?.kind == .lengthMismatch(expected: 40, received: 5))
        #expect(error?.keptBytes == 5)
        server.change {
            $0.answers = [
                Response(
                    status: .ok,
                    fields: [.contentLength: "3", .eTag: "\"v1\""],
                    content: Content(reading: source())
                )
            ]
        }
        error = await failure()
        #expect(error?.kind == .lengthMismatch(expected: 3, received: 5))
        #expect(folder.names.isEmpty)
    }

    @Test
    func `a download above the limit fails with and without Content-Length`() async throws {
        #expect(await failure { $0.limit = 30 }?.kind == .tooLarge(limit: 30))
        server.change {
            let source = PiecewiseSource([Array("0123456789".utf8), Array("0".utf8)])
            $0.answers = [Response(status: .ok, content: Content(reading: source))]
        }
        #expect(await failure { $0.limit = 10 }?.kind == .tooLarge(limit: 10))
        #expect(folder.names.isEmpty)
        #expect(try await download { $0.limit = 31 }.size == 31)
    }

    @Test
    func `a 206 response without a range request is an error`() async throws {
        server.change {
            $0.answers = [
                Response(status: .partialContent, fields: ["Content-Range": "bytes 0-1/2"])
            ]
        }
        #expect(await failure()?.kind == .invalidRange)
    }

    @Test
    func `an error response leaves the partial file unchanged`() async throws {
        server.change { $0.breaks = [9] }
        _ = await failure()
        server.change { $0.answers = [Response(status: .forbidden)] }
        let error = await failure()
        #expect(error?.kind == .call)
        #expect(error?.callError?.status == .forbidden)
        #expect(error?.keptBytes == 9)
        #expect(error?.path == target)
        #expect(try await download().resumedFrom == 9)
    }

    // MARK: - Files

    @Test
    func `a missing directory is an error, or is created on request`() async throws {
        let missing = folder.path + "/a/b/"
        let error = await failure(to: missing)
        #expect(error?.kind == .noDirectory)
        #expect(error?.path.hasPrefix(missing) == true)
        let file = try await download(to: missing) { $0.createsDirectories = true }
        #expect(file.path == missing + "x")
        for path in [file.path, missing, folder.path + "/a"] { unsafe remove(path) }
    }

    @Test
    func `an unwritable path is an error that names the path`() async throws {
        // The kernel refuses this file to every user, including root.
        let error = await failure(to: "/proc/x.txt")
        #expect([.notPermitted, .noDirectory].contains(error?.kind))
        #expect(error?.path.hasPrefix("/proc/x.txt") == true)
    }

    @Test
    func `a partial file that is a symbolic link or directory is refused`() async throws {
        folder.write("precious", to: "precious")
        unsafe symlink(folder.path + "/precious", target + ".part")
        #expect(await failure()?.kind == .notAFile)
        #expect(folder.read("precious") == Array("precious".utf8))
        unsafe unlink(target + ".part")
        unsafe mkdir(target + ".part", 0o700)
        #expect(await failure()?.kind == .notAFile)
        unsafe rmdir(target + ".part")
    }

    @Test
    func `concurrent downloads to one file do not mix`() async throws {
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let (begun, noteBegin) = AsyncStream.makeStream(of: Void.self)
        let pieces = GatedSource(Array("slow".utf8), gate) { noteBegin.yield() }
        server.change {
            $0.answers = [Response(status: .ok, content: Content(reading: pieces))]
        }
        async let first = download()
        for await _ in begun { break }
        #expect(await failure()?.kind == .busy)
        let other = try await download(to: folder.path + "/") { $0.name = "x.txt" }
        #expect(other.path == target)
        open.finish()
        #expect(try await first.path == folder.path + "/x (2).txt")
        #expect(folder.read("x (2).txt") == Array("slow".utf8))
        #expect(folder.read("x.txt") == server.content)
        #expect(folder.names == ["x (2).txt", "x.txt"])
    }

    @Test
    func `a partial file with a second hard link is not resumed`() async throws {
        server.change { $0.breaks = [9] }
        _ = await failure()
        unsafe link(target + ".part", folder.path + "/done.txt")
        #expect(try await download().resumedFrom == 0)
        #expect(folder.read("done.txt")?.count == 9)
        #expect(folder.read("x.txt") == server.content)
    }

    // MARK: - The task

    @Test
    func `a cancelled download keeps the received bytes`() async throws {
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let (begun, noteBegin) = AsyncStream.makeStream(of: Void.self)
        let source = GatedSource(Array("slow".utf8), gate) { noteBegin.yield() }
        server.change {
            $0.answers = [
                Response(status: .ok, fields: [.eTag: "\"v1\""], content: Content(reading: source))
            ]
        }
        let task = Task { await failure { $0.continuations = 3 } }
        for await _ in begun { break }
        task.cancel()
        let error = await task.value
        open.finish()
        #expect(error?.callError?.kind == .cancelled)
        #expect(error?.keptBytes == 4)
    }

    @Test
    func `an error states path and reason in one line`() async throws {
        server.change { $0.breaks = [9] }
        let error = await failure()
        #expect(
            error?.description
                == "\(target): GET https://example.org/videoclub/x: unreachable: connection lost; "
                + "9 bytes are kept"
        )
    }
}

/// Content that ends only when the test opens a gate.
private final class GatedSource: ContentSource {
    let length: Int? = nil
    private let pieces: Pieces

    init(_ first: [UInt8], _ gate: AsyncStream<Void>, _ begun: @escaping @Sendable () -> Void) {
        pieces = Pieces(first: first, gate: gate, begun: begun)
    }

    func next() async throws -> [UInt8]? { try await pieces.next() }

    private actor Pieces {
        private var first: [UInt8]?
        private let gate: AsyncStream<Void>
        private let begun: @Sendable () -> Void

        init(first: [UInt8], gate: AsyncStream<Void>, begun: @escaping @Sendable () -> Void) {
            self.first = first
            self.gate = gate
            self.begun = begun
        }

        func next() async throws -> [UInt8]? {
            if let piece = first {
                first = nil
                return piece
            }
            begun()
            for await _ in gate {}
            try Task.checkCancellation()
            return nil
        }
    }
}
