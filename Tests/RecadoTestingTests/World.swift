// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoEndpoints
import RecadoHTTP
import RecadoTesting
import Synchronization

struct Film: Codable, Sendable, Equatable {
    var id: Int
    var title: String

    static let seven = Film(id: 7, title: "El Camión")
}

struct Member: Caller {
    typealias Credentials = BasicCredentials
    static var realm: String { "Club" }
}

struct RentFilm: Endpoint {
    static let route: Route = "PUT /films/{id}/rent"
    typealias Output = Film
    typealias Caller = Member
    enum Failure: Problem, CaseIterable {
        case alreadyRented
        var status: Status { .conflict }
        var title: String { "Taken" }
    }
    @Path var id: Int
    @Query var days: Within<1, 30>? = nil
}

struct ListFilms: Endpoint {
    static let route: Route = "GET /films"
    typealias Output = Page<Film>
    static let formats: [Format] = [.json, .xml]
    @Query var page: Int? = nil
}

extension Request {
    /// Returns a request to the videoclub.
    static func club(
        _ method: RecadoHTTP.Method = .get,
        _ target: String = "/films/7",
        fields: Fields = [:],
        content: Content = .empty
    ) -> Request {
        Request(
            method: method,
            scheme: "https",
            authority: "example.org",
            target: target,
            fields: fields,
            content: content
        )
    }
}

extension Transport {
    /// Sends a request, and reads the whole response.
    func fetch(
        _ request: Request,
        timeouts: Timeouts = Timeouts()
    ) async throws -> (answer: Response, text: String) {
        let answer = try await send(request, timeouts: timeouts)
        let bytes = try await answer.content.collect(upTo: 1 << 20)
        return (answer, String(decoding: bytes, as: UTF8.self))
    }
}

/// Returns the transport error that an operation throws, or `nil`.
func transportError(_ operation: () async throws -> Void) async -> TransportError? {
    do {
        try await operation()
        return nil
    } catch {
        return error as? TransportError
    }
}

/// A source of given pieces that can be read once.
final class PieceSource: ContentSource {
    let length: Int?
    private let pieces: Mutex<[[UInt8]]>
    private let failure: (any Error)?

    init(_ pieces: [[UInt8]], length: Int? = nil, failure: (any Error)? = nil) {
        self.pieces = Mutex(pieces.reversed())
        self.length = length
        self.failure = failure
    }

    func next() async throws -> [UInt8]? {
        if let piece = pieces.withLock({ $0.popLast() }) { return piece }
        if let failure { throw failure }
        return nil
    }
}
