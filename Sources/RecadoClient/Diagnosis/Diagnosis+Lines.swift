// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import RecadoTransport

extension Diagnosis: CustomStringConvertible {
    /// The whole report, without control characters.
    public var description: String { lines.joined(separator: "\n") }

    /// The lines of the report: a name, spaces, and the finding.
    public var lines: [String] {
        var rows: [(String, String?)] = [("address", uri), ("proxy", proxy)]
        rows += redirects.map { ("redirect", $0) }
        rows += triedAddresses.filter { $0 != address }.map { ("tried", $0) }
        rows.append(("connected", address.map { $0 + (isConnectionReused ? ", again" : "") }))
        rows.append(("TLS", secured))
        for certificate in certificates { rows += Self.rows(of: certificate) }
        rows.append(
            (
                "status",
                status.map { ["\($0)", version].compactMap(\.self).joined(separator: ", ") }
            )
        )
        rows.append(("content", content))
        rows.append(("page", pageTitle))
        rows.append(("cache", cache))
        rows.append(("clock", clock))
        rows += alternativeServices.map { ("also", $0) }
        rows += phases.filter { $0.milliseconds > 0 }.map {
            (Self.label($0.name), Self.text($0.milliseconds))
        }
        rows.append(("in all", Self.text(milliseconds)))
        rows.append(("failure", failure))
        rows += hints.map { ("hint", $0) }
        return rows.compactMap { name, text in
            text.map { Redaction.printable(Self.padded(name) + $0) }
        }
    }

    private var secured: String? {
        guard tls != nil || applicationProtocol != nil else { return nil }
        return [tls ?? "TLS", applicationProtocol].compactMap(\.self).joined(separator: ", ")
    }

    private var content: String? {
        guard status != nil else { return nil }
        let size = bytesReceived.map { "\($0) bytes received" }
        return [contentType ?? "of no type", contentCoding, size].compactMap(\.self)
            .joined(separator: ", ")
    }

    private var clock: String? {
        clockSkew.map { skew in
            switch skew {
            case -1...1: "the server's agrees with this one"
            case 2...: "the server's is \(skew) s ahead"
            default: "the server's is \(skew.magnitude) s behind"
            }
        }
    }

    private static func rows(of certificate: Certificate) -> [(String, String?)] {
        let days = certificate.daysLeft.map { $0 < 0 ? "expired" : "\($0) days left" }
        let validity = certificate.validUntil.map { end in
            "until \(end)" + (days.map { ", \($0)" } ?? "")
        }
        return [
            ("certificate", certificate.subject), ("  issued by", certificate.issuer),
            ("  valid", validity), ("  pin", certificate.pin),
        ]
    }

    private static func label(_ phase: String) -> String {
        switch phase {
        case "tls": "TLS took"
        case "firstByte": "first byte"
        default: phase
        }
    }

    private static func text(_ milliseconds: Double) -> String {
        let duration = Duration.microseconds(Int64(min(max(milliseconds, 0), 1e12) * 1000))
        return duration < .seconds(1)
            ? (duration * 1000).brief.replacing(" s", with: " ms") : duration.brief
    }

    private static func padded(_ name: String) -> String {
        name + String(repeating: " ", count: max(1, 14 - name.count))
    }
}
