// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Progress of transfers` {
    @Test
    func `progress contains the fraction and the remaining time`() {
        let half = TransferProgress(done: 50, expected: 100, rate: 10)
        #expect(half.fraction == 0.5)
        #expect(half.remaining == .seconds(5))
        #expect(TransferProgress(done: 5).fraction == nil)
        #expect(TransferProgress(done: 5, expected: 10).remaining == nil)
        #expect(TransferProgress(done: 0, expected: 0).fraction == 1)
        #expect(TransferProgress(done: 9, expected: 8, rate: 1).remaining == .zero)
        #expect(TransferProgress(done: 0, expected: .max, rate: 0.000_1).remaining == nil)
    }

    /// Returns content whose pieces take one second each on the clock.
    private func content(_ count: Int, _ clock: VirtualClock) -> Content {
        let pieces = AsyncStream<[UInt8]> { stream in
            for _ in 0..<count { stream.yield([UInt8](repeating: 0, count: 10)) }
            stream.finish()
        }
        return Content(
            pieces: pieces.map { piece in
                clock.advance(by: .milliseconds(500))
                return piece
            },
            length: count * 10
        )
    }

    @Test
    func `a meter reports rate and size, and ends with the transfer`() async throws {
        let clock = VirtualClock()
        let meter = TransferMeter(clock: clock)
        let stub = StubTransport(.noContent)
        let reading = ReadingTransport(stub)
        var upload = Upload(content(8, clock))
        upload.meter = meter
        let client = try Client(base: "https://example.org/videoclub", transport: reading)
        try await client.upload(upload, to: "films")
        let last = TransferProgress(done: 80, expected: 80, rate: 20, isOver: true)
        #expect(meter.progress == last)
        var states = meter.makeAsyncIterator()
        #expect(await states.next() == last)
        #expect(await states.next() == nil)
    }

    @Test
    func `updates respect the interval, and the last one is always delivered`() async throws {
        let clock = VirtualClock()
        let meter = TransferMeter(interval: .seconds(2), clock: clock)
        let client = try Client(
            base: "https://example.org/videoclub",
            transport: ReadingTransport(StubTransport(.noContent))
        )
        let (turns, turn) = AsyncStream.makeStream(of: [UInt8].self)
        let upload = Upload(Content(pieces: turns)).with { $0.meter = meter }
        async let reply = client.upload(upload, to: "films")
        var states = meter.makeAsyncIterator()
        #expect(await states.next()?.done == 0)
        for count in 1...3 {
            clock.advance(by: .seconds(1))
            turn.yield([UInt8](repeating: 0, count: count))
        }
        // The second piece is sent after two seconds, no matter when the transport reads the
        // pieces.
        let next = try #require(await states.next())
        #expect(next.done >= 1)
        turn.finish()
        #expect(try await reply.status == .noContent)
        var last = next
        while let state = await states.next() { last = state }
        #expect(last.done == 6)
        #expect(last.isOver)
    }

    @Test
    func `cancelling a reader ends its sequence`() async throws {
        let meter = TransferMeter()
        let task = Task { for await _ in meter {} }
        task.cancel()
        await task.value
    }

    @Test
    func `the progress of a resumed download includes the earlier bytes`() async throws {
        let folder = try TemporaryFolder()
        let server = FileServer(Array("0123456789".utf8))
        let client = try Client(server.makeStub())
        server.change { $0.breaks = [4] }
        var options = DownloadOptions()
        options.continuations = 0
        _ = try? await client.download("x", to: folder.path, storing: options)
        let meter = TransferMeter()
        async let file = client.download("x", to: folder.path, storing: .init(meter: meter))
        var states: [TransferProgress] = []
        for await state in meter { states.append(state) }
        #expect(try await file.resumedFrom == 4)
        #expect(states.allSatisfy { $0.done == 0 || $0.done >= 4 })
        #expect(states.last?.done == 10)
        #expect(states.last?.expected == 10)
        #expect(states.last?.isOver == true)
    }
}

/// A transport that reads the content of requests before it hands them on.
struct ReadingTransport: Transport {
    let base: any Transport

    init(_ base: any Transport) { self.base = base }

    func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        var request = request
        do {
            request.content = Content(try await request.content.collect(upTo: 1 << 24))
        } catch {
            throw TransportError(.contentFailed)
        }
        return try await base.send(request, timeouts: timeouts)
    }
}
