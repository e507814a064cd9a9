// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RecadoClient
import RecadoHTTP
import RecadoTestSupport
import Testing

extension WirePromise {
    /// The promises about faults of servers, networks and sources, and about timeouts.
    static let faults = answerFaults + sourceFaults + time

    // MARK: - Faulty answers

    private static let answerFaults = [
        fault("half a header section", "HTTP/1.1 200 OK\r\nContent-Len", .connectionLost),
        fault("a status of two digits", "HTTP/1.1 99 Odd\r\n\r\n", .protocolViolation),
        fault(
            "a line that is no field",
            "HTTP/1.1 200 OK\r\nno field\r\n\r\n",
            .protocolViolation
        ),
        fault(
            "two lengths",
            "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
            .protocolViolation
        ),
        fault(
            "chunks of no length",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\ng\r\n\r\n",
            .protocolViolation
        ),
        fault(
            "a switch that nobody asked for",
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
            .protocolViolation
        ),
        WirePromise("a reset is an error, before the head and after it") { transport in
            for answer in ["", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"] {
                let (bench, server) = try bench(transport) { connection in
                    _ = connection.receive()
                    connection.send(answer)
                    connection.reset()
                }
                #expect(await bench.kind(of: bench.request()) == .connectionLost)
                _ = server
            }
        },
    ]

    private static func fault(
        _ name: String,
        _ answer: String,
        _ kind: TransportError.Kind
    ) -> WirePromise {
        WirePromise("an answer with \(name) is an error") { transport in
            let (bench, server) = try bench(transport) { connection in
                _ = connection.receive()
                connection.send(answer)
            }
            let error = await bench.error(of: bench.request()) as? TransportError
            #expect(error?.kind == kind, "\(error?.description ?? "no error")")
            #expect(error?.description.contains("\n") == false)
            _ = server
        }
    }

    // MARK: - Faulty sources

    private static let sourceFaults = [
        WirePromise("a source keeps the length that it has announced") { transport in
            for (pieces, length) in [([[1, 2], [3, 4]], 3), ([[1, 2]], 3)] as [([[UInt8]], Int)] {
                let (bench, server) = try bench(transport) { connection in connection.drain() }
                let content = Content(reading: PieceSource(pieces, length: length))
                #expect(
                    await bench.kind(of: bench.request(.put, content: content)) == .contentFailed
                )
                _ = server
            }
        },
        WirePromise("a task that is cancelled while it sends ends its source") { transport in
            let ended = Event()
            let (bench, server) = try bench(transport) { connection in connection.drain() }
            let source = StartingSource(ended)
            let task = Task {
                await bench.kind(of: bench.request(.put, content: Content(reading: source)))
            }
            await source.started.wait()
            task.cancel()
            #expect(await task.value == .cancelled)
            await ended.wait()
            _ = server
        },
    ]

    // MARK: - Time

    private static let time = [
        WirePromise("content that stops is given up while receiving") { transport in
            let (bench, server) = try bench(transport) { connection in
                _ = connection.receive()
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
                connection.drain()
            }
            let timeouts = Timeouts(idle: .seconds(1))
            let answer = try await transport.send(bench.request(), timeouts: timeouts)
            let source = answer.content.makeSource()
            #expect(source.length == 9)
            #expect(try await source.next() == Array("abc".utf8))
            let error = await #expect(throws: TransportError.self) { _ = try await source.next() }
            #expect(error?.kind == .timedOut(.receiving))
            _ = server
        },
        WirePromise("a slow drip outlives the idle limit, but not the total one") { transport in
            let (bench, server) = try bench(transport) { connection in
                _ = connection.receive()
                connection.send("HTTP/1.1 200 OK\r\n\r\n")
                while connection.send([0x78]) { usleep(20_000) }
            }
            let timeouts = Timeouts(idle: .seconds(5), total: .seconds(1))
            let kind = await bench.kind(of: bench.request(), timeouts: timeouts)
            #expect(kind == .timedOut(.receiving))
            _ = server
        },
        WirePromise("a reader that takes its time is not idle") { transport in
            let size = 8 << 20
            let (bench, server) = try bench(transport) { connection in
                _ = connection.receive()
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
                connection.send([UInt8](repeating: 0x78, count: size))
            }
            let timeouts = Timeouts(idle: .milliseconds(500))
            let answer = try await transport.send(bench.request(), timeouts: timeouts)
            // Real time must pass here, because the test is about the transport's own clock.
            try await Task.sleep(for: .seconds(1))
            #expect(try await answer.content.collect(upTo: size).count == size)
            _ = server
        },
        WirePromise("a transfer without limits is left alone") { transport in
            let (bench, server) = try bench(
                transport,
                answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
            )
            let timeouts = Timeouts(connect: nil, idle: nil, total: nil)
            #expect(try await bench.fetch(bench.request(), timeouts: timeouts).text == "ok")
            _ = server
        },
    ]
}

/// A source that returns one piece, then reports ``started``, and waits until it is cancelled.
private final class StartingSource: ContentSource {
    let length: Int? = nil
    let started = Event()
    private let ended: Event
    private let pieces = PieceSource([[1, 2, 3]])

    init(_ ended: Event) {
        self.ended = ended
    }

    func next() async throws -> [UInt8]? {
        if let piece = try await pieces.next() { return piece }
        started.happen()
        return try await ended.after {
            try await Task.sleep(for: .seconds(3600))
            return nil
        }
    }
}
