// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// A strict parser of the response to a WebSocket opening handshake (RFC 9112 §4).
///
/// Lines must end with CRLF, a field must not continue on the next line, and no space may follow a
/// name, because attacks use responses that can be parsed in two ways.
struct UpgradeResponse {
    /// The maximum number of bytes before the content, including informational responses.
    static let headLimit = 65_536
    /// The maximum size of a refusal's content that is kept, ample for problem details.
    static let contentLimit = 65_536

    private var bytes: [UInt8] = []
    private var taken = 0
    private var response: Response?

    /// The bytes that arrived after the header section.
    var rest: ArraySlice<UInt8> { bytes[...] }

    /// Adds bytes; returns the response once its header section is complete.
    mutating func feed(_ piece: [UInt8]) throws(WebSocketError) -> Response? {
        let start = max(bytes.count - 3, 0)
        bytes += piece
        if response != nil { return response }
        var from = start
        while let end = headEnd(from: from) {
            let answer = try Self.parse(bytes[..<end])
            (taken, from) = (taken + end + 4, 0)
            bytes.removeFirst(end + 4)
            // RFC 9110 §15.2: informational responses may precede the final one.
            if answer.status.class == .informational, answer.status != .switchingProtocols {
                continue
            }
            response = answer
            return answer
        }
        guard taken + bytes.count <= Self.headLimit else {
            let detail = "a header section of more than \(Self.headLimit) bytes"
            throw WebSocketError(.badHandshake, detail)
        }
        return nil
    }

    private func headEnd(from start: Int) -> Int? {
        let mark: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
        guard bytes.count >= 4, start <= bytes.count - 4 else { return nil }
        return (start...(bytes.count - 4)).first { bytes[$0..<($0 + 4)].elementsEqual(mark) }
    }

    // MARK: - Header sections

    private static func violation(_ detail: String) -> WebSocketError {
        WebSocketError(.badHandshake, detail)
    }

    private static func parse(_ head: ArraySlice<UInt8>) throws(WebSocketError) -> Response {
        guard let text = String(validating: head, as: Unicode.UTF8.self) ?? latin(head) else {
            throw violation("the header section is no text")
        }
        var lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)[...]
        var response = Response(status: try status(lines.popFirst() ?? ""))
        for line in lines {
            guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")),
                Token.isValid(line[..<colon]),
                let name = FieldName(String(line[..<colon]))
            else { throw violation("a line of the header section is no field") }
            let value = FieldList.trimmed(line[line.utf8.index(after: colon)...])
            guard Fields.isValid(value) else {
                throw violation("the value of a field holds a control character")
            }
            response.fields.append(String(value), to: name)
        }
        return response
    }

    /// Decodes bytes that are not UTF-8 as Latin-1, the historical encoding.
    private static func latin(_ bytes: ArraySlice<UInt8>) -> String? {
        String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    private static func status(_ line: Substring) throws(WebSocketError) -> Status {
        let start = "HTTP/1.1 "
        let code = line.dropFirst(start.utf8.count).prefix(3)
        let after = line.dropFirst(start.utf8.count + 3)
        guard line.hasPrefix(start), code.utf8.count == 3,
            code.utf8.allSatisfy({ $0 &- 0x30 < 10 }), after.isEmpty || after.hasPrefix(" "),
            Fields.isValid(line),
            let status = Int(code).flatMap({ Status($0) })
        else { throw violation("the answer is no HTTP/1.1") }
        return status
    }

    // MARK: - Content

    /// Returns the content of a refusal; `nil` if the content is incomplete and more bytes may
    /// arrive.
    func content(isEnd: Bool) -> [UInt8]? {
        guard let response, !response.status.forbidsContent else { return [] }
        if response.fields.contains(.transferEncoding) {
            let (content, isWhole) = Self.unchunk(bytes)
            return isWhole || isEnd || bytes.count > Self.contentLimit ? content : nil
        }
        let length = response.fields[.contentLength].flatMap { Int($0) }
        let wanted = min(max(length ?? Self.contentLimit, 0), Self.contentLimit)
        return bytes.count >= wanted || isEnd ? Array(bytes.prefix(wanted)) : nil
    }

    /// Decodes the chunks that have arrived (RFC 9112 §7.1).
    private static func unchunk(_ bytes: [UInt8]) -> (content: [UInt8], isWhole: Bool) {
        var content: [UInt8] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: 0x0A) {
            let line = rest[..<end].prefix { $0 != UInt8(ascii: ";") && $0 > 0x20 }
            let size = Int(String(decoding: line, as: UTF8.self), radix: 16) ?? 0
            rest = rest[(end + 1)...]
            if size <= 0 { return (content, true) }
            guard size <= contentLimit - content.count else { return (content, true) }
            content += rest.prefix(size)
            rest = rest.dropFirst(size).dropFirst(2)
        }
        return (content, false)
    }
}
