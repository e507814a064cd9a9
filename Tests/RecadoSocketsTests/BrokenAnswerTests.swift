// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RecadoClient
import RecadoHTTP
import RecadoSockets
import RecadoTestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct `Truncated responses` {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var answer: String
    }

    static let answers = [
        Case(
            testDescription: "of a length",
            answer: "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nA: b\r\n\r\nabc"
        ),
        Case(
            testDescription: "in chunks",
            answer: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "2\r\nab\r\n1\r\nc\r\n0\r\nA: b\r\n\r\n"
        ),
        Case(
            testDescription: "after an informational one",
            answer: "HTTP/1.1 103 Early Hints\r\nA: b\r\n\r\n"
                + "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na"
        ),
    ]

    @Test(arguments: answers, [true, false])
    func `a response that is cut off after any of its bytes causes an error`(
        example: Case,
        isReset: Bool
    ) async throws {
        let bytes = Array(example.answer.utf8)
        let server = try ScriptedServer { connection in
            guard let request = connection.receive() else { return }
            let count = request.value(of: "Count").flatMap { Int($0) } ?? 0
            connection.send(Array(bytes.prefix(count)))
            if isReset { connection.reset() }
        }
        let transport = SocketTransport()
        // A chunked response that lacks only its final LF is not tried, because some clients accept
        // it.
        let needed = example.answer.contains("chunked") ? bytes.count - 1 : bytes.count
        for count in 0..<needed {
            let request = server.request(fields: ["Count": "\(count)"])
            let error = await transportError {
                let text = try await transport.fetch(request).1
                Issue.record("“\(text)” after \(count) bytes")
            }
            // A beginning that is not HTTP is a violation of the protocol, even if the connection
            // is lost.
            let kinds: [TransportError.Kind] = [.connectionLost, .protocolViolation]
            #expect(error.map { kinds.contains($0.kind) } == true, "after \(count) bytes: \(error)")
        }
        #expect(server.connectionCount >= needed)
    }

    @Test(arguments: [true, false])
    func `the received part of the content is delivered before the error`(
        isReset: Bool
    ) async throws {
        let server = try ScriptedServer { connection in
            _ = connection.receive()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\nA: b\r\n\r\nabc")
            if isReset { connection.reset() }
        }
        // The transport must outlive the call: releasing it would end the call.
        let transport = SocketTransport()
        defer { withExtendedLifetime(transport) {} }
        // A reset may discard bytes that are on their way; a normal end does not.
        for _ in 0..<(isReset ? 1 : 50) {
            var bytes: [UInt8] = []
            var status: Status?
            let error = await transportError {
                let answer = try await transport.send(server.request())
                status = answer.status
                for try await piece in answer.content.pieces { bytes += piece }
            }
            #expect(error?.kind == .connectionLost)
            if isReset, status == nil { continue }
            #expect(status == .ok)
            #expect(isReset || bytes == Array("abc".utf8))
        }
    }

    @Test
    func `a call fails while no file descriptor is free, and later calls succeed`() async {
        await #expect(processExitsWith: .success) {
            let transport = SocketTransport()
            // No server listens there; this call makes the transport's thread open its own
            // descriptors first.
            let request = Request(method: .get, authority: "127.0.0.1:1", target: "/")
            let first = await transportError { _ = try await transport.fetch(request) }
            try #require(first?.kind == .cannotConnect)
            var limit = rlimit(rlim_cur: 256, rlim_max: 256)
            unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            var held: [Int32] = []
            while case let descriptor = dup(1), descriptor >= 0 { held.append(descriptor) }
            let second = await transportError { _ = try await transport.fetch(request) }
            for descriptor in held { close(descriptor) }
            try #require(second?.kind == .failed, "\(second?.description ?? "answered")")
            let third = await transportError { _ = try await transport.fetch(request) }
            try #require(third?.kind == .cannotConnect)
        }
    }

    @Test(arguments: [0, 1])
    func `a transport without free file descriptors reports that it cannot start`(left: Int) async {
        await #expect(processExitsWith: .success) { [left] in
            var limit = rlimit(rlim_cur: 256, rlim_max: 256)
            unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            var held: [Int32] = []
            while case let descriptor = dup(1), descriptor >= 0 { held.append(descriptor) }
            for descriptor in held.prefix(left) { close(descriptor) }
            let transport = SocketTransport()
            let request = Request(method: .get, authority: "127.0.0.1:1", target: "/")
            let error = await transportError { _ = try await transport.fetch(request) }
            for descriptor in held.dropFirst(left) { close(descriptor) }
            try #require(error?.kind == .failed, "\(error?.description ?? "answered")")
            try #require(error?.detail == "no descriptor is free")
            await transport.shutdown()
        }
    }
}
