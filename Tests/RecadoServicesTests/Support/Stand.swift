// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoClient
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import RecadoSockets
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Services without state, called without a socket or over a port of their own.
struct Stand: Sendable {
    let application: Application

    init(_ services: [Service], pages: [String: any Handler] = [:]) throws {
        application = try Application(services, pages: pages)
    }

    /// Sends a request without a socket.
    func send(
        _ method: RecadoHTTP.Method = .get,
        _ target: String,
        json: String? = nil,
        fields: Fields = [:]
    ) async throws -> Reply {
        var fields = fields
        if json != nil, !fields.contains(.contentType) {
            fields[.contentType] = "application/json"
        }
        let request = Request(
            method: method,
            authority: "stand.example",
            target: target,
            fields: fields,
            content: json.map { Content($0) } ?? .empty
        )
        return try await Reply(application.respond(to: request))
    }

    /// Serves the services on a free port while `body` runs, which gets their base URL.
    func serve(_ body: (String) async throws -> Void) async throws {
        try await application.listen { address in try await body("http://\(address)") }
    }

    /// Serves the services on a free port while `body` runs, which gets a client with a path
    /// prefix.
    func serve(
        _ prefix: String,
        _ configure: @Sendable @escaping (inout Client.Settings) -> Void = { _ in },
        _ body: (Client) async throws -> Void
    ) async throws {
        try await application.serve { address, transport in
            let base = "http://\(address)\(prefix)"
            try await body(try Client(base: base, transport: transport) { configure(&$0) })
        }
    }
}

/// Calls a URL without Recado, as the course documents' programs do.
struct Visitor: Sendable {
    let base: String

    /// A response of the service.
    struct Answer: Sendable {
        let status: Int
        let fields: [String: String]
        let data: Data
        var text: String { String(decoding: data, as: UTF8.self) }

        /// The content's JSON object, as Foundation reads it.
        var object: [String: Any]? {
            (try? JSONSerialization.jsonObject(with: data)) as? [String: Any]
        }
    }

    func send(
        _ target: String,
        method: String = "GET",
        json: String? = nil,
        fields: [String: String] = [:]
    ) async throws -> Answer {
        let session = URLSession(configuration: .ephemeral)
        defer { session.invalidateAndCancel() }
        var request = URLRequest(url: try #require(URL(string: base + target)))
        request.httpMethod = method
        request.httpBody = json.map { Data($0.utf8) }
        for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
        let (data, response) = try await session.data(for: request)
        let head = try #require(response as? HTTPURLResponse)
        var received: [String: String] = [:]
        for (name, value) in head.allHeaderFields {
            received["\(name)".lowercased()] = "\(value)"
        }
        return Answer(status: head.statusCode, fields: received, data: data)
    }
}
