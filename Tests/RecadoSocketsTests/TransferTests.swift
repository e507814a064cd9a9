// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RecadoClient
import RecadoHTTP
import RecadoSockets
import RecadoTestSupport
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(3)))
struct `Streams, downloads and uploads over sockets` {
    private static let content = (0..<997).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    /// A folder for the files of a test.
    private final class Folder: Sendable {
        let path: String

        init() throws {
            var template = Array("/tmp/recado-transfers-XXXXXX".utf8CString)
            let made = unsafe template.withUnsafeMutableBufferPointer { buffer in
                unsafe buffer.baseAddress.map { unsafe mkdtemp($0) != nil } ?? false
            }
            try #require(made)
            path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        }

        deinit {
            for name in ["file", "file.part", "file.part.json"] { unsafe unlink("\(path)/\(name)") }
            unsafe rmdir(path)
        }

        /// Reads the downloaded file.
        func read() async throws -> [UInt8] {
            try await Upload.file("\(path)/file").content.collect(upTo: 1 << 20)
        }
    }

    /// Answers a request with the content from the requested byte on, and closes the connection
    /// after `count` bytes of it.
    private static func serve(_ connection: ScriptedServer.Connection, endAfter count: Int?) {
        guard let request = connection.receive() else { return }
        let start = request.value(of: "Range").flatMap { Int($0.dropFirst(6).dropLast()) } ?? 0
        let rest = content[start...]
        var head = start == 0 ? "HTTP/1.1 200 OK\r\n" : "HTTP/1.1 206 Partial Content\r\n"
        if start > 0 {
            head += "Content-Range: bytes \(start)-\(content.count - 1)/\(content.count)\r\n"
        }
        connection.send(head + "ETag: \"v1\"\r\nContent-Length: \(rest.count)\r\n\r\n")
        connection.send(Array(rest.prefix(count ?? rest.count)))
        if count == nil { connection.drain() }
    }

    private func client(_ server: ScriptedServer) throws -> Client {
        // Without retries, so that the test sees the error.
        let base = "http://127.0.0.1:\(server.port)"
        return try Client(base: base, transport: SocketTransport(), middleware: .none)
    }

    @Test
    func `an interrupted download is resumed by the next call`() async throws {
        var options = DownloadOptions()
        options.continuations = 0
        for count in [0, 1, 2, 7, 64, 500, 995, 996] {
            let server = try ScriptedServer { connection in
                Self.serve(connection, endAfter: connection.number == 1 ? count : nil)
            }
            let folder = try Folder()
            let client = try client(server)
            var kept = 0
            do {
                _ = try await client.download("x", to: "\(folder.path)/file", storing: options)
                Issue.record("nothing was thrown")
            } catch {
                #expect(error.callError?.kind == .unreachable)
                kept = error.keptBytes
            }
            // The client may notice that the connection has ended before it has read the response.
            // The call then fails without a response, and no bytes are kept.
            #expect(kept == count || kept == 0)
            let file = try await client.download("x", to: "\(folder.path)/file", storing: options)
            #expect(file.resumedFrom == kept)
            #expect(try await folder.read() == Self.content)
        }
    }

    /// Duplicates this process's descriptor of a file.
    ///
    /// The copy has the same effect as the descriptor that a child process inherits at `fork` and
    /// has until it starts its program.
    private static func copy(ofDescriptorOf path: String) -> CInt? {
        for descriptor in 0..<1_024 as Range<CInt> {
            var bytes = [CChar](repeating: 0, count: 4_096)
            let count = unsafe readlink("/proc/self/fd/\(descriptor)", &bytes, bytes.count)
            let isFound =
                count > 0 && bytes[..<count].map(UInt8.init(bitPattern:)) == Array(path.utf8)
            if isFound { return dup(descriptor) }
        }
        return nil
    }

    @Test
    func `a descriptor inherited by a child process does not block a download`() async throws {
        let folder = try Folder()
        let copy = Mutex<CInt?>(nil)
        let server = try ScriptedServer { connection in
            let isFirst = connection.number == 1
            if isFirst {
                let found = Self.copy(ofDescriptorOf: "\(folder.path)/file.part")
                copy.withLock { $0 = found }
            }
            Self.serve(connection, endAfter: isFirst ? 500 : nil)
        }
        var options = DownloadOptions()
        options.continuations = 0
        let client = try client(server)
        await #expect(throws: DownloadError.self) {
            try await client.download("x", to: "\(folder.path)/file", storing: options)
        }
        let found = copy.withLock { $0 }
        let held = try #require(found)
        let file = try await client.download("x", to: "\(folder.path)/file", storing: options)
        #expect(file.size == Self.content.count)
        close(held)
    }

    @Test
    func `an interrupted download is continued within the same call`() async throws {
        let server = try ScriptedServer { connection in
            Self.serve(connection, endAfter: connection.number < 3 ? 300 : nil)
        }
        var options = DownloadOptions()
        options.clock = ImmediateClock()
        let folder = try Folder()
        let transport = RetryTransport(SocketTransport(), clock: ImmediateClock())
        let client = try Client(base: "http://127.0.0.1:\(server.port)", transport: transport)
        let file = try await client.download(
            "x",
            to: "\(folder.path)/file",
            storing: options
        )
        #expect(file.size == Self.content.count)
        #expect(server.connectionCount == 3)
        #expect(try await folder.read() == Self.content)
    }

    @Test
    func `a file is uploaded completely with its length`() async throws {
        let notes = Notes<ScriptedServer.Connection.Received>()
        let server = try ScriptedServer { connection in
            while let received = connection.receive() {
                notes.add(received)
                connection.send("HTTP/1.1 204 No Content\r\n\r\n")
            }
        }
        let folder = try Folder()
        let source = try ScriptedServer { Self.serve($0, endAfter: nil) }
        _ = try await client(source).download("x", to: "\(folder.path)/file")
        let meter = TransferMeter()
        let upload = try Upload.file("\(folder.path)/file").with { $0.meter = meter }
        try await client(server).upload(upload, to: "films", method: .put)
        let stream = Content(makingPieces: {
            AsyncStream<[UInt8]> { stream in
                for byte in Self.content { stream.yield([byte]) }
                stream.finish()
            }
        })
        try await client(server).upload(Upload(stream), to: "films")
        let received = notes.all
        #expect(received.map(\.content) == [Self.content, Self.content])
        #expect(received.first?.value(of: "Content-Length") == "997")
        #expect(received.last?.value(of: "Transfer-Encoding") == "chunked")
        #expect(meter.progress.done == 997)
    }

    @Test
    func `the status and each line are available before the content ends`() async throws {
        let (lines, line) = AsyncStream.makeStream(of: Void.self)
        let server = try ScriptedServer { connection in
            _ = connection.receive()
            connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n")
            connection.send("one\n")
            connection.drain()
            line.yield()
        }
        #expect(try await firstLine(client(server)) == "one")
        // Releasing the reply ends the connection, and with it the server's script.
        for await _ in lines { break }
    }

    private func firstLine(_ client: Client) async throws -> String? {
        let reply = try await client.stream("log")
        #expect(reply.status == .ok)
        for try await line in reply.lines() { return line }
        return nil
    }

    @Test
    func `an event stream continues over another connection`() async throws {
        let notes = Notes<String?>()
        let server = try ScriptedServer { connection in
            guard let request = connection.receive() else { return }
            notes.add(request.value(of: "Last-Event-ID"))
            guard connection.number < 3 else {
                return connection.send("HTTP/1.1 204 No Content\r\n\r\n")
            }
            connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
            connection.send("retry: 100\nid: \(connection.number)\ndata: \(connection.number)\n\n")
        }
        var data: [String] = []
        var options = EventStreamOptions()
        options.clock = ImmediateClock()
        for try await event in try client(server).events("live", keeping: options) {
            data.append(event.data)
        }
        #expect(data == ["1", "2"])
        #expect(notes.all == [nil, "1", "2"])
    }
}

/// A clock whose sleeps end at once.
private struct ImmediateClock: Clock {
    var now: ContinuousClock.Instant { ContinuousClock.now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
    }
}
