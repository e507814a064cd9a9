// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoSockets
import RecadoTestSupport
import Testing

/// Responses that come before the request has ended, come late, or have extra bytes after them.
@Suite(.timeLimit(.minutes(3)))
struct `Early, late and extra responses` {
    let transport = SocketTransport()
    private static let refusal =
        "HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Length: 3\r\n\r\nno."

    /// The server's handling of the rest of a request that it has refused.
    enum Rest: String, CaseIterable {
        case isRead, isLeft, isReset
    }

    @Test(arguments: Rest.allCases, [true, false])
    func `a 413 response during an upload is returned instead of an error`(
        rest: Rest,
        isStream: Bool
    ) async throws {
        let server = try ScriptedServer { connection in
            guard connection.receiveHead() != nil else { return }
            _ = connection.readAll(100_000)
            connection.send(Self.refusal)
            switch rest {
            case .isRead: connection.drain()
            case .isLeft: connection.waitForEnd()
            // Closing a socket with unread bytes sends a reset.
            case .isReset: break
            }
        }
        let size = 8 << 20
        for _ in 0..<20 {
            let source = CountingSource(pieces: size >> 16, size: 1 << 16)
            let bytes = [UInt8](repeating: 7, count: isStream ? 0 : size)
            let content = isStream ? Content(reading: source) : Content(bytes)
            let request = server.request(.post, content: content)
            let result = await result { try await transport.fetch(request) }
            // A reset may discard the response (RFC 9112 §9.6); then the call must fail.
            if rest == .isReset, result.error?.kind == .connectionLost { continue }
            #expect(result.answer?.0.status == .contentTooLarge, "\(result)")
            #expect(result.answer?.1 == "no.")
        }
    }

    private func result(
        _ fetch: () async throws -> (Response, String)
    ) async -> (answer: (Response, String)?, error: TransportError?) {
        do {
            return (try await fetch(), nil)
        } catch {
            return (nil, error as? TransportError)
        }
    }

    @Test
    func `a response before the request's end does not break later calls`() async throws {
        let received = Notes<Int>()
        let server = try ScriptedServer { connection in
            while let head = connection.receiveHead() {
                let length = head.value(of: "Content-Length").flatMap { Int($0) } ?? 0
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                received.add(connection.readAll(length).count)
            }
        }
        for _ in 0..<20 {
            let content = Content([UInt8](repeating: 7, count: 1 << 20))
            #expect(try await transport.fetch(server.request(.post, content: content)).1 == "ok")
            #expect(try await transport.fetch(server.request()).1 == "ok")
        }
        // Either the whole content arrived, or the connection ended before.
        #expect(received.all.allSatisfy { $0 <= 1 << 20 })
    }

    @Test
    func `a hundred megabytes arrive completely after a slow start`() async throws {
        let piece = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        let server = try ScriptedServer { connection in
            guard connection.receive() != nil else { return }
            for byte in "HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n".utf8 {
                connection.send([byte])
                pause(milliseconds: 5)
            }
            for byte in piece.prefix(20) {
                connection.send([byte])
                pause(milliseconds: 5)
            }
            connection.send(Array(piece.dropFirst(20)))
            for _ in 1..<100 { connection.send(piece) }
        }
        let response = try await transport.send(server.request())
        var count = 0
        var isSame = true
        for try await bytes in response.content.pieces {
            var rest = bytes[...]
            while !rest.isEmpty {
                let start = count % piece.count
                let part = rest.prefix(piece.count - start)
                isSame = isSame && piece[start..<(start + part.count)] == part
                count += part.count
                rest = rest.dropFirst(part.count)
            }
        }
        #expect(count == 100_000_000)
        #expect(isSame)
    }

    static let garbage = [
        "garbage", "\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil",
        "HTTP/1.1 500 No\r\n\r\n", String(repeating: "x", count: 100_000),
    ]

    @Test(arguments: garbage, [true, false])
    func `bytes after a response are never taken for the next response`(
        garbage: String,
        isLater: Bool
    ) async throws {
        let answers = Notes<Bool>()
        let server = try ScriptedServer { connection in
            while let request = connection.receive() {
                let target = request.head.split(separator: " ").dropFirst().first ?? ""
                let answer =
                    "HTTP/1.1 200 OK\r\nContent-Length: \(target.utf8.count)\r\n\r\n\(target)"
                if isLater {
                    connection.send(answer)
                    connection.send(garbage)
                } else {
                    connection.send(answer + garbage)
                }
                answers.add(true)
            }
        }
        for number in 0..<20 {
            let (response, text) = try await transport.fetch(server.request(.get, "/\(number)"))
            #expect(response.status == .ok)
            #expect(text == "/\(number)")
            // Waits until the garbage was sent: after the next request it would look like the
            // response to that request.
            while answers.all.count <= number { await Task.yield() }
        }
    }

    @Test(arguments: [
        "HTTP/1.1 204 No Content\r\n\r\n", "HTTP/1.1 304 Not Modified\r\nContent-Length: 4\r\n\r\n",
    ])
    func `content after a bodiless response is never taken for the next one`(
        head: String
    ) async throws {
        let evil = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"
        let server = try ScriptedServer { connection in
            while let request = connection.receive() {
                let isFirst = request.head.hasPrefix("GET /first")
                connection.send(
                    isFirst ? head + evil : "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ngood"
                )
            }
        }
        for _ in 0..<10 {
            #expect(try await transport.fetch(server.request(.get, "/first")).1.isEmpty)
            #expect(try await transport.fetch(server.request(.get, "/second")).1 == "good")
        }
    }
}
