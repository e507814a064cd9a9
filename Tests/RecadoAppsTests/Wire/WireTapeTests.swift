// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoContracts
import RecadoHTTP
import RecadoScreens
import RecadoSockets
import RecadoTestSupport
import RecadoTesting
import Testing

@testable import RecadoApps

/// The messages of a call are kept byte for byte.
@Suite(.timeLimit(.minutes(1)))
struct `Recorded HTTP exchanges` {
    @Test(
        arguments: [
            (.json, #"{"name":"Pedro","total":125}"#),
            (.form, "score%5Bname%5D=Pedro&score%5Btotal%5D=125"),
        ] as [(ScoreCalls.SendingWay, String)]
    )
    func `contain a score exactly as in the course document`(
        way: ScoreCalls.SendingWay,
        content: String
    ) async throws {
        try await Services.open { services in
            let calls = ScoreCalls(try services.client().withWireTap())
            let tape = WireTape()
            let draft = ScoreDraft(name: "Pedro", total: 125)
            _ = try await calls.add(draft, by: way, with: tape.options)
            #expect(tape.last?.request.text == content)
            #expect(tape.last?.answer?.head.hasPrefix("HTTP/1.1 201") == true)
        }
    }

    @Test func `contain only the request if the server is unreachable`() async throws {
        try await Services.open { services in
            let calls = ScoreCalls(try services.client("", .always(.refused)).withWireTap())
            let tape = WireTape()
            await #expect(throws: ScreenError.self) {
                try await calls.top(by: .json, with: tape.options)
            }
            #expect(tape.last?.request.head.hasPrefix("GET /scores/top3 HTTP/1.1\r\n") == true)
            #expect(tape.last?.answer == nil)
        }
    }

    @Test(arguments: ScoreCalls.SendingWay.allCases)
    func `contain the sent and received bytes unchanged`(way: ScoreCalls.SendingWay) async throws {
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
            middleware: .standard { $0.retry = nil }
        )
        let tape = WireTape()
        let calls = ScoreCalls(client.withWireTap())
        await #expect(throws: ScreenError.self) {
            try await calls.add(
                ScoreDraft(name: "Ana & Bé", total: 7),
                by: way,
                with: tape.options
            )
        }
        await transport.shutdown()
        let wire = try #require(received.all.first)
        let shown = try #require(tape.last)
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
