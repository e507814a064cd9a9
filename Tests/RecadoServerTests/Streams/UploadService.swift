// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoServer

struct ImportTicks: Endpoint {
    static let route: Route = "POST /import"
    static let contentLimit = 16 << 20
    typealias Output = Tick
    @Body var ticks: ElementUpload<Tick>
}

struct ImportFewTicks: Endpoint {
    static let route: Route = "POST /import-few"
    static let contentLimit = 50
    typealias Output = Tick
    @Body var ticks: ElementUpload<Tick>
}

struct ImportPrivately: Endpoint {
    static let route: Route = "POST /import-privately"
    typealias Output = Tick
    typealias Caller = Guest
    @Body var ticks: ElementUpload<Tick>
}

struct StoreBytes: Endpoint {
    static let route: Route = "PUT /bytes"
    static let contentLimit = 16 << 20
    typealias Output = Stored
    @Query var name: String
    @Body var bytes: ByteUpload
}

struct Stored: Codable, Sendable, Hashable {
    var name: String
    var size: Int
    var type: String?
}

/// A service that receives streams, with a handler that a test provides for their elements.
struct UploadService: Sendable {
    typealias Handler =
        @Sendable (ElementUpload<Tick>) async throws(HandlerError<Never>) -> Tick

    static let api = API(
        name: "uploads",
        title: "Uploads",
        version: "1",
        endpoints: [
            ImportTicks.self, ImportFewTicks.self, ImportPrivately.self, StoreBytes.self,
        ]
    )

    /// A handler that adds up the numbers.
    static let sum: Handler = { ticks throws(HandlerError<Never>) in
        var sum = 0
        do throws(ProblemDetails) {
            for try await tick in ticks { sum += tick.number }
        } catch {
            throw .problem(error)
        }
        return Tick(number: sum)
    }

    var handler: Handler = sum

    func application() throws -> Application {
        let handler = handler
        var service = Service(Self.api)
        service.authenticate(Guest.self) { credentials, _ throws(ProblemDetails) in
            Guest(name: credentials.name)
        }
        service.serve { (call: ImportTicks) async throws(HandlerError<Never>) in
            try await handler(call.ticks)
        }
        service.serve { (call: ImportFewTicks) async throws(HandlerError<Never>) in
            try await handler(call.ticks)
        }
        service.serve { (call: ImportPrivately, _: Guest) async throws(HandlerError<Never>) in
            try await handler(call.ticks)
        }
        service.serve { (call: StoreBytes) async throws(HandlerError<Never>) in
            var size = 0
            do throws(ProblemDetails) {
                for try await piece in call.bytes { size += piece.count }
            } catch {
                throw .problem(error)
            }
            return Stored(
                name: call.name,
                size: size,
                type: call.bytes.mediaType?.description
            )
        }
        return try Application([service])
    }

    /// Runs a server while `body` runs, which gets the server's port.
    func run(_ body: (UInt16) async throws -> Void) async throws {
        let application = try application()
        let handler = FunctionHandler { await application.respond(to: $0) }
        try await withServer(handler: handler, body: body)
    }
}
