// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// The status and header fields of an answer, read from a `URLSession` response.
///
/// A session keeps header fields in a dictionary: their order is lost, and fields of the same name
/// are joined into one. Joined Set-Cookie fields are split again, but not at every comma, because a
/// cookie may contain commas (RFC 6265 §3).
struct AnswerHead: Sendable {
    let status: Status
    let fields: Fields
    /// The length of the content; `nil` if the server did not state it or the session decoded the
    /// content.
    let contentLength: Int?

    init(_ response: HTTPURLResponse) throws(TransportError) {
        guard let status = Status(response.statusCode) else {
            throw TransportError(.protocolViolation, "the status \(response.statusCode)")
        }
        self.status = status
        var values: [(name: String, value: String)] = []
        for (name, value) in response.allHeaderFields {
            guard let name = name as? String, let value = value as? String else { continue }
            values.append((name, value))
        }
        var fields = Fields()
        for (name, value) in values.sorted(by: { ($0.name, $0.value) < ($1.name, $1.value) }) {
            guard let name = FieldName(name) else { continue }
            for value in name == .setCookie ? SetCookieList.values(in: value) : [value] {
                fields.append(value, to: name)
            }
        }
        // The session has decoded the content, but still reports the fields of the encoded content.
        if fields.contains(.contentEncoding) {
            fields.removeAll(.contentEncoding)
            fields.removeAll(.contentLength)
        }
        self.fields = fields
        contentLength = fields[.contentLength].flatMap { Int($0) }
    }
}

/// The values of several Set-Cookie fields that have been joined into one.
enum SetCookieList {
    /// Splits the text at each comma that is followed by a name and an equals sign.
    ///
    /// The comma in a date is not such a comma: no equals sign follows the day after it.
    static func values(in text: String) -> [String] {
        var values: [String] = []
        var start = text.utf8.startIndex
        var index = start
        while index < text.utf8.endIndex {
            let next = text.utf8.index(after: index)
            if text.utf8[index] == UInt8(ascii: ","), beginsCookie(text.utf8[next...]) {
                values.append(trimmed(text[start..<index]))
                start = next
            }
            index = next
        }
        values.append(trimmed(text[start...]))
        return values.filter { !$0.isEmpty }
    }

    private static func beginsCookie(_ rest: Substring.UTF8View) -> Bool {
        let name = rest.drop { $0 == UInt8(ascii: " ") }.prefix { byte in
            byte > 0x20 && byte < 0x7F && !"=;,\"".utf8.contains(byte)
        }
        return !name.isEmpty && name.endIndex < rest.endIndex
            && rest[name.endIndex] == UInt8(ascii: "=")
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop { $0 == " " })
    }
}
