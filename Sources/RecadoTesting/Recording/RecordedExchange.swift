// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport

/// A request and its result in a recording.
struct RecordedExchange: Sendable {
    /// The outcome of a request.
    enum Outcome: Sendable {
        case answer(Status, Fields, Body)
        case failure(TransportError)
    }

    /// The content of an answer.
    enum Body: Sendable {
        case bytes([UInt8])
        /// The transfer ended after these bytes, before the end of the content.
        case cut([UInt8])
        /// The answer had content, but the recording does not contain it.
        case missing
    }

    var method: String
    var uri: String
    var fields: Fields
    var content: [UInt8] = []
    var outcome: Outcome
    /// The time at which the request was sent (ISO 8601).
    var start = ""
    /// The time until the header section of the answer arrived (`wait`), and the time from then
    /// until the end of the content (`receive`).
    var wait = Duration.zero
    var receive = Duration.zero

    /// The method and the URI.
    var line: String { "\(method) \(uri)" }
}

extension Request {
    /// The URI of the request in the form in which recordings compare URIs.
    var recordedURI: String { Self.recordedURI("\(scheme)://\(authority)\(target)") }

    /// Returns a URI with its scheme and host in lowercase, without its fragment, and without the
    /// default port of its scheme.
    static func recordedURI(_ text: String) -> String {
        let (text, _) = text[...].cut(at: "#")
        guard let mark = text.range(of: "://") else { return String(text) }
        let rest = text[mark.upperBound...]
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        let scheme = text[..<mark.lowerBound].lowercased()
        var authority = rest[..<end].lowercased()
        let port = scheme == "https" ? ":443" : ":80"
        if authority.hasSuffix(port) { authority.removeLast(port.count) }
        let target = rest[end...]
        return "\(scheme)://\(authority)" + (target.hasPrefix("/") ? "" : "/") + target
    }
}
