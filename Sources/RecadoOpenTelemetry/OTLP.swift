// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

/// The JSON documents of OTLP: 64-bit integers are strings, and identifiers are hexadecimal.
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

    /// The response of a collector, which may have accepted only some of the data.
    struct ExportResponse: Decodable, Sendable {
        struct Part: Decodable, Sendable {
            /// The number of rejected spans, which may be encoded as a string.
            private var rejectedSpans: Value?
            var rejected: Int {
                rejectedSpans?.intValue ?? Int(rejectedSpans?.stringValue ?? "") ?? 0
            }
        }

        var partialSuccess: Part?
    }

    /// The attributes whose values are integers according to OpenTelemetry's conventions.
    private static let numbers: Set<String> = [
        "http.response.status_code", "http.request.body.size", "http.response.body.size",
        "http.request.resend_count", "server.port", "client.port",
    ]

    /// Returns attributes sorted by name.
    static func attributes(_ values: [String: String]) -> [Attribute] {
        values.sorted { $0.key < $1.key }.map { key, text in
            let isNumber = numbers.contains(key) && Int(text) != nil
            let value = isNumber ? Attribute.Content(intValue: text) : .init(stringValue: text)
            return Attribute(key: key, value: value)
        }
    }

    /// Returns a time since 1970, or a duration, in nanoseconds.
    static func nanoseconds(_ time: Duration) -> String {
        let (seconds, attoseconds) = time.components
        let (whole, isTooLong) = max(0, seconds).multipliedReportingOverflow(by: 1_000_000_000)
        return isTooLong ? "\(Int64.max)" : "\(whole &+ max(0, attoseconds) / 1_000_000_000)"
    }
}
