// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Synchronization

struct Tick: Codable, Sendable, Hashable {
    var number: Int
    /// A text that makes the element larger.
    var note: String?
}

struct WatchTicks: Endpoint {
    static let route: Route = "GET /watch"
    typealias Output = EventFeed<Tick>
    enum Failure: Problem, CaseIterable {
        case tooEarly
        var status: Status { .conflict }
        var title: String { "There is nothing to watch yet" }
    }

    @Header<LastEventID, String?> var lastEventID: String? = nil
}

struct ExportTicks: Endpoint {
    static let route: Route = "GET /export"
    typealias Output = ElementFeed<Tick>

    @Query var count: Int
}

/// A service with streams whose handlers a test provides.
struct FeedService: Sendable {
    static let api = API(
        name: "feeds",
        title: "Feeds",
        version: "1",
        endpoints: [WatchTicks.self, ExportTicks.self]
    )

    var watch: @Sendable (WatchTicks) async throws(WatchTicks.Failure) -> EventFeed<Tick>
    var export: @Sendable (ExportTicks) async -> ElementFeed<Tick>

    init(
        watch:
            @escaping @Sendable (WatchTicks) async throws(WatchTicks.Failure) -> EventFeed<Tick> =
            { _ throws(WatchTicks.Failure) in throw .tooEarly },
        export: @escaping @Sendable (ExportTicks) async -> ElementFeed<Tick> = { call in
            ElementFeed(TickSequence(count: call.count))
        }
    ) {
        self.watch = watch
        self.export = export
    }

    func application() throws -> Application { try Application([service]) }

    var service: Service {
        var service = Service(Self.api)
        service.serve(watch)
        service.serve(export)
        return service
    }

    /// Runs a server while `body` runs, which gets the server's port.
    func run(_ body: (UInt16) async throws -> Void) async throws {
        let application = try application()
        let handler = FunctionHandler { await application.respond(to: $0) }
        try await withServer(handler: handler, body: body)
    }
}

/// Numbers from 1 to a count, each made only when it is read.
struct TickSequence: AsyncSequence, Sendable {
    struct Broken: Error {}

    var count: Int
    /// The number after which the sequence throws.
    var breaksAfter = Int.max
    var note: String?
    var made = Counter()

    func makeAsyncIterator() -> Iterator { Iterator(sequence: self) }

    struct Iterator: AsyncIteratorProtocol {
        let sequence: TickSequence
        var number = 0

        mutating func next() async throws -> Tick? {
            guard number < sequence.count else { return nil }
            guard number < sequence.breaksAfter else { throw Broken() }
            number += 1
            sequence.made.add(1)
            return Tick(number: number, note: sequence.note)
        }
    }
}
