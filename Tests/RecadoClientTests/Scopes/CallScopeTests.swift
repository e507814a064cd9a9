// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Call scopes` {
    /// A transport that does not respond until its task is cancelled, and that signals each
    /// request.
    struct Waiting: Transport {
        let asked = AsyncStream.makeStream(of: Void.self)

        func send(
            _ request: Request,
            timeouts: Timeouts
        ) async throws(TransportError) -> Response {
            asked.continuation.yield()
            let (stream, _) = AsyncStream.makeStream(of: Void.self)
            for await _ in stream {}
            throw TransportError(.cancelled)
        }

        func whenAsked() async {
            var iterator = asked.stream.makeAsyncIterator()
            _ = await iterator.next()
        }
    }

    private func client(_ transport: some Transport) throws -> Client {
        try Client(base: "https://example.org", transport: transport)
    }

    private func callError(of call: Call<Value, any Error>) async -> CallError<Never>? {
        guard case .failure(let error) = await call.result else { return nil }
        return error as? CallError<Never>
    }

    @Test
    func `a call provides its value and its request`() async throws {
        let client = try client(StubTransport(json: "7"))
        let owner = CallScope()
        let call = owner.start { try await client.get("films", as: Int.self) }
        #expect(try await call.value == 7)
        #expect(try await call.value == 7)
        #expect(call.request?.target == "/films")
        #expect(call.cancellation == nil)
        #expect(owner.count == 0)
        call.cancel()
        #expect(call.cancellation == nil)
    }

    @Test
    func `a call keeps the type of its error`() async throws {
        let client = try client(StubTransport(.notFound))
        let owner = CallScope()
        let call = owner.start { () async throws(CallError<RentFilm.Failure>) in
            try await client.send(RentFilm(id: 7))
        }
        do {
            _ = try await call.value
            Issue.record("nothing was thrown")
        } catch .refused(.notFound) {
            #expect(call.cancellation == nil)
        } catch {
            Issue.record(error)
        }
        #expect(owner.count == 0)
    }

    // MARK: - Giving up

    @Test
    func `releasing a scope cancels its calls, and their errors state the reason`() async throws {
        let transport = Waiting()
        let client = try client(transport)
        var owner: CallScope? = CallScope("catalog")
        let call = try #require(owner).start { try await client.get("films") }
        await transport.whenAsked()
        #expect(owner?.count == 1)
        owner = nil
        let error = await callError(of: call)
        #expect(error?.kind == .cancelled)
        #expect(error?.cancellation == .ownerReleased("catalog"))
        let text = "cancelled: its owner “catalog” was released"
        #expect(error?.description == "GET https://example.org/films: \(text)")
    }

    @Test
    func `the error of a call cancelled by its caller states the reason`() async throws {
        let transport = Waiting()
        let client = try client(transport)
        let owner = CallScope("catalog")
        let call = owner.start { try await client.get("films") }
        await transport.whenAsked()
        call.cancel()
        let error = await callError(of: call)
        #expect(error?.kind == .cancelled)
        #expect(error?.cancellation == .requested)
        #expect(owner.count == 0)
    }

    @Test
    func `a scope can cancel all its calls and start new ones`() async throws {
        let transport = Waiting()
        let client = try client(transport)
        let owner = CallScope()
        let calls = (0..<3).map { number in
            owner.start { try await client.get("films/\(number)") }
        }
        for _ in calls { await transport.whenAsked() }
        owner.cancelAll()
        for call in calls { #expect(await callError(of: call)?.cancellation == .requested) }
        let answer = try self.client(StubTransport(json: "1"))
        #expect(try await owner.start { try await answer.get("x", as: Int.self) }.value == 1)
    }

    @Test
    func `cancelling the waiting task cancels the call`() async throws {
        let transport = Waiting()
        let client = try client(transport)
        let owner = CallScope()
        let call = owner.start { try await client.get("films") }
        let waiter = Task { await call.result }
        await transport.whenAsked()
        waiter.cancel()
        _ = await waiter.value
        #expect(await callError(of: call)?.cancellation == .task)
    }

    @Test
    func `the error of cancelled work other than a client call states the reason`() async throws {
        let began = AsyncStream.makeStream(of: Void.self)
        var owner: CallScope? = CallScope("sync")
        let call = try #require(owner).start { () async throws -> Value in
            began.continuation.yield()
            let (stream, _) = AsyncStream.makeStream(of: Void.self)
            for await _ in stream {}
            throw CancellationError()
        }
        var iterator = began.stream.makeAsyncIterator()
        _ = await iterator.next()
        owner = nil
        let error = await callError(of: call)
        #expect(error?.description == "cancelled: its owner “sync” was released")
    }

    @Test
    func `the error of a call cancelled outside a scope states the reason`() async throws {
        let transport = Waiting()
        let client = try client(transport)
        let task = Task { try await client.get("films") }
        await transport.whenAsked()
        task.cancel()
        guard case .failure(let error as CallError<Never>) = await task.result else {
            Issue.record("a cancelled call was expected")
            return
        }
        #expect(error.kind == .cancelled)
        #expect(error.cancellation == .task)
        let released = try self.client(
            StubTransport { _ throws(TransportError) in throw TransportError(.released) }
        )
        let other = await RecadoClientTests.callError { () throws(CallError<Never>) in
            try await released.get("films")
        }
        #expect(other?.cancellation == .transportReleased)
        let refused = try self.client(StubTransport(.notFound))
        let third = await RecadoClientTests.callError { () throws(CallError<Never>) in
            try await refused.get("films")
        }
        #expect(third?.cancellation == nil)
    }

    // MARK: - Callbacks

    @Test
    func `a callback gets the value on the main actor`() async throws {
        let client = try client(StubTransport(json: "7"))
        let owner = CallScope()
        let value = await withCheckedContinuation { continuation in
            owner.start {
                try await client.get("films", as: Int.self)
            } completion: { result in
                MainActor.assertIsolated()
                continuation.resume(returning: try? result.get())
            }
        }
        #expect(value == 7)
    }

    @Test
    func `a callback gets the reason when its scope is released`() async throws {
        let transport = Waiting()
        let client = try client(transport)
        var owner: CallScope? = CallScope("catalog")
        let results = AsyncStream.makeStream(of: CancellationReason?.self)
        owner?.start {
            try await client.get("films")
        } completion: { result in
            if case .failure(let error as CallError<Never>) = result {
                results.continuation.yield(error.cancellation)
            }
            results.continuation.finish()
        }
        await transport.whenAsked()
        owner = nil
        var reasons: [CancellationReason?] = []
        for await reason in results.stream { reasons.append(reason) }
        #expect(reasons == [.ownerReleased("catalog")])
    }
}
