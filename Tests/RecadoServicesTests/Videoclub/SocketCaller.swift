// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import RecadoContracts
import RecadoHTTP
import RecadoServer
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Calls a videoclub over a socket without Recado's client.
struct SocketCaller: Sendable {
    let base: String
    let session: URLSession

    /// A response of the service.
    struct Answer: Sendable {
        var status: Int
        var fields: [String: String]
        var text: String
        var value: Value
    }

    /// Serves a videoclub on a free port while `body` runs.
    static func serve(
        in manner: Videoclub.Manner = .declared,
        _ body: (Club, SocketCaller) async throws -> Void
    ) async throws {
        try await Club.open(manner: manner) { club in
            try await club.application.listen { address in
                let session = URLSession(configuration: .ephemeral)
                defer { session.invalidateAndCancel() }
                try await body(club, SocketCaller(base: "http://\(address)", session: session))
            }
        }
    }

    func send(
        _ method: String,
        _ path: String,
        as user: User? = nil,
        json: String? = nil
    ) async throws -> Answer {
        let url = try #require(URL(string: base + path))
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = json.map { Data($0.utf8) }
        if json != nil {
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        request.setValue(try user?.authorization, forHTTPHeaderField: "Authorization")
        let (data, response) = try await session.data(for: request)
        let head = try #require(response as? HTTPURLResponse)
        var fields: [String: String] = [:]
        for (name, value) in head.allHeaderFields {
            fields["\(name)".lowercased()] = "\(value)"
        }
        return Answer(
            status: head.statusCode,
            fields: fields,
            text: String(decoding: data, as: UTF8.self),
            value: (try? JSON().decode(Value.self, from: Array(data))) ?? .null
        )
    }
}
