// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoEndpoints
import RecadoHTTP
import RecadoTestSupport
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Streams of declared endpoints` {
    // MARK: - Elements

    @Test(arguments: Wire.allCases)
    func `all elements arrive in order`(wire: Wire) async throws {
        try await Station().run(wire) { client in
            var expected = 1
            for try await reading in try await client.elements(of: ExportReadings(count: 1_000)) {
                #expect(reading.number == expected)
                expected += 1
            }
            #expect(expected == 1_001)
        }
    }

    @Test(arguments: Wire.allCases)
    func `elements are also read from a JSON array`(wire: Wire) async throws {
        try await Station().run(wire) { client in
            var options = CallOptions()
            options.fields = [.accept: "application/json"]
            let elements = try await client.elements(of: ExportReadings(count: 3), with: options)
            var numbers: [Int] = []
            for try await reading in elements { numbers.append(reading.number) }
            #expect(numbers == [1, 2, 3])
        }
    }

    @Test(arguments: Wire.allCases)
    func `a declared failure is thrown instead of the elements`(wire: Wire) async throws {
        try await Station().run(wire) { client in
            do throws(CallError<ExportReadings.Failure>) {
                _ = try await client.elements(of: ExportReadings(count: 0))
                Issue.record("expected a failure")
            } catch {
                #expect(error.failure == .empty)
            }
        }
    }

    @Test(arguments: Wire.allCases)
    func `a failure of the server's sequence is thrown as an error`(wire: Wire) async throws {
        let station = Station(export: { call throws(ExportReadings.Failure) in
            ElementFeed(Readings(count: call.count, breaksAfter: 2))
        })
        try await station.run(wire) { client in
            var numbers: [Int] = []
            await #expect(throws: CallError<ExportReadings.Failure>.self) {
                for try await reading in try await client.elements(of: ExportReadings(count: 5)) {
                    numbers.append(reading.number)
                }
            }
            // Earlier elements may be lost with the connection, but no others may arrive.
            #expect([[], [1], [1, 2]].contains(numbers))
        }
    }

    @Test(arguments: Wire.heldSockets)
    func `a client that does not read pauses the server's sequence`(wire: Wire) async throws {
        let readings = Readings(
            count: 100_000,
            note: String(repeating: "x", count: 10_000)
        )
        let station = Station(export: { call throws(ExportReadings.Failure) in
            if call.count == 0 { throw .empty }
            return ElementFeed(readings)
        })
        try await station.run(wire) { client in
            var elements = try await client.elements(of: ExportReadings(count: 1))
                .makeAsyncIterator()
            _ = try await elements.next()
            // The server answers other calls meanwhile; at some time the sequence stops growing.
            var (count, still) = (0, 0)
            while still < 50 {
                _ = try? await client.elements(of: ExportReadings(count: 0))
                let made = readings.made.value
                still = made == count ? still + 1 : 0
                count = made
            }
            #expect(count < 100_000)
            #expect(try await elements.next()?.number == 2)
        }
    }

    @Test(arguments: Wire.sockets)
    func `a client that stops reading ends the server's sequence`(wire: Wire) async throws {
        let ended = Event()
        let station = Station(export: { _ throws(ExportReadings.Failure) in
            ElementFeed(Self.stream(of: [7], ended))
        })
        try await station.run(wire) { client in
            for try await reading in try await client.elements(of: ExportReadings(count: 1)) {
                #expect(reading.number == 7)
                break
            }
            await ended.wait()
        }
    }

    /// Returns a sequence without an end, to which no other reference exists.
    private static func stream(of numbers: [Int], _ ended: Event) -> AsyncStream<Reading> {
        AsyncStream { continuation in
            continuation.onTermination = { _ in ended.happen() }
            for number in numbers { continuation.yield(Reading(number: number)) }
        }
    }

    // MARK: - Uploads

    @Test(arguments: Wire.allCases)
    func `uploaded elements reach the server`(wire: Wire) async throws {
        try await Station().run(wire) { client in
            let upload = ElementUpload(Readings(count: 500))
            let sum = try await client.send(ImportReadings(readings: upload))
            #expect(sum.number == 125_250)
        }
    }

    @Test(arguments: Wire.heldSockets)
    func `a server that does not read pauses the upload`(wire: Wire) async throws {
        let go = Event()
        let sent = Tally()
        let piece = [UInt8](repeating: 7, count: 10_000)
        let pieces = Readings(count: 1_500, made: sent).map { _ in piece }
        try await Station(isOpen: go).run(wire) { client in
            let upload = Task {
                try await client.send(StoreBytes(bytes: ByteUpload(Content(pieces: pieces))))
            }
            var (count, still) = (0, 0)
            while still < 50 {
                _ = try? await client.elements(of: ExportReadings(count: 0))
                still = sent.value == count && count > 0 ? still + 1 : 0
                count = sent.value
            }
            #expect(count < 1_500)
            go.happen()
            let size = try await upload.value
            #expect(size.number == 15_000_000)
        }
    }

    @Test(arguments: Wire.allCases)
    func `an element that the server refuses fails the upload`(wire: Wire) async throws {
        try await Station().run(wire) { client in
            let upload = ElementUpload(Readings(count: 3).map { Reading(number: 2 - $0.number) })
            let error = await #expect(throws: CallError<Never>.self) {
                try await client.send(ImportReadings(readings: upload))
            }
            #expect(error?.status == .conflict)
        }
    }

    // MARK: - Events

    @Test(arguments: Wire.sockets)
    func `a client that reconnects sends the ID of the last event`(wire: Wire) async throws {
        let seen = Notes<String?>()
        let station = Station(watch: { call throws(WatchReadings.Failure) in
            seen.add(call.lastEventID)
            let first = Int(call.lastEventID ?? "") ?? 0
            let events = Readings(count: 2).map {
                EventFeed.Event(Reading(number: first + $0.number), id: "\(first + $0.number)")
            }
            return EventFeed(events, retryingAfter: .zero)
        })
        try await station.run(wire) { client in
            var numbers: [Int] = []
            for try await reading in client.events(of: WatchReadings()) {
                numbers.append(reading.number)
                if numbers.count == 5 { break }
            }
            #expect(numbers == [1, 2, 3, 4, 5])
            #expect(seen.all == [nil, "2", "4"])
        }
    }

    @Test(arguments: Wire.sockets)
    func `keep-alive comments are not delivered as events`(wire: Wire) async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Reading.self)
        let station = Station(watch: { _ throws(WatchReadings.Failure) in
            continuation.yield(Reading(number: 1))
            return EventFeed(of: stream, fillingSilenceOf: .milliseconds(1))
        })
        try await station.run(wire) { client in
            var events = client.events(of: WatchReadings()).makeAsyncIterator()
            #expect(try await events.next()?.number == 1)
            // During these calls the stream only sends comments.
            for _ in 0..<20 { _ = try await client.elements(of: ExportReadings(count: 1)) }
            continuation.yield(Reading(number: 2))
            #expect(try await events.next()?.number == 2)
        }
    }

    @Test(arguments: Wire.sockets)
    func `cancelling the client's task ends the server's sequence`(wire: Wire) async throws {
        let (ended, begun) = (Event(), Event())
        let station = Station(watch: { _ throws(WatchReadings.Failure) in
            begun.happen()
            return EventFeed(of: Self.stream(of: [], ended))
        })
        try await station.run(wire) { client in
            let task = Task {
                for try await _ in client.events(of: WatchReadings()) {}
            }
            await begun.wait()
            task.cancel()
            await #expect(throws: CallError<WatchReadings.Failure>.self) { try await task.value }
            await ended.wait()
        }
    }

    @Test(arguments: Wire.allCases)
    func `a declared failure is thrown by the event sequence`(wire: Wire) async throws {
        try await Station().run(wire) { client in
            let error = await #expect(throws: CallError<WatchReadings.Failure>.self) {
                for try await _ in client.events(of: WatchReadings()) {}
            }
            #expect(error?.failure == .closed)
        }
    }
}
