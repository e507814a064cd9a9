// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import Testing

/// A transport that reports the events that a network would.
private struct ReportingTransport: Transport {
    var failure: TransportError?
    var timings = PhaseTimings()
    var trailers: Fields = [:]
    var status = Status.ok

    func send(_ request: Request, timeouts: Timeouts) async throws(TransportError) -> Response {
        let report = CallTrace.current?.begin(request)
        report?.report(.connecting(address: "192.0.2.7:443"))
        report?.report(.sending)
        if let failure {
            report?.end(timings, failure: failure)
            throw failure
        }
        report?.report(.answered(status))
        report?.end(timings, trailers: trailers)
        return Response(status: status, content: Content("7"))
    }
}

extension PhaseTimings {
    fileprivate static var example: PhaseTimings {
        var timings = PhaseTimings()
        timings.nameResolution = .microseconds(1_210)
        timings.connect = .milliseconds(20)
        timings.firstByte = .milliseconds(1_300)
        timings.bytesSent = 80
        timings.bytesReceived = 120
        timings.version = .http2
        return timings
    }
}

@Suite(.timeLimit(.minutes(1)))
struct `Events of calls` {
    private func client(_ transport: ReportingTransport) throws -> Client {
        try Client(base: "https://example.org/videoclub", transport: transport)
    }

    @Test
    func `a listener receives all events of a call without secrets`() async throws {
        let hub = CallEvents()
        let events = hub.events()
        let client = try client(ReportingTransport(timings: .example)).with { $0.events = hub }
        _ = try await client.bytes("films?token=secret")
        var texts: [String] = []
        for await event in events {
            #expect(event.transfer == 1)
            #expect(event.time >= .zero)
            texts.append(event.kind.description)
            if case .done = event.kind { break }
        }
        #expect(
            texts == [
                "GET https://example.org/videoclub/films?token=…", "connecting to 192.0.2.7:443",
                "sending", "answered 200 OK",
                "done in 1.32 s: name 1.21 ms, connect 20 ms, first byte 1.30 s; "
                    + "80 bytes sent, 120 received",
            ]
        )
    }

    @Test
    func `events of two calls have different call numbers`() async throws {
        let hub = CallEvents()
        let events = hub.events()
        let client = try client(ReportingTransport()).with { $0.events = hub }
        for _ in 0..<2 { _ = try await client.bytes("films") }
        var calls: Set<UInt64> = []
        var ended = 0
        for await event in events {
            calls.insert(event.call)
            if case .done = event.kind { ended += 1 }
            if ended == 2 { break }
        }
        #expect(calls.count == 2)
    }

    @Test
    func `a slow listener loses the latest events, which are counted`() async throws {
        let hub = CallEvents(capacity: 3)
        let (slow, other) = (hub.events(), hub.events())
        let client = try client(ReportingTransport()).with { $0.events = hub }
        _ = try await client.bytes("films")
        #expect(hub.dropped == 4)
        for events in [slow, other] {
            let kept = await events.prefix(3).reduce(into: []) { $0.append($1.kind.description) }
            #expect(kept.last == "sending")
        }
    }

    @Test
    func `events are created only while there is a listener`() async throws {
        let hub = CallEvents()
        let trace = CallTrace(events: hub)
        let report = trace.begin(Request(method: .get, authority: "example.org", target: "/"))
        let made = Made()
        #expect(!hub.isObserved && !report.isObserved)
        report.report(made.event())
        let listener = Task { [events = hub.events()] in for await _ in events {} }
        #expect(hub.isObserved && report.isObserved)
        report.report(made.event())
        listener.cancel()
        await listener.value
        report.report(made.event())
        #expect(!hub.isObserved)
        #expect(made.count == 1)
    }

    @Test
    func `the event sequence ends when its CallEvents object is released`() async throws {
        var hub: CallEvents? = CallEvents()
        let events = try #require(hub?.events())
        hub = nil
        #expect(await events.reduce(0) { count, _ in count + 1 } == 0)
    }
}

/// Counts how often an event was constructed.
private final class Made {
    private(set) var count = 0

    func event() -> CallEvent.Kind {
        count += 1
        return .sending
    }
}

@Suite(.timeLimit(.minutes(1)))
struct `Timings of calls` {
    struct Film: Decodable {
        var title: String
    }

    @Test
    func `an error carries the timings of its transfer`() async throws {
        for transport in [
            ReportingTransport(failure: TransportError(.connectionLost), timings: .example),
            ReportingTransport(timings: .example, status: .serviceUnavailable),
            ReportingTransport(timings: .example),
        ] {
            let client = try Client(base: "https://example.org", transport: transport)
            do {
                let film: Film = try await client.get("films/7")
                Issue.record("\(film)")
            } catch {
                #expect(error.timings == .example)
            }
        }
    }

    @Test
    func `a trace keeps the latest timings and trailers`() async throws {
        let trace = CallTrace()
        let transport = ReportingTransport(timings: .example, trailers: ["digest": "7"])
        let request = Request(method: .get, authority: "example.org", target: "/")
        #expect(trace.timings == nil)
        _ = try await CallTrace.$current.withValue(trace) { try await transport.send(request) }
        #expect(trace.timings == .example)
        #expect(trace.trailers["digest"] == "7")
        #expect(trace.transfers == 1)
        _ = trace.begin(request)
        #expect(trace.trailers.isEmpty)
    }

    @Test
    func `the total time is the sum of the phases`() {
        #expect(PhaseTimings.example.total == .microseconds(1_321_210))
        #expect(PhaseTimings().description == "0 ms; 0 bytes sent, 0 received")
    }
}
