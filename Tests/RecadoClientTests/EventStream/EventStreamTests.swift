// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoHTTP
import RecadoTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Server-sent event streams` {
    /// Responses that are given one after another; the last one is repeated.
    private final class Script: Sendable {
        private let answers: Mutex<[Result<Response, TransportError>]>

        init(_ answers: [Result<Response, TransportError>]) { self.answers = Mutex(answers) }

        func next() throws(TransportError) -> Response {
            try answers.withLock { answers in
                answers.count > 1 ? answers.removeFirst() : answers[0]
            }.get()
        }
    }

    private let clock = VirtualClock(jumps: true)

    private func stub(_ answers: Result<Response, TransportError>...) -> StubTransport {
        let script = Script(answers)
        return StubTransport { _ throws(TransportError) in try script.next() }
    }

    private func live(
        _ text: String,
        failure: (any Error)? = nil
    ) -> Result<Response, TransportError> {
        let source = PiecewiseSource([Array(text.utf8)], failure: failure)
        let fields: Fields = [.contentType: "text/event-stream; charset=utf-8"]
        return .success(Response(status: .ok, fields: fields, content: Content(reading: source)))
    }

    private func refusal(
        _ status: Status,
        _ fields: Fields = [:]
    ) -> Result<Response, TransportError> {
        .success(Response(status: status, fields: fields))
    }

    private var over: Result<Response, TransportError> { refusal(.noContent) }

    private var options: EventStreamOptions {
        var options = EventStreamOptions()
        options.clock = clock
        options.random = { 0 }
        return options
    }

    private func data(
        _ stub: StubTransport,
        _ options: EventStreamOptions? = nil
    ) async throws -> [String] {
        var data: [String] = []
        let events = try Client(stub).events("live", keeping: options ?? self.options)
        for try await event in events { data.append(event.data) }
        return data
    }

    @Test
    func `a stream reconnects with the ID of the last event`() async throws {
        let stub = stub(
            live("id: 1\ndata: a\n\nid: 2\ndata: b\n\ndata: cut"),
            live("data: c\n\n"),
            over
        )
        #expect(try await data(stub) == ["a", "b", "c"])
        #expect(stub.sent.map { $0.fields["Last-Event-ID"] } == [nil, "2", "2"])
        #expect(stub.sent.allSatisfy { $0.fields[.accept] == "text/event-stream" })
        #expect(stub.sentTimeouts.allSatisfy { $0.total == nil })
        #expect(clock.sleeps == [.seconds(3), .seconds(3)])
    }

    @Test
    func `the reconnection delay is the server's value plus a random part`() async throws {
        var options = options
        options.random = { 0.5 }
        let stub = stub(live("retry: 1000\ndata: a\n\n"), over)
        #expect(try await data(stub, options) == ["a"])
        #expect(clock.sleeps == [.milliseconds(1250)])
    }

    @Test
    func `the reconnection delay is at least 100 ms`() async throws {
        _ = try await data(stub(live("retry: 0\ndata: a\n\n"), over))
        #expect(clock.sleeps == [.milliseconds(100)])
    }

    @Test
    func `the delay doubles with each failure, and an event resets it`() async throws {
        let lost = Result<Response, TransportError>.failure(TransportError(.cannotConnect))
        let broken = live("data: a\n\n", failure: TransportError(.connectionLost))
        let stub = stub(lost, refusal(.serviceUnavailable), lost, broken, lost, over)
        #expect(try await data(stub) == ["a"])
        #expect(clock.sleeps == [3, 6, 12, 3, 6].map { .seconds($0) })
    }

    @Test
    func `the delay is limited unless Retry-After asks for more`() async throws {
        var options = options
        options.longestDelay = .seconds(5)
        let asked = refusal(.tooManyRequests, [.retryAfter: "20"])
        let stub = stub(refusal(.badGateway), refusal(.badGateway), asked, over)
        #expect(try await data(stub, options).isEmpty)
        #expect(clock.sleeps == [3, 5, 20].map { .seconds($0) })
    }

    @Test
    func `too many failures in a row end the stream with an error`() async throws {
        var options = options
        options.failures = 3
        let stub = stub(.failure(TransportError(.cannotConnect)))
        let error = await #expect(throws: CallError<Never>.self) { try await data(stub, options) }
        #expect(error?.kind == .unreachable)
        #expect(error?.description.contains("given up after 3 failures in a row") == true)
        #expect(stub.sent.count == 3)
    }

    @Test
    func `a response that is not an event stream is an error without a retry`() async throws {
        let page = Response(status: .ok, fields: [.contentType: "text/html"], content: Content("x"))
        let cases: [(Result<Response, TransportError>, CallErrorKind)] = [
            (.success(page), .unreadable), (refusal(.ok), .unreadable),
            (refusal(.created), .unreadable), (refusal(.notFound), .refused),
            (refusal(.unauthorized), .refused), (.failure(TransportError(.tls)), .unreachable),
        ]
        for (answer, kind) in cases {
            let stub = stub(answer)
            let error = await #expect(throws: CallError<Never>.self) { try await data(stub) }
            #expect(error?.kind == kind)
            #expect(stub.sent.count == 1)
        }
    }

    @Test
    func `a stream times out if its deadline is before the next connection`() async throws {
        let stub = stub(live("data: a\n\n"))
        let error = await #expect(throws: CallError<Never>.self) {
            try await withDeadline(.seconds(2), clock: VirtualClock()) { try await data(stub) }
        }
        #expect(error?.kind == .timedOut)
        #expect(stub.sent.count == 1)
    }

    @Test
    func `a stream without reconnection ends with its connection`() async throws {
        var options = options
        options.reconnects = false
        options.lastEventID = "9"
        let stub = stub(live("data: a\n\n"))
        #expect(try await data(stub, options) == ["a"])
        #expect(stub.sent.map { $0.fields["Last-Event-ID"] } == ["9"])
    }

    @Test
    func `cancelling the task ends the wait for the next connection`() async throws {
        let client = try Client(stub(.failure(TransportError(.cannotConnect))))
        var options = options
        let waiting = VirtualClock()
        options.clock = waiting
        let events = client.events("live", keeping: options)
        let task = Task {
            await callError { () throws(CallError<Never>) in for try await _ in events {} }
        }
        await waiting.sleepers(1)
        task.cancel()
        #expect(await task.value?.kind == .cancelled)
    }

    @Test
    func `an event that is too large ends the stream`() async throws {
        var options = options
        options.limits.eventBytes = 4
        let error = await #expect(throws: CallError<Never>.self) {
            try await data(stub(live("data: 12345\n\n")), options)
        }
        #expect(error?.kind == .tooLarge)
    }

    @Test
    func `events of one name are decoded as values`() async throws {
        let text = """
            event: film
            data: {"id":1,
            data: "title":"a"}

            event: other
            data: what?

            event: film
            data: {}

            event: film
            data: {"id":2,"title":"b"}


            """
        let client = try Client(stub(live(text), over))
        let values = client.events("live", of: Film.self, named: "film", keeping: options)
        var films = values.makeAsyncIterator()
        #expect(try await films.next() == Film(id: 1, title: "a"))
        do {
            _ = try await films.next()
            Issue.record("nothing was thrown")
        } catch let error as CallError<Never> {
            #expect(error.codingFailure?.code == .keyNotFound)
            #expect(error.description.contains("event 3"))
        }
        #expect(try await films.next() == Film(id: 2, title: "b"))
        #expect(try await films.next() == nil)
    }
}
