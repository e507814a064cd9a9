// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoServer
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `Windows of clients in HTTP2` {
    @Test func `a window that stays closed resets its stream`() async throws {
        let configuration = ServerConfiguration.testing { $0.deadlines.write = .milliseconds(300) }
        let handler = FunctionHandler { request in
            let size = request.target == "/long" ? 100_000 : 0
            return Response(status: .ok, content: Content([UInt8](repeating: 65, count: size)))
        }
        try await withServer(configuration, handler: handler) { port in
            let client = try FrameClient(port: port)
            client.opensWindows = false
            try client.request(1, "GET", "/long")
            #expect(try client.answer(1).resetCode == 8)
            try client.request(3)
            #expect(try client.answer(3).status == 200)
        }
    }

    @Test func `a window that opens too slowly resets its stream`() async throws {
        let configuration = ServerConfiguration.testing { $0.deadlines.write = .milliseconds(300) }
        let answer = Response(
            status: .ok,
            content: Content([UInt8](repeating: 65, count: 100_000))
        )
        try await withServer(configuration, handler: FunctionHandler { _ in answer }) { port in
            let client = try FrameClient(port: port)
            client.opensWindows = false
            try client.request(1)
            for _ in 0..<100 {
                try await Task.sleep(for: .milliseconds(50))
                try client.send(.window(0, 1), .window(1, 1))
            }
            #expect(try client.answer(1).resetCode == 8)
        }
    }

    @Test func `a client whose window opens fast enough gets the whole response`() async throws {
        let configuration = ServerConfiguration.testing {
            ($0.deadlines.write, $0.deadlines.writeRate) = (.seconds(4), 50)
        }
        let answer = Response(
            status: .ok,
            content: Content([UInt8](repeating: 65, count: 5_800))
        )
        try await withServer(configuration, handler: FunctionHandler { _ in answer }) { port in
            let client = try FrameClient(port: port, settings: [(4, 1_000)])
            client.opensWindows = false
            try client.request(1)
            for _ in 0..<80 {
                try await Task.sleep(for: .milliseconds(60))
                try client.send(.window(0, 60), .window(1, 60))
            }
            #expect(try client.answer(1).content.count == 5_800)
        }
    }

    @Test func `a response that waits behind another one is not reset`() async throws {
        let configuration = ServerConfiguration.testing {
            ($0.deadlines.write, $0.deadlines.writeRate) = (.seconds(4), 500)
        }
        let answer = Response(
            status: .ok,
            content: Content([UInt8](repeating: 65, count: 160_000))
        )
        try await withServer(configuration, handler: FunctionHandler { _ in answer }) { port in
            // The streams' windows hold everything; the connection's window grows by 1 300 bytes at
            // a time, which the more urgent stream gets first.
            let client = try FrameClient(port: port, settings: [(4, 0x7FFF_0000)])
            client.opensWindows = false
            try client.request(1, "GET", "/", [("priority", "u=1")])
            while (client.answers[1]?.content.count ?? 0) < 65_535 { _ = try client.receive() }
            try client.request(3, "GET", "/", [("priority", "u=5")])
            for _ in 0..<80 {
                try await Task.sleep(for: .milliseconds(60))
                try client.send(.window(0, 1_300))
            }
            #expect(try client.answer(1).content.count == 160_000)
            #expect(client.answers[3]?.resetCode == nil)
            client.opensWindows = true
            try client.send(.window(0, 1_000_000))
            #expect(try client.answer(3).content.count == 160_000)
        }
    }

    @Test func `a stream is reset even if only its end waits for a closed window`() async throws {
        let configuration = ServerConfiguration.testing { $0.deadlines.write = .milliseconds(300) }
        let handler = FunctionHandler { _ in
            let pieces = Mutex([[UInt8](repeating: 65, count: 1_000)])
            let source = FunctionSource {
                let piece = pieces.withLock { $0.popLast() }
                // The source ends after a delay, so that the end is sent separately.
                if piece == nil { try await Task.sleep(for: .milliseconds(200)) }
                return piece
            }
            return Response(status: .ok, content: Content(reading: source))
        }
        try await withServer(configuration, handler: handler) { port in
            let client = try FrameClient(port: port, settings: [(4, 1_000)])
            client.opensWindows = false
            try client.request(1)
            let answer = try client.answer(1)
            #expect(answer.content.count == 1_000)
            #expect(answer.resetCode == 8)
        }
    }
}
