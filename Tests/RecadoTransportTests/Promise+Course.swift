// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoTestSupport
import Testing

extension Promise {
    /// The promises about cancellation, timeouts and the speed of transfers.
    static let course = cancellation + timeouts + flow

    private static let cancellation = [
        Promise("a task that is cancelled beforehand sends nothing", isReplayable: false) { bench in
            let call = Task {
                while !Task.isCancelled { await Task.yield() }
                return await bench.kind(of: bench.request())
            }
            call.cancel()
            #expect(await call.value == .cancelled)
        },
        Promise("a task that is cancelled while it waits ends", isReplayable: false) { bench in
            let call = Task { await bench.kind(of: bench.request(.get, "/wait")) }
            await bench.peer.arrived.wait()
            call.cancel()
            #expect(await call.value == .cancelled)
            await bench.peer.ended.wait()
        },
        Promise("a task that is cancelled while it reads ends", isReplayable: false) { bench in
            let reading = Event()
            let call = Task {
                let answer = try await bench.transport.send(bench.request(.get, "/endless"))
                let source = answer.content.makeSource()
                _ = try await source.next()
                reading.happen()
                _ = try await source.next()
            }
            await reading.wait()
            call.cancel()
            await #expect(throws: CancellationError.self) { try await call.value }
            await bench.peer.ended.wait()
        },
        Promise("content that is released ends the transfer", isReplayable: false) { bench in
            var answer: Response? = try await bench.transport.send(bench.request(.get, "/endless"))
            #expect(answer?.status == .ok)
            answer = nil
            await bench.peer.ended.wait()
        },
        Promise("cancellation at any moment leaves nothing behind", isReplayable: false) { bench in
            for round in 0..<40 {
                let call = Task { try await bench.fetch(bench.request(.get, "/bytes/2")).text }
                for _ in 0..<(round % 20) { await Task.yield() }
                call.cancel()
                switch await call.result {
                case .success(let text): #expect(text.utf8.count >= 2)
                case .failure(let error as TransportError): #expect(error.kind == .cancelled)
                case .failure(let error): #expect(error is CancellationError)
                }
            }
            let text = try await bench.fetch(bench.request()).text
            #expect(text == "GET /echo\n")
        },
    ]

    private static let timeouts = [
        Promise("an answer that never comes is given up in time", isReplayable: false) { bench in
            let timeouts = Timeouts(idle: nil, total: .milliseconds(250))
            let request = bench.request(.get, "/wait")
            #expect(await bench.kind(of: request, timeouts: timeouts) == .timedOut(.waiting))
        },
        Promise("a wait without a byte is given up", isReplayable: false) { bench in
            let timeouts = Timeouts(idle: .milliseconds(250), total: nil)
            let request = bench.request(.get, "/wait")
            #expect(await bench.kind(of: request, timeouts: timeouts) == .timedOut(.waiting))
        },
        Promise("content that never ends is given up in time", isReplayable: false) { bench in
            let timeouts = Timeouts(idle: nil, total: .seconds(2))
            let answer = try await bench.transport.send(
                bench.request(.get, "/endless"),
                timeouts: timeouts
            )
            let reading = Task { try await answer.content.collect(upTo: 1 << 20) }
            // Ends the test if the transport ignores its timeout.
            let guardian = Task {
                try await Task.sleep(for: .seconds(20))
                reading.cancel()
            }
            let error = await #expect(throws: (any Error).self) { _ = try await reading.value }
            guardian.cancel()
            #expect((error as? TransportError)?.kind == .timedOut(.receiving))
        },
    ]

    private static let flow = [
        Promise("a reader that falls behind holds up the sender", isReplayable: false) { bench in
            let answer = try await bench.transport.send(bench.request(.get, "/flood"))
            let source = answer.content.makeSource()
            #expect(try await source.next() != nil)
            var last = -1
            while last != bench.peer.taken {
                last = bench.peer.taken
                // As long as the number grows, the sender has not been stopped.
                try await Task.sleep(for: .milliseconds(150))
            }
            #expect(last < FloodSource.size)
            var count = 0
            while let piece = try await source.next() { count += piece.count }
            #expect(count > FloodSource.size / 2)
        },
        Promise("an answer may come before the content is sent", isReplayable: false) { bench in
            let source = HeldSource()
            let request = bench.request(.post, "/early", content: Content(reading: source))
            let answer = try await bench.transport.send(request)
            #expect(answer.status == .contentTooLarge)
            #expect(try await answer.content.makeSource().next() == Array("too much".utf8))
        },
    ]
}

/// A source that gives one piece, and then nothing until it is cancelled.
private final class HeldSource: ContentSource {
    let length: Int? = 1_000_000
    private let pieces = PieceSource([[UInt8](repeating: 0, count: 1000)])

    func next() async throws -> [UInt8]? {
        if let piece = try await pieces.next() { return piece }
        try await Task.sleep(for: .seconds(3600))
        return nil
    }
}
