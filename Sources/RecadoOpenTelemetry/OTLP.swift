// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

/// The documents of OTLP as JSON: whole numbers of 64 bits are texts,
/// and identities are hexadecimal.
enum OTLP {
    struct Resource: Encodable, Sendable {
        var attributes: [Attribute]
    }

    struct Scope: Encodable, Sendable {
        var name = "recado"
    }

    struct Attribute: Encodable, Sendable {
        struct Content: Encodable, Sendable {
            var stringValue: String?
            var intValue: String?
            var boolValue: Bool?
        }

        var key: String
        var value: Content
    }

    /// The answer of a collector, which may have accepted only a part.
    struct Outcome: Decodable, Sendable {
        struct Part: Decodable, Sendable {
            /// A number, which may be encoded as a text.
            private var rejectedSpans: Value?
            var rejected: Int {
                rejectedSpans?.intValue ?? Int(rejectedSpans?.stringValue ?? "") ?? 0
            }
        }

        var partialSuccess: Part?
    }

    /// Names whose values are whole numbers by the conventions.
    private static let numbers: Set<String> = [
        "http.response.status_code", "http.request.body.size", "http.response.body.size",
        "http.request.resend_count", "server.port", "client.port",
    ]

    /// Attributes in the order of their names.
    static func attributes(_ values: [String: String]) -> [Attribute] {
        values.sorted { $0.key < $1.key }.map { key, text in
            let isNumber = numbers.contains(key) && Int(text) != nil
            let value = isNumber ? Attribute.Content(intValue: text) : .init(stringValue: text)
            return Attribute(key: key, value: value)
        }
    }

    /// Nanoseconds since 1970, or of a duration.
    static func nanoseconds(_ time: Duration) -> String {
        let (seconds, attoseconds) = time.components
        let (whole, isTooLong) = max(0, seconds).multipliedReportingOverflow(by: 1_000_000_000)
        return isTooLong ? "\(Int64.max)" : "\(whole &+ max(0, attoseconds) / 1_000_000_000)"
    }
}
