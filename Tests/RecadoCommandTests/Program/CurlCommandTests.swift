// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import ChildProcess
import Foundation
import RecadoClient
import RecadoCurlCommands
import RecadoHTTP
import RecadoServer
import Synchronization
import Testing

/// Tests that a shell and curl send the request for which Recado has written a curl command.
@Suite(.timeLimit(.minutes(2))) struct `curl commands generated from requests` {
    /// A server that records the requests it gets.
    private final class Peer: Handler {
        struct Arrival: Sendable {
            let request: Request
            let content: [UInt8]
        }

        private let arrivals = Mutex<[Arrival]>([])

        func handle(_ request: Request) -> PendingResponse {
            .later { await self.answer(request) }
        }

        private func answer(_ request: Request) async -> Response {
            let content = (try? await request.content.collect(upTo: 1 << 24)) ?? []
            arrivals.withLock { $0.append(Arrival(request: request, content: content)) }
            return Response(status: .noContent)
        }

        func take() -> Arrival? {
            arrivals.withLock { $0.popLast() }
        }
    }

    struct Sample: Sendable, CustomTestStringConvertible {
        let name: String
        var method = Method.post
        var target = "/films"
        var fields: Fields = [:]
        var content: [UInt8] = []
        var testDescription: String { name }
    }

    static let awkward =
        "it's \"a\" `b` $HOME $(id) ${x} \\ \\n ! !! % %s %20 & ; | < > * ? # ~ é 日本 👩‍👩‍👧"

    static let samples: [Sample] = [
        Sample(name: "nothing but an address", method: .get),
        Sample(name: "a head", method: .head),
        Sample(name: "a method of its own", method: Method("it's") ?? .get),
        Sample(name: "OPTIONS about the server", method: .options, target: "*"),
        Sample(name: "dots in the path", method: .get, target: "/a/../b/./c"),
        Sample(
            name: "escapes and delimiters",
            method: .get,
            target: "/a%27b;c?q='%5B1-3%5D&r=%7B,%7D&"
        ),
        Sample(
            name: "fields",
            method: .get,
            fields: ["X-A": awkward, "X-Empty": "", "X-A": "@file", .authorization: "Basic YTpi"]
        ),
        Sample(name: "text", content: Array(awkward.utf8)),
        Sample(
            name: "text that begins like a file",
            fields: [.contentType: "text/plain"],
            content: Array("@/etc/hostname".utf8)
        ),
        Sample(name: "lines", content: Array("a\n\nb\r\n\tc\n".utf8)),
        Sample(name: "every byte", content: Array(0...255)),
        Sample(name: "every byte after a dash", method: .put, content: [0x2D] + Array(0...255)),
        Sample(
            name: "longer than an argument",
            content: Array(String(repeating: "it's %", count: 40_000).utf8)
        ),
        Sample(name: "content of a GET", method: .get, content: Array("{}".utf8)),
    ]

    @Test(arguments: ["/bin/sh", "/bin/bash"], samples)
    func `send the original method, target, header fields and content`(
        _ shell: String,
        _ sample: Sample
    ) async throws {
        let peer = Peer()
        var configuration = ServerConfiguration()
        configuration.trustsLoopback = true
        configuration.addresses = [.loopback(port: 0)]
        configuration.loops = 1
        let server = Server(configuration, handler: peer)
        let authority = try #require(try await server.start().first?.description)
        let request = Request(
            method: sample.method,
            authority: authority,
            target: sample.target,
            fields: sample.fields,
            content: Content(sample.content)
        )
        let folder = try TemporaryFolder()
        let script = folder.url(of: "script")
        try Data((request.curl(redacting: .nothing) + "\n").utf8).write(to: script)
        #expect(try await CompletedProcess(shell, [script.path()]).status == 0)
        let arrival = try #require(peer.take())
        await server.shutdown(grace: .zero)
        #expect(arrival.request.method == sample.method)
        #expect(arrival.request.target == sample.target)
        #expect(arrival.content == sample.content)
        for name in Set(sample.fields.map(\.name)) {
            #expect(arrival.request.fields[values: name] == sample.fields[values: name])
        }
        let isTyped = sample.fields.contains(.contentType)
        #expect(arrival.request.fields.contains(.contentType) == isTyped)
    }
}
