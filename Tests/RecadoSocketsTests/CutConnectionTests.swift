// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoSockets
import RecadoTestSupport
import Testing

/// Tests that a call gives a complete response or an error, wherever its connection is cut.
@Suite(.timeLimit(.minutes(2)))
struct `Interrupted connections` {
    private static let timeouts = Timeouts(connect: .seconds(20), idle: .seconds(20))

    /// The outcome of a transfer over a connection that was cut.
    private struct Outcome: Sendable {
        var count: Int
        var text: String?
        var error: TransportError?

        /// True if the outcome is an error of one of the given kinds.
        func isError(_ kinds: TransportError.Kind...) -> Bool {
            error.map { kinds.contains($0.kind) } ?? false
        }
    }

    /// Makes calls whose connections are cut after the given numbers of bytes, at most 16 at a
    /// time.
    private func outcomes(
        after counts: some Sequence<Int>,
        _ fetch: @escaping @Sendable (Int) async throws -> String
    ) async throws -> [Outcome] {
        try await withThrowingTaskGroup(of: Outcome.self) { group in
            var outcomes: [Outcome] = []
            for (index, count) in counts.enumerated() {
                if index >= 16, let outcome = try await group.next() { outcomes.append(outcome) }
                group.addTask {
                    do {
                        return Outcome(count: count, text: try await fetch(count))
                    } catch let error as TransportError {
                        return Outcome(count: count, error: error)
                    }
                }
            }
            for try await outcome in group { outcomes.append(outcome) }
            return outcomes
        }
    }

    // MARK: - TLS

    struct Version: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var manner: TLSPeer.Manner
        var offersHTTP2: Bool
    }

    static let versions = [
        Version(testDescription: "HTTP/1.1", manner: .ample, offersHTTP2: false),
        Version(testDescription: "HTTP/1.1 until the end", manner: .endless, offersHTTP2: false),
        Version(testDescription: "HTTP/2", manner: .ample, offersHTTP2: true),
    ]

    @Test(arguments: versions, [true, false])
    func `a response over TLS arrives complete or causes an error`(
        example: Version,
        isReset: Bool
    ) async throws {
        let peer = try TLSPeer(example.manner)
        var options = SocketTransport.Options()
        options.host.trust = .authorities(file: peer.certificateFile)
        options.offersHTTP2 = example.offersHTTP2
        let transport = SocketTransport(options: options)
        let fetch: @Sendable (CuttingRelay) async throws -> String = { relay in
            let request = Request(
                method: .get,
                scheme: "https",
                authority: "localhost:\(relay.port)",
                target: "/"
            )
            return try await transport.fetch(request, timeouts: Self.timeouts).1
        }
        // The number of bytes in all; it varies slightly with the length of the signature.
        let first = try CuttingRelay(to: peer.port)
        #expect(try await fetch(first).hasSuffix("xx!"))
        let total = first.count
        // Without a length in the response, a cut without close_notify could look like its end, so
        // every byte is tried there.
        let step = isReset || example.manner == .endless ? 1 : 3
        let counts = stride(from: 0, to: total + 8, by: step)
        let outcomes = try await outcomes(after: counts) { count in
            try await fetch(try CuttingRelay(to: peer.port, after: count, isReset: isReset))
        }
        for outcome in outcomes {
            if let text = outcome.text {
                #expect(text.hasSuffix("xx!"), "after \(outcome.count) of \(total): \(text)")
            } else {
                #expect(outcome.isError(.tls, .connectionLost, .cannotConnect), "\(outcome)")
            }
            #expect(outcome.text == nil || outcome.count > total / 2, "\(outcome)")
        }
        #expect(outcomes.contains { $0.text != nil })
    }

    // MARK: - HTTP/2

    /// Returns a frame for stream 1, or for the connection.
    private static func frame(
        _ kind: UInt8,
        _ flags: UInt8,
        _ content: [UInt8] = [],
        onStream: Bool = true
    ) -> [UInt8] {
        Frame.bytes(kind, flags: flags, stream: onStream ? 1 : 0, content)
    }

    private static let settings = frame(Frame.settings, 0, onStream: false)
    /// `:status: 200` (RFC 7541 appendix A).
    private static let ok: [UInt8] = [0x88]
    /// `content-length: 6`, as a literal without indexing.
    private static let length: [UInt8] = [0x0F, 0x0D, 1, 0x36]
    /// A field `a: b`, as a literal without indexing.
    private static let field: [UInt8] = [0, 1, 0x61, 1, 0x62]

    struct Answer: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var bytes: [UInt8]
        /// True if the rest of the response could still come.
        var isAwaited = false
    }

    static let answers = [
        Answer(
            testDescription: "in one frame",
            bytes: settings + frame(1, 4, ok) + frame(0, 1, Array("abcdef".utf8))
        ),
        Answer(
            testDescription: "in frames, with its length",
            bytes: settings + frame(1, 4, ok + length) + frame(0, 0, Array("abc".utf8))
                + frame(6, 0, [UInt8](repeating: 0, count: 8), onStream: false)
                + frame(0, 1, Array("def".utf8))
        ),
        Answer(
            testDescription: "with trailers",
            bytes: settings + frame(1, 4, ok) + frame(0, 0, Array("abcdef".utf8))
                + frame(1, 5, field)
        ),
    ]

    /// Reads everything up to the client's request, and returns whether one came.
    private static func receiveRequest(_ connection: ScriptedServer.Connection) -> Bool {
        guard Frame.readPreface(connection) else { return false }
        while let frame = Frame(connection) {
            if frame.kind == Frame.fields { return true }
        }
        return false
    }

    @Test(arguments: answers, [true, false])
    func `a response over HTTP/2 arrives complete or causes an error`(
        example: Answer,
        isReset: Bool
    ) async throws {
        var options = SocketTransport.Options()
        options.host.assumesHTTP2 = true
        let transport = SocketTransport(options: options)
        let bytes = example.bytes
        let outcomes = try await outcomes(after: 0...bytes.count) { count in
            let server = try ScriptedServer { connection in
                guard Self.receiveRequest(connection) else { return }
                connection.send(Array(bytes.prefix(count)))
                // After a complete response the connection stays open.
                if count == bytes.count { return connection.drain() }
                if isReset { connection.reset() }
            }
            return try await transport.fetch(server.request(), timeouts: Self.timeouts).1
        }
        for outcome in outcomes {
            if outcome.count == bytes.count {
                #expect(outcome.text == "abcdef")
            } else {
                #expect(outcome.isError(.connectionLost), "\(outcome)")
            }
        }
        #expect(outcomes.count == bytes.count + 1)
    }

    static let endings = [
        // RFC 9113 §6.4 and §7: the server resets the stream, for an internal error and by
        // cancelling it.
        Answer(testDescription: "a reset stream", bytes: frame(3, 0, [0, 0, 0, 2])),
        Answer(testDescription: "a stream that is not wanted", bytes: frame(3, 0, [0, 0, 0, 8])),
        // RFC 9113 §6.8: GOAWAY that names this stream as the last one, and one that names none.
        Answer(
            testDescription: "a farewell for an error",
            bytes: frame(7, 0, [0, 0, 0, 1, 0, 0, 0, 1], onStream: false),
            isAwaited: true
        ),
        Answer(
            testDescription: "a farewell before the request",
            bytes: frame(7, 0, [0, 0, 0, 0, 0, 0, 0, 0], onStream: false)
        ),
        Answer(testDescription: "more than the length", bytes: frame(0, 1, Array("defg".utf8))),
        Answer(testDescription: "less than the length", bytes: frame(0, 1, Array("de".utf8))),
        Answer(testDescription: "a frame of no stream", bytes: frame(0, 1, [1], onStream: false)),
        Answer(testDescription: "a frame too large", bytes: [0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0, 1]),
    ]

    @Test(arguments: endings)
    func `an HTTP/2 stream with an improper end causes an error`(ending: Answer) async throws {
        var options = SocketTransport.Options()
        options.host.assumesHTTP2 = true
        let transport = SocketTransport(options: options)
        let start = Self.settings + Self.frame(1, 4, Self.ok + Self.length)
        let bytes = start + Self.frame(0, 0, Array("abc".utf8)) + ending.bytes
        let server = try ScriptedServer { connection in
            guard Self.receiveRequest(connection) else { return }
            connection.send(bytes)
            connection.drain()
        }
        let idle = ending.isAwaited ? Duration.milliseconds(300) : .seconds(20)
        let error = await transportError {
            let timeouts = Timeouts(connect: .seconds(20), idle: idle)
            let text = try await transport.fetch(server.request(), timeouts: timeouts).1
            Issue.record("“\(text)” is not the answer")
        }
        let kinds: [TransportError.Kind] =
            ending.isAwaited ? [.timedOut(.receiving)] : [.connectionLost, .protocolViolation]
        #expect(error.map { kinds.contains($0.kind) } == true, "\(error)")
    }
}
