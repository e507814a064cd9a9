// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoApps
import RecadoClient
import RecadoContracts
import RecadoHTTP
import RecadoSockets
import RecadoTestSupport
import RecadoTesting
import Testing

/// Scores are filled in and sent, and what went over the wire is shown byte for byte.
@Suite(.timeLimit(.minutes(1)))
struct `A score that is sent` {
    @Test(arguments: ScoreEntry.Way.allCases)
    func `reaches the service in every way`(way: ScoreEntry.Way) async throws {
        try await Services.open { services in
            let client = try services.client()
            let caller = ScoresCaller(client)
            var entry = ScoreEntry(name: "Ana & Bé <ñ>", total: "125", way: way)
            await entry.send(to: caller)
            guard case .sent(let score) = entry.outcome else {
                Issue.record("\(entry.outcome)")
                return
            }
            #expect(score.name == "Ana & Bé <ñ>")
            #expect(score.total == 125)
            #expect(try await client.send(ShowScore(id: score.id)) == score)
            #expect(entry.exchange?.answer?.head.hasPrefix("HTTP/1.1 20") == true)
        }
    }

    @Test(
        arguments: [
            (.json, #"{"name":"Pedro","total":125}"#),
            (.form, "score%5Bname%5D=Pedro&score%5Btotal%5D=125"),
        ] as [(ScoreEntry.Way, String)]
    )
    func `is written as the document prints it`(
        way: ScoreEntry.Way,
        content: String
    ) async throws {
        try await Services.open { services in
            var entry = ScoreEntry(name: "Pedro", total: "125", way: way)
            await entry.send(to: ScoresCaller(try services.client()))
            #expect(entry.exchange?.request.text == content)
        }
    }

    @Test(
        arguments: [
            ("", "125", ["name"]), ("Ana", "", ["total"]), ("Ana", "many", ["total"]),
            ("Ana", "1.5", ["total"]), ("Ana", "99999999999999999999", ["total"]),
            ("", "x", ["name", "total"]), (String(repeating: "ñ", count: 256), "1", ["name"]),
        ] as [(String, String, [String])]
    )
    func `is not sent before it is whole`(
        name: String,
        total: String,
        fields: [String]
    ) async throws {
        let stub = StubTransport()
        var entry = ScoreEntry(name: name, total: total)
        await entry.send(to: ScoresCaller(try Services.client(stub)))
        guard case .failed(let trouble) = entry.outcome else {
            Issue.record("\(entry.outcome)")
            return
        }
        #expect(trouble.kind == .invalid)
        #expect(trouble.complaints.map(\.field) == fields)
        #expect(entry.exchange == nil)
        #expect(stub.requests.isEmpty)
    }

    @Test(
        arguments: [
            (.refused, .unreachable), (.error(.timedOut(.waiting)), .slow), (.unavailable(), .busy),
        ]
            as [(Fault, Trouble.Kind)]
    )
    func `keeps what was typed when the service does not take it`(
        fault: Fault,
        kind: Trouble.Kind
    ) async throws {
        try await Services.open { services in
            var entry = ScoreEntry(name: "Ana", total: "7", way: .xml)
            await entry.send(to: ScoresCaller(try services.client("", .always(fault))))
            guard case .failed(let trouble) = entry.outcome else {
                Issue.record("\(entry.outcome)")
                return
            }
            #expect(trouble.kind == kind)
            #expect(entry.name == "Ana")
            #expect(entry.total == "7")
            #expect(entry.exchange?.request.text?.contains("<name>Ana</name>") == true)
        }
    }

    @Test(arguments: ScoreEntry.Way.allCases)
    func `is shown as it stood on the wire, byte for byte`(way: ScoreEntry.Way) async throws {
        let answer =
            "HTTP/1.1 500 Internal Server Error\r\nContent-Type: text/plain\r\n"
            + "X-Odd:  two  blanks\r\nContent-Length: 5\r\n\r\nno\u{0}\r\n"
        let received = Notes<ScriptedServer.Connection.Received>()
        let server = try ScriptedServer { connection in
            guard let request = connection.receive() else { return }
            received.add(request)
            connection.send(answer)
            connection.close()
        }
        let transport = SocketTransport()
        let client = try Client(
            base: "http://127.0.0.1:\(server.port)",
            transport: transport,
            layers: .standard { $0.retry = nil }
        )
        var entry = ScoreEntry(name: "Ana & Bé", total: "7", way: way)
        await entry.send(to: ScoresCaller(client))
        await transport.shutdown()
        let wire = try #require(received.all.first)
        let shown = try #require(entry.exchange)
        #expect(shown.request.content == wire.content)
        #expect(Set(lines(shown.request.head)) == Set(lines(wire.head)))
        #expect(lines(shown.request.head).first == lines(wire.head).first)
        #expect(shown.answer?.content == Array("no\u{0}\r\n".utf8))
        #expect(shown.answer?.head.hasPrefix("HTTP/1.1 500 Internal Server Error\r\n") == true)
    }

    private func lines(_ head: String) -> [String] {
        head.split(separator: "\r\n").map(String.init)
    }
}
