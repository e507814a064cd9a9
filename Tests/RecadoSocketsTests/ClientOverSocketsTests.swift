// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoSockets
import RecadoTestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct `A client over sockets` {
    struct Film: Codable, Sendable, Hashable {
        var id: Int
        var title: String
    }

    private static func answer(_ status: String, _ json: String) -> String {
        "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(json.utf8.count)\r\n\r\n\(json)"
    }

    @Test
    func `a call sends its request and decodes the response`() async throws {
        let notes = Notes<String>()
        let server = try ScriptedServer { connection in
            while let received = connection.receive() {
                notes.add(received.head)
                connection.send(Self.answer("200 OK", #"{"id":7,"title":"El Camión"}"#))
            }
        }
        let client = try Client(base: "http://127.0.0.1:\(server.port)/videoclub/") {
            $0.credentials = nil
        }
        let film: Film = try await client.put("films/7", Film(id: 7, title: "x"))
        #expect(film == Film(id: 7, title: "El Camión"))
        let head = try #require(notes.all.first)
        #expect(head.hasPrefix("PUT /videoclub/films/7 HTTP/1.1\r\n"))
        #expect(head.contains("\r\nAccept: application/json"))
        #expect(head.contains("\r\nUser-Agent: Recado"))
        #expect(head.contains("\r\nContent-Type: application/json"))
    }

    @Test
    func `truncated content is an error`() async throws {
        let server = try ScriptedServer { connection in
            _ = connection.receive()
            connection.send(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n[1]"
            )
        }
        let client = try Client(
            base: "http://127.0.0.1:\(server.port)",
            transport: SocketTransport()
        )
        do {
            try await client.get("films")
            Issue.record("nothing was thrown")
        } catch .unreachable {
            // This is the expected failure.
        } catch {
            Issue.record(error)
        }
    }

    @Test
    func `an endless response is aborted at the content limit`() async throws {
        let gone = Event()
        let server = try ScriptedServer { connection in
            _ = connection.receive()
            connection.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n")
            while connection.send([UInt8](repeating: 0x20, count: 65_536)) {}
            gone.happen()
        }
        let transport = SocketTransport()
        let client = try Client(base: "http://127.0.0.1:\(server.port)", transport: transport) {
            $0.contentLimit = 1 << 20
        }
        do {
            try await client.get("films")
            Issue.record("nothing was thrown")
        } catch .tooLarge {
            await gone.wait()
        } catch {
            Issue.record(error)
        }
    }

    @Test
    func `a cancelled call reports its cancellation`() async throws {
        let received = Event()
        let server = try ScriptedServer { connection in
            _ = connection.receive()
            received.happen()
            connection.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n[")
            connection.drain()
        }
        let client = try Client(
            base: "http://127.0.0.1:\(server.port)",
            transport: SocketTransport()
        )
        let task = Task { try await client.get("films") }
        await received.wait()
        task.cancel()
        let error = await #expect(throws: CallError<Never>.self) { try await task.value }
        #expect(error?.kind == .cancelled)
    }
}
