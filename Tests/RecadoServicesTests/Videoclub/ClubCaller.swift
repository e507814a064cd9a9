// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoContracts
import RecadoHTTP
import RecadoServer
import RecadoSockets
import Testing

/// Calls a videoclub over a socket, with Recado's own client or with arbitrary requests.
struct ClubCaller: Sendable {
    let club: Club
    let client: Client
    let transport: SocketTransport
    let authority: String

    /// A response of the service.
    struct Answer: Sendable {
        let status: Int
        let fields: Fields
        let text: String
        let value: Value

        var type: String? { fields[.contentType] }

        /// The pointer, the parameter or the header that the first error names.
        var source: String? {
            let source = value[path: "errors.0.source"]
            return (source?["pointer"] ?? source?["parameter"] ?? source?["header"])?.stringValue
        }
    }

    /// Serves a videoclub on a free port while `body` runs.
    static func serve(
        in manner: Videoclub.Manner = .declared,
        as user: User = .guest,
        _ body: (ClubCaller) async throws -> Void
    ) async throws {
        try await Club.open(manner: manner) { club in
            let authorization = try user.authorization
            try await club.application.serve { address, transport in
                let base = "http://\(address)/videoclub"
                let client = try Client(base: base, transport: transport) {
                    $0.fields[.authorization] = authorization
                }
                let caller = ClubCaller(
                    club: club,
                    client: client,
                    transport: transport,
                    authority: address
                )
                try await body(caller)
            }
        }
    }

    /// Sends a request; a path that is not absolute is relative to the catalog.
    func send(
        _ method: RecadoHTTP.Method = .get,
        _ target: String = "",
        content: String? = nil,
        type: String? = "application/vnd.api+json",
        accept: String? = "application/vnd.api+json",
        as user: User? = .guest
    ) async throws -> Answer {
        var request = Request(
            method: method,
            scheme: "http",
            authority: authority,
            target: target.hasPrefix("/videoclub") ? target : Club.catalog + target,
            content: content.map { Content($0) } ?? .empty
        )
        if content != nil { request.fields[.contentType] = type }
        request.fields[.accept] = accept
        request.fields[.authorization] = try user?.authorization
        let response = try await transport.send(request, timeouts: Timeouts())
        let bytes = try await response.content.collect(upTo: 1 << 20)
        return Answer(
            status: response.status.code,
            fields: response.fields,
            text: String(decoding: bytes, as: UTF8.self),
            value: (try? JSON().decode(Value.self, from: bytes)) ?? .null
        )
    }
}
