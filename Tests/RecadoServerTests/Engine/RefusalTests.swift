// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `Refused requests` {
    static let requests: [(Int, String)] = [
        (400, "GET / HTTP/1.1\r\n\r\n"),
        (400, "nonsense\r\n\r\n"),
        (
            400,
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"
        ),
        (413, "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 999999999999\r\n\r\n"),
        (414, "GET /" + String(repeating: "a", count: 9_000) + " HTTP/1.1\r\nHost: h\r\n\r\n"),
        (417, "GET / HTTP/1.1\r\nHost: h\r\nExpect: gold\r\n\r\n"),
        (431, "GET / HTTP/1.1\r\nHost: h\r\n" + String(repeating: "A: b\r\n", count: 200)),
        (501, "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip\r\n\r\n"),
        (505, "GET / HTTP/3.0\r\nHost: h\r\n\r\n"),
    ]

    @Test(arguments: requests)
    func `get a problem document, and their connection is closed`(
        status: Int,
        request: String
    ) async throws {
        let counter = Counter()
        try await withServer(
            handler: FunctionHandler { request in
                counter.add(1)
                return await FunctionHandler.mirror.respond(to: request)
            }
        ) { port in
            let client = try TestClient(port: port)
            try client.send("GET /before HTTP/1.1\r\nHost: h\r\n\r\n" + request)
            try client.send("GET /smuggled HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(try client.answer().content == "GET /before ")
            let answer = try client.answer()
            #expect(answer.status == status)
            #expect(answer.fields["content-type"] == "application/problem+json")
            #expect(answer.fields["connection"] == "close")
            #expect(answer.content.contains(#""status":\#(status),"#))
            #expect(try client.receiveAll().isEmpty)
            #expect(!client.wasReset)
            #expect(counter.value == 1)
        }
    }

    @Test func `randomly damaged requests do not harm the server`() async throws {
        var random = Random(state: 0x5EED)
        let seeds = [
            "GET /a?b HTTP/1.1\r\nHost: h\r\nConnection: keep-alive\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nabcde",
            "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
            "PUT / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\nabcde",
        ].map { Array($0.utf8) }
        let configuration = ServerConfiguration.testing {
            $0.deadlines.lingering = .milliseconds(100)
            $0.limits.connections = 100_000
        }
        try await withServer(configuration, handler: .mirror) { port in
            for _ in 0..<1_500 {
                let client = try TestClient(port: port)
                let bytes = random.mutation(of: seeds)
                let cut = random.below(bytes.count + 1)
                // Sending may fail, as the server is free to close the connection after the first
                // error.
                try? client.send(Array(bytes[..<cut]))
                try? client.send(Array(bytes[cut...]))
                if random.below(3) == 0 { client.finishSending() }
            }
            let client = try TestClient(port: port)
            try client.send("GET /alive HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(try client.answer().content == "GET /alive ")
        }
    }
}

/// Random numbers that are the same in every run.
private struct Random: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

    /// Returns one or two requests in which some bytes were changed, removed, repeated or inserted.
    mutating func mutation(of seeds: [[UInt8]]) -> [UInt8] {
        var bytes = seeds[below(seeds.count)] + (below(2) == 0 ? seeds[below(seeds.count)] : [])
        for _ in 0..<below(8) where !bytes.isEmpty {
            let index = below(bytes.count)
            switch below(5) {
            case 0: bytes[index] = UInt8(truncatingIfNeeded: below(256))
            case 1: bytes.remove(at: index)
            case 2: bytes.insert(contentsOf: [13, 10], at: index)
            case 3: bytes += bytes[index...].prefix(40)
            default: bytes.removeSubrange(index..<min(bytes.count, index + below(20) + 1))
            }
        }
        return bytes
    }
}
