// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoEndpoints
import RecadoHTTP
import RecadoInProcess
import RecadoServer
import RecadoSockets
import RecadoTestSupport
import RecadoTesting
import RecadoURLSession
import Synchronization

/// An element of a stream.
struct Reading: Codable, Sendable, Hashable {
    var number: Int
    /// A text that makes the element larger.
    var note: String?
}

/// Sends readings as events when they are made.
struct WatchReadings: Endpoint {
    static let route: Route = "GET /watch"
    typealias Output = EventFeed<Reading>
    enum Failure: Problem, CaseIterable {
        case closed
        var status: Status { .conflict }
        var title: String { "The station is closed" }
    }

    @Header<LastEventID, String?> var lastEventID: String? = nil
}

/// Sends all readings as elements of a list.
struct ExportReadings: Endpoint {
    static let route: Route = "GET /export"
    typealias Output = ElementFeed<Reading>
    enum Failure: Problem, CaseIterable {
        case empty
        var status: Status { .notFound }
        var title: String { "There are no readings" }
    }

    @Query var count: Int
}

/// Adds up readings, none of which may be negative.
struct ImportReadings: Endpoint {
    static let route: Route = "POST /import"
    static let contentLimit = 1 << 30
    typealias Output = Reading
    @Body var readings: ElementUpload<Reading>
}

/// Counts the bytes of its content.
struct StoreBytes: Endpoint {
    static let route: Route = "PUT /bytes"
    static let contentLimit = 1 << 30
    typealias Output = Reading
    @Body var bytes: ByteUpload
}

/// Numbers from 1 to a count, each made only when it is read.
struct Readings: AsyncSequence, Sendable {
    struct Broken: Error {}

    var count: Int
    /// The number after which the sequence throws.
    var breaksAfter = Int.max
    var note: String?
    /// The number of readings that have been made.
    var made = Tally()

    func makeAsyncIterator() -> Iterator { Iterator(sequence: self) }

    struct Iterator: AsyncIteratorProtocol {
        let sequence: Readings
        var number = 0

        mutating func next() async throws -> Reading? {
            guard number < sequence.count else { return nil }
            guard number < sequence.breaksAfter else { throw Broken() }
            number += 1
            sequence.made.add()
            return Reading(number: number, note: sequence.note)
        }
    }
}

/// A counter that several tasks share.
final class Tally: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func add() { count.withLock { $0 += 1 } }
}

/// A service with streams, whose handlers a test provides.
struct Station: Sendable {
    static let api = API(
        name: "station",
        title: "Station",
        version: "1",
        endpoints: [
            WatchReadings.self, ExportReadings.self, ImportReadings.self, StoreBytes.self,
        ]
    )

    var watch: @Sendable (WatchReadings) async throws(WatchReadings.Failure) -> EventFeed<Reading>
    var export:
        @Sendable (ExportReadings) async throws(ExportReadings.Failure) -> ElementFeed<Reading>

    /// The server reads no elements before this event happens.
    var isOpen: Event?

    init(
        isOpen: Event? = nil,
        watch:
            @escaping @Sendable (WatchReadings) async throws(WatchReadings.Failure)
            -> EventFeed<Reading> = { _ throws(WatchReadings.Failure) in throw .closed },
        export:
            @escaping @Sendable (ExportReadings) async throws(ExportReadings.Failure)
            -> ElementFeed<Reading> = { call throws(ExportReadings.Failure) in
                if call.count == 0 { throw .empty }
                return ElementFeed(Readings(count: call.count))
            }
    ) {
        self.isOpen = isOpen
        self.watch = watch
        self.export = export
    }

    private func count(_ call: StoreBytes) async throws(HandlerError<Never>) -> Reading {
        await isOpen?.wait()
        var count = 0
        do throws(ProblemDetails) {
            for try await piece in call.bytes { count += piece.count }
        } catch {
            throw .problem(error)
        }
        return Reading(number: count)
    }

    private func add(_ call: ImportReadings) async throws(HandlerError<Never>) -> Reading {
        var sum = 0
        do throws(ProblemDetails) {
            for try await reading in call.readings {
                if reading.number < 0 { throw ProblemDetails(status: .conflict) }
                sum += reading.number
            }
        } catch {
            throw .problem(error)
        }
        return Reading(number: sum)
    }

    /// Runs the service while `body` runs, which gets a client.
    func run(
        _ wire: Wire,
        _ body: (Client) async throws -> Void
    ) async throws {
        var service = Service(Self.api)
        service.serve(watch)
        service.serve(export)
        service.serve(add)
        service.serve(count)
        let application = try Application([service])
        if wire == .inProcess {
            let transport = InProcessTransport(application)
            return try await body(
                Client(base: "https://station.example/station", transport: transport)
            )
        }
        var configuration = ServerConfiguration()
        configuration.trustsLoopback = true
        configuration.addresses = [.loopback(port: 0)]
        configuration.loops = 1
        let server = Server(configuration, handler: application)
        let authority = try await server.start()[0].description
        var options = SocketTransport.Options()
        options.host.assumesHTTP2 = wire == .http2
        let transport: any Transport =
            wire == .urlSession ? URLSessionTransport() : SocketTransport(options: options)
        do {
            try await body(Client(base: "http://\(authority)/station", transport: transport))
        } catch {
            await server.shutdown(grace: .zero)
            throw error
        }
        await server.shutdown(grace: .zero)
    }
}

/// The ways in which a client reaches a server.
enum Wire: String, CaseIterable, Sendable {
    case http1
    case http2
    case urlSession
    case inProcess

    static let sockets: [Wire] = [.http1, .http2, .urlSession]
    /// The transports over which a slow receiver slows down the sender; URLSession on Linux is not
    /// one of them.
    static let heldSockets: [Wire] = [.http1, .http2]
}
