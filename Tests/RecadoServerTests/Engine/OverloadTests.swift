// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RecadoHTTP
import Synchronization
import Testing

@testable import RecadoServer

/// A handler that does not answer requests to `/held` until its gate opens.
private final class Holder: Handler, ServerObserver {
    let gate = Gate()
    /// Opens when the expected number of requests is held.
    let isFull = Gate()
    /// The semaphore that blocks the event loop itself and not only a task.
    let plug = DispatchSemaphore(value: 0)
    let isPlugged = Gate()
    private let expected: Int
    private let held = Counter()
    private let refusals = Mutex<[RefusedRequest]>([])

    init(expecting expected: Int = 0) { self.expected = expected }

    var refused: [RefusedRequest] { refusals.withLock { $0 } }

    /// The request that blocks the event loop is never refused, however long it had to wait before.
    func bypassesLoadShedding(_ request: Request) -> Bool {
        ["/vital", "/plug"].contains(request.path)
    }

    func note(_ refusal: RefusedRequest) { refusals.withLock { $0.append(refusal) } }

    func handle(_ request: Request) -> PendingResponse {
        .later { await self.answer(request) }
    }

    private func answer(_ request: Request) async -> Response {
        if request.path == "/held" {
            held.add(1)
            if held.value == expected { isFull.open() }
            await gate.wait()
        } else if request.path == "/plug" {
            block()
        }
        return Response(status: .ok, content: Content("well"))
    }

    private func block() {
        isPlugged.open()
        plug.wait()
    }
}

private func withHolder(
    _ holder: Holder,
    _ change: (inout ServerConfiguration) -> Void,
    body: (UInt16) async throws -> Void
) async throws {
    defer { holder.gate.open() }
    try await withServer(.testing(change), running: holder, body: body)
}

private func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: h\r\n\r\n" }

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `An overloaded server` {
    @Test func `answers excess requests with 503 and keeps their connections`() async throws {
        let holder = Holder(expecting: 2)
        try await withHolder(holder) {
            $0.limits.requests = 2
        } body: { port in
            let held = [try TestClient(port: port), try TestClient(port: port)]
            for client in held { try client.send(get("/held")) }
            await holder.isFull.wait()
            let client = try TestClient(port: port)
            var waits: Set<String> = []
            for _ in 0..<4 {
                try client.send(get("/other"))
                let answer = try client.answer()
                #expect(answer.status == 503)
                #expect(answer.fields["content-type"] == "application/problem+json")
                #expect(answer.fields["connection"] == nil)
                waits.insert(answer.fields["retry-after"] ?? "")
            }
            // Clients that were refused at the same time are told to wait for different times.
            #expect(waits == ["1", "2", "3", "4"])
            try client.send(get("/vital"))
            #expect(try client.answer().content == "well")

            holder.gate.open()
            for client in held { #expect(try client.answer().status == 200) }
            try client.send(get("/other"))
            #expect(try client.answer().status == 200)
        }
        #expect(holder.refused.count == 4)
        let refusal = try #require(holder.refused.first)
        #expect(refusal.status == .serviceUnavailable)
        #expect(refusal.reason == "there are too many requests under way")
        #expect(refusal.request?.path == "/other")
        #expect(refusal.peer?.isLocal == true)
    }

    @Test func `answers excess requests with 503 in HTTP/2`() async throws {
        let holder = Holder(expecting: 2)
        try await withHolder(holder) {
            $0.limits.requests = 2
        } body: { port in
            let client = try FrameClient(port: port)
            try client.request(1, "GET", "/held")
            try client.request(3, "GET", "/held")
            await holder.isFull.wait()
            try client.request(5, "GET", "/other")
            let refused = try client.answer(5)
            #expect(refused.status == 503)
            #expect(refused["retry-after"] == "1")
            try client.request(7, "GET", "/vital")
            #expect(try client.answer(7).status == 200)
            holder.gate.open()
            #expect(try client.answer(1).status == 200)
            #expect(try client.answer(3).status == 200)
            try client.request(9, "GET", "/other")
            #expect(try client.answer(9).status == 200)
        }
        #expect(holder.refused.count == 1)
    }

    @Test func `does not count a streamed response once its header is sent`() async throws {
        let end = Gate()
        let handler = FunctionHandler { request in
            guard request.path == "/stream" else { return Response(status: .ok) }
            let source = FunctionSource {
                if end.isOpen { return nil }
                await end.wait()
                return [65]
            }
            return Response(status: .ok, content: Content(reading: source))
        }
        try await withServer(.testing { $0.limits.requests = 1 }, handler: handler) { port in
            let stream = try TestClient(port: port)
            try stream.send(get("/stream"))
            while !String(decoding: stream.buffer, as: UTF8.self).contains("\r\n\r\n") {
                try stream.receive()
            }
            let client = try TestClient(port: port)
            try client.send(get("/"))
            #expect(try client.answer().status == 200)
            end.open()
            #expect(try stream.answer().content == "A")
        }
    }

    @Test func `does not count a request until its content has arrived`() async throws {
        let (held, end) = (Gate(), Gate())
        let handler = FunctionHandler { request in
            guard request.path == "/upload" else { return Response(status: .ok) }
            _ = try? await request.content.collect(upTo: 100)
            held.open()
            await end.wait()
            return Response(status: .created)
        }
        try await withServer(.testing { $0.limits.requests = 1 }, handler: handler) { port in
            let upload = try TestClient(port: port)
            try upload.send("POST /upload HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nab")
            let client = try TestClient(port: port)
            // Another connection's request starts meanwhile.
            try client.send(get("/"))
            #expect(try client.answer().status == 200)
            try upload.send("cd")
            await held.wait()
            try client.send(get("/"))
            #expect(try client.answer().status == 503)
            end.open()
            #expect(try upload.answer().status == 201)
            try client.send(get("/"))
            #expect(try client.answer().status == 200)
        }
    }

    @Test func `counts requests that wait for content if they hold too much of it`() async throws {
        let handler = FunctionHandler { request in
            _ = try? await request.content.collect(upTo: 64 << 20)
            return Response(status: .ok)
        }
        func change(_ configuration: inout ServerConfiguration) {
            configuration.limits.requests = 1
            configuration.limits.content = 64 << 20
        }
        try await withServer(.testing(change), handler: handler) { port in
            let piece = String(repeating: "x", count: 1 << 20)
            /// Asks until ten statuses in a row are equal; uploads may briefly take the slot.
            func settledStatus() async throws -> Int {
                let client = try TestClient(port: port)
                var (status, count) = (0, 0)
                for _ in 1...900 where count < 10 {
                    try await Task.sleep(for: .milliseconds(5))
                    try client.send(get("/"))
                    let next = try client.answer().status
                    (status, count) = (next, next == status ? count + 1 : 1)
                }
                return status
            }
            var uploads: [TestClient] = []
            for number in 1...3 {
                let upload = try TestClient(port: port)
                let length = 23 << 20
                try upload.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: \(length)\r\n\r\n")
                for _ in 1...22 { try upload.send(piece) }
                uploads.append(upload)
                #expect(try await settledStatus() == (number < 3 ? 200 : 503))
            }
            for upload in uploads { try upload.send(piece) }
            for upload in uploads { #expect(try upload.answer().status == 200) }
            let client = try TestClient(port: port)
            try client.send(get("/"))
            #expect(try client.answer().status == 200)
        }
    }

    @Test func `does not count a request that runs in withoutRequestSlot`() async throws {
        let (waits, end) = (Gate(), Gate())
        let handler = FunctionHandler { request in
            guard request.path == "/late" else { return Response(status: .ok) }
            await Server.withoutRequestSlot {
                // The child task also gives up the slot; for the request it counts once.
                async let child: Void = Server.withoutRequestSlot { await end.wait() }
                waits.open()
                await child
            }
            return Response(status: .accepted)
        }
        try await withServer(.testing { $0.limits.requests = 1 }, handler: handler) { port in
            let late = try TestClient(port: port)
            try late.send(get("/late"))
            await waits.wait()
            let client = try TestClient(port: port)
            for _ in 0..<3 {
                try client.send(get("/"))
                #expect(try client.answer().status == 200)
            }
            end.open()
            #expect(try late.answer().status == 202)
            try client.send(get("/"))
            #expect(try client.answer().status == 200)
        }
    }

    @Test(arguments: [true, false])
    func `answers requests that have waited too long with 503`(isLimited: Bool) async throws {
        let holder = Holder()
        try await withHolder(holder) {
            $0.limits.waiting = isLimited ? .milliseconds(50) : .seconds(3_600)
        } body: { port in
            let first = try TestClient(port: port)
            let (late, vital) = (try TestClient(port: port), try TestClient(port: port))
            let frames = try FrameClient(port: port)
            try first.send(get("/plug"))
            await holder.isPlugged.wait()
            try late.send(get("/late"))
            try vital.send(get("/vital"))
            try frames.request(1, "GET", "/late")
            // Blocks the event loop for a given time, which is the point of the test.
            let end = ContinuousClock.now + .milliseconds(isLimited ? 200 : 1)
            while ContinuousClock.now < end { _ = late.isReadable(within: 10) }
            holder.plug.signal()
            _ = try first.answer()
            let answer = try late.answer()
            #expect(answer.status == (isLimited ? 503 : 200))
            #expect((answer.fields["retry-after"] != nil) == isLimited)
            #expect(try frames.answer(1).status == (isLimited ? 503 : 200))
            #expect(try vital.answer().status == 200)
        }
        let reasons = Set(holder.refused.map(\.reason))
        #expect(reasons == (isLimited ? ["the request has waited too long"] : []))
        #expect(holder.refused.allSatisfy { $0.waited >= .milliseconds(50) })
    }
}

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `The method Server.pulse` {
    @Test func `returns only after every event loop has run`() async throws {
        let holder = Holder()
        let server = Server(.testing { $0.loops = 2 }, handler: holder)
        let port = try await server.start()[0].port ?? 0
        await server.pulse()
        let client = try TestClient(port: port)
        try client.send(get("/plug"))
        await holder.isPlugged.wait()
        let felt = Gate()
        let pulse = Task(executorPreference: globalConcurrentExecutor) {
            await server.pulse()
            felt.open()
        }
        #expect(!client.isReadable(within: 100))
        #expect(!felt.isOpen)
        holder.plug.signal()
        await pulse.value
        #expect(try client.answer().status == 200)
        await server.shutdown(grace: .zero)
    }
}

@Suite struct `The earliest possible arrival of polled events` {
    private static let tick: Int64 = 1_000_000

    /// Feeds batches in turn, and returns the earliest arrival after each, in milliseconds.
    private func arrivals(
        _ batches: [(asked: Int64, now: Int64, isFull: Bool)],
        mostBatches: Int = 100
    ) -> [Int64] {
        var bound = ArrivalBound(now: 0)
        return batches.map {
            bound.take(
                asked: $0.asked * Self.tick,
                now: $0.now * Self.tick,
                isFull: $0.isFull,
                mostBatches: mostBatches
            )
            return bound.earliest / Self.tick
        }
    }

    @Test func `is the current time if the poll had to wait`() {
        #expect(arrivals([(5, 100, false), (105, 200, true)]) == [100, 200])
    }

    @Test func `is unaffected by a poll that takes only the time of its system call`() {
        var bound = ArrivalBound(now: 0)
        bound.take(asked: 0, now: 20_000, isFull: false, mostBatches: 100)
        #expect(bound.earliest == 0)
    }

    @Test func `is the time of the previous poll if its batch was not full`() {
        #expect(arrivals([(0, 10, false), (30, 30, false), (70, 70, false)]) == [10, 10, 30])
    }

    @Test func `is the time of the last poll before the preceding full batches`() {
        let batches: [(asked: Int64, now: Int64, isFull: Bool)] = [
            (0, 10, false), (20, 20, true), (30, 30, true), (40, 40, false), (50, 50, false),
        ]
        #expect(arrivals(batches) == [10, 10, 10, 10, 40])
    }

    @Test func `takes a limited number of full batches into account`() {
        let batches = (1...200).map { (asked: Int64($0), now: Int64($0), isFull: true) }
        #expect(arrivals(batches, mostBatches: 2).last == 197)
        #expect(arrivals(batches, mostBatches: 1_000).last == Int64(199 - 63))
    }
}
