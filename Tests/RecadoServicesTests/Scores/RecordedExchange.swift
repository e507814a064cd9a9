// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import RecadoHTTP
import Testing

/// An exchange that was recorded from a Rails application.
struct RecordedExchange: Decodable, Sendable {
    struct Sent: Decodable, Sendable {
        let method: String
        let path: String
        let headers: [String: String]
        let body: String?
    }

    struct Answered: Decodable, Sendable {
        let status: Int
        let headers: [String: String?]
        let body: String
    }

    let name: String
    let request: Sent
    let response: Answered

    /// The base URL of the recorded application.
    private static let base = "http://127.0.0.1:3000"

    /// Returns all recorded exchanges, in order.
    static func all() throws -> [RecordedExchange] {
        let file = Bundle.module.bundleURL.appending(path: "Fixtures/Scores/exchanges.jsonl")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        return try lines.map { try JSON().decode(RecordedExchange.self, from: String($0)) }
    }

    /// Returns the request for another server, with the tags that this server has given in earlier
    /// responses.
    func request(to authority: String, tags: [String: String]) throws -> Request {
        var fields: Fields = [:]
        for (name, value) in request.headers {
            var value = value
            for (exchange, tag) in tags {
                value = value.replacing("{{etag:\(exchange)}}", with: tag)
            }
            fields[FieldName(name) ?? .accept] = value
        }
        return Request(
            method: try #require(Method(request.method)),
            authority: authority,
            target: request.path,
            fields: fields,
            content: request.body.map { Content($0) } ?? .empty
        )
    }

    /// Returns the differences between a response and the recorded one.
    func differences(_ answer: Reply, from authority: String) -> [String] {
        var differences: [String] = []
        func compare(_ what: String, _ found: String?, _ expected: String?) {
            guard found != expected else { return }
            differences.append("\(name): \(what) \(found ?? "none") for \(expected ?? "none")")
        }
        let headers = response.headers
        compare("status", "\(answer.status)", "\(response.status)")
        for field in ["Content-Type", "Cache-Control"] {
            let found = answer.fields[FieldName(field) ?? .accept]
            // Rails sends no such field; Recado does, because an app may answer browsers at the
            // same unknown path.
            let isOurs = field == "Cache-Control" && Self.isUnrouted(name)
            let expected = isOurs ? "no-store" : headers[field]??.lowercased()
            compare(field, found?.lowercased(), expected)
        }
        let location = headers["Location"]??.replacing(Self.base, with: "http://\(authority)")
        compare("Location", answer.fields[.location], location)
        for field in ["ETag", "X-Request-Id"] {
            let found = answer.fields.contains(FieldName(field) ?? .accept)
            compare(field, found ? "yes" : "no", headers[field] ?? nil)
        }
        let isPage = headers["Content-Type"]??.hasPrefix("text/html") == true
        if isPage {
            compare(
                "page",
                answer.text.isEmpty ? "no" : "yes",
                response.body.isEmpty ? "no" : "yes"
            )
        } else {
            compare("content", Self.timeless(answer.text), Self.timeless(response.body))
        }
        return differences
    }

    /// True for exchanges at paths that the application has no route for.
    private static func isUnrouted(_ name: String) -> Bool {
        name.hasPrefix("path.unknown") || name == "method.head.unknown-path"
    }

    /// Returns a text in which every time is replaced by `<time>`.
    private static func timeless(_ text: String) -> String {
        text.replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/, with: "<time>")
    }
}
