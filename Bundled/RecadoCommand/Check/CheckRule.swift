// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// A rule that every answer of a service is checked against.
struct CheckRule: Sendable {
    /// The verdict of a rule on one exchange.
    enum Verdict: Sendable, Hashable {
        /// The rule does not apply to the exchange.
        case notApplicable
        case holds
        case broken(String)
        /// The rule is not broken, but HTTP recommends something better.
        case advised(String)
    }

    let name: String
    let judge: @Sendable (CheckedExchange) -> Verdict

    init(_ name: String, _ judge: @escaping @Sendable (CheckedExchange) -> Verdict) {
        self.name = name
        self.judge = judge
    }

    /// The rules of every check, in the order of the report.
    static let all: [CheckRule] = [
        CheckRule("no failure of the server") { exchange in
            // A service sends 501 and 503 intentionally, so they are not failures.
            let isMeant = [.notImplemented, .serviceUnavailable].contains(exchange.status)
            return verdict(exchange.status.code < 500 || isMeant, "answered \(exchange.status)")
        },
        CheckRule("errors are problem details") { exchange in
            guard exchange.status.code >= 400, exchange.request.method != .head else {
                return .notApplicable
            }
            let names = [
                "application/problem+json", "application/problem+xml",
                // JSON:API has its own format for errors.
                "application/vnd.api+json",
            ]
            let type = exchange.mediaType?.essence
            return verdict(
                type.map(names.contains) ?? false,
                "\(exchange.status) is told as \(type ?? "nothing")"
            )
        },
        CheckRule("401 has WWW-Authenticate") { exchange in
            guard exchange.status == .unauthorized else { return .notApplicable }
            return verdict(exchange.fields.contains(.wwwAuthenticate), "the field is missing")
        },
        CheckRule("405 has Allow") { exchange in
            guard exchange.status == .methodNotAllowed else { return .notApplicable }
            return verdict(exchange.fields.contains(.allow), "the field is missing")
        },
        CheckRule("426 has Upgrade") { exchange in
            guard exchange.status == .upgradeRequired else { return .notApplicable }
            return verdict(exchange.fields.contains(.upgrade), "the field is missing")
        },
        CheckRule("GET and HEAD say how long they may be kept") { exchange in
            guard exchange.status == .ok, [.get, .head].contains(exchange.request.method) else {
                return .notApplicable
            }
            return verdict(exchange.fields.contains(.cacheControl), "Cache-Control is missing")
        },
        CheckRule("content has a type") { exchange in
            guard exchange.hasContent else { return .notApplicable }
            return verdict(exchange.mediaType != nil, "Content-Type is missing or none")
        },
        size,
        CheckRule("Last-Modified is a date that has passed", judgeModification),
        CheckRule("links are valid", judgeLinks),
        CheckRule("HTML begins with its doctype") { exchange in
            guard exchange.mediaType?.essence == "text/html", !exchange.content.isEmpty else {
                return .notApplicable
            }
            let start = String(decoding: exchange.content.prefix(64), as: UTF8.self).lowercased()
            return verdict(
                start.drop { $0.isWhitespace }.hasPrefix("<!doctype html"),
                "the doctype is missing"
            )
        },
        CheckRule("201 has Location") { exchange in
            guard exchange.status == .created else { return .notApplicable }
            guard let location = exchange.fields[.location] else {
                return .broken("the field is missing")
            }
            let target = try? exchange.request.uri?.resolving(location)
            return verdict(target != nil, "it is no address")
        },
    ]

    @Sendable private static func judgeLinks(_ exchange: CheckedExchange) -> Verdict {
        let values = exchange.fields[values: .link]
        guard !values.isEmpty else { return .notApplicable }
        let links = LinkField(values).links
        guard !links.isEmpty else { return .broken("Link cannot be read") }
        for link in links {
            guard (try? exchange.request.uri?.resolving(link.target)) != nil,
                !link.relations.isEmpty
            else { return .broken("Link leads nowhere, or does not say why") }
        }
        return .holds
    }

    /// Checks that Last-Modified is not later than Date (RFC 9110 §8.8.2.1).
    @Sendable private static func judgeModification(_ exchange: CheckedExchange) -> Verdict {
        guard let text = exchange.fields[.lastModified] else { return .notApplicable }
        guard let modified = date(text) else { return .broken("“\(text)” is no date") }
        guard let made = exchange.fields[.date].flatMap({ date($0) }) else { return .holds }
        return verdict(modified <= made, "“\(text)” is later than the answer")
    }

    /// Returns a date in the only form that servers may generate (RFC 9110 §5.6.7); otherwise
    /// `nil`.
    static func date(_ text: String) -> HTTPDate? {
        // The parameter `now` matters only for obsolete forms of dates.
        guard let date = HTTPDate(text, now: HTTPDate(secondsSince1970: 0)),
            date.description == text
        else { return nil }
        return date
    }

    static func verdict(_ holds: Bool, _ message: @autoclosure () -> String) -> Verdict {
        holds ? .holds : .broken(message())
    }
}
