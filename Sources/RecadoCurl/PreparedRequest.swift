// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP

/// A request that has been checked, in the forms that libcurl takes.
///
/// libcurl sends what it is given. Whatever could begin another line or another request is refused
/// here.
struct PreparedRequest: Sendable {
    /// How the content is handed over.
    enum Payload: Sendable {
        case none
        case bytes([UInt8])
        case upload(Upload)
    }

    let method: Method
    /// The scheme and the authority, as the address of the server's root.
    let origin: String
    /// The path and the query, or `*` for the server itself.
    let target: String
    /// The host and the port, for messages.
    let authority: String
    let isSecure: Bool
    /// The header section: lines with a NUL byte after each.
    let fieldLines: [UInt8]
    let payload: Payload
    /// Whether the server is asked before the content is sent.
    let asksFirst: Bool
    /// What feeds an upload that is not at hand.
    let source: (any ContentSource)?

    private static let asking = "Expect: 100-continue"
    private static let notAsking = "Expect:"

    /// Content of at most so many bytes is copied by libcurl at once, larger content piece by piece.
    private static let copiedContent = 65_536

    /// Prepares a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - threshold: From which size on the server is asked before content is sent.
    /// - Throws: An error of the kind `invalidRequest`.
    init(_ request: Request, askingFrom threshold: Int? = nil) throws(TransportError) {
        method = request.method
        authority = request.authority
        target = request.target
        isSecure = try Self.isSecure(request)
        try Self.checkTarget(of: request)
        try Self.checkMethod(of: request)
        origin = (isSecure ? "https://" : "http://") + authority + "/"
        (payload, source) = Self.payload(of: request)
        let length = request.content.length ?? .max
        asksFirst = threshold.map { length > 0 && length >= $0 } ?? false
        fieldLines = try Self.fieldLines(of: request, asksFirst: asksFirst)
    }

    /// The same for a server that does not want to be asked before the content is sent.
    var fieldLinesWithoutAsking: [UInt8] {
        let lines = fieldLines.split(separator: 0).map { line in
            line.elementsEqual(Self.asking.utf8) ? Array(Self.notAsking.utf8) : Array(line)
        }
        return lines.flatMap { $0 + [0] }
    }

    // MARK: - Checks

    private static func refusal(_ detail: String) -> TransportError {
        TransportError(.invalidRequest, detail)
    }

    private static func isSecure(_ request: Request) throws(TransportError) -> Bool {
        switch request.scheme {
        case "http": return false
        case "https": return true
        default: break
        }
        switch request.scheme.lowercased() {
        case "http": return false
        case "https": return true
        default: throw refusal("expected the scheme http or https")
        }
    }

    private static func checkTarget(of request: Request) throws(TransportError) {
        let authority = request.authority.utf8
        guard !authority.isEmpty, authority.allSatisfy(isAuthorityByte) else {
            throw refusal("expected a host and perhaps a port as the authority")
        }
        let isServer = request.target == "*" && request.method == .options
        guard isServer || request.target.utf8.first == UInt8(ascii: "/") else {
            throw refusal("expected a target that begins with a slash")
        }
        guard request.target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") })
        else { throw refusal("the target holds a character that must be escaped") }
    }

    /// Whether a byte may stand in a host or a port; user information is never sent.
    private static func isAuthorityByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "@"), UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): false
        case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"): false
        default: byte > 0x20 && byte < 0x7F
        }
    }

    private static func checkMethod(of request: Request) throws(TransportError) {
        if request.method == .connect {
            throw refusal("CONNECT opens a tunnel and sends no request")
        }
        let isBare = request.method == .head || request.method == .trace
        if isBare, request.content.length != 0 {
            throw refusal("a \(request.method) request has no content")
        }
    }

    // MARK: - Content

    private static func payload(of request: Request) -> (Payload, (any ContentSource)?) {
        if let bytes = request.content.bytes {
            if bytes.isEmpty { return (expectsContent(request.method) ? .bytes([]) : .none, nil) }
            if bytes.count <= copiedContent { return (.bytes(bytes), nil) }
            return (.upload(Upload(bytes)), nil)
        }
        return (.upload(Upload(length: request.content.length)), request.content.makeSource())
    }

    /// Whether no content is worth mentioning: `Content-Length: 0` (RFC 9110 §8.6).
    private static func expectsContent(_ method: Method) -> Bool {
        method == .post || method == .put || method == .patch
    }

    // MARK: - Fields

    private static func fieldLines(
        of request: Request,
        asksFirst: Bool
    ) throws(TransportError) -> [UInt8] {
        var lines: [UInt8] = []
        lines.reserveCapacity(request.fields.buffer.count + 4 * request.fields.count + 64)
        var (hasAccept, hasType) = (false, false)
        for entry in request.fields.entries {
            let name = request.fields.nameBytes(of: entry)
            guard try isSent(entry, of: request) else { continue }
            hasAccept = hasAccept || name.isName("accept")
            hasType = hasType || name.isName("content-type")
            try append(name: name, value: request.fields.valueBytes(of: entry), to: &lines)
        }
        // A name with a colon and no value keeps libcurl from adding a field of its own.
        if !hasAccept { append("Accept:", to: &lines) }
        if request.content.length != 0 || expectsContent(request.method) {
            if !hasType { append("Content-Type:", to: &lines) }
            append(asksFirst ? asking : notAsking, to: &lines)
        }
        return lines
    }

    /// Whether a field is sent as it stands; those that frame the message are libcurl's.
    private static func isSent(
        _ entry: Fields.Entry,
        of request: Request
    ) throws(TransportError) -> Bool {
        let name = request.fields.nameBytes(of: entry)
        if name.isName("content-length") {
            guard Int(request.fields.value(of: entry)) == request.content.length else {
                throw refusal("Content-Length differs from the length of the content")
            }
            return false
        }
        if name.isName("host") {
            guard request.fields.value(of: entry) == request.authority else {
                throw refusal("Host differs from the authority")
            }
            return false
        }
        if name.isName("proxy-authorization") {
            throw refusal("credentials for a proxy belong to the proxy, not to requests")
        }
        for framing in framingNames where name.isName(framing) {
            throw refusal("the field \(framing) is the transport's own")
        }
        return true
    }

    private static let framingNames = [
        "transfer-encoding", "connection", "keep-alive", "upgrade", "expect", "te",
    ]

    private static func append(
        name: ArraySlice<UInt8>,
        value: ArraySlice<UInt8>,
        to lines: inout [UInt8]
    ) throws(TransportError) {
        guard !name.isEmpty, name.allSatisfy(Token.contains) else {
            throw refusal("the name of a field is no token")
        }
        guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
            throw refusal("the value of a field holds a control character")
        }
        lines += name
        // libcurl takes a semicolon for "no value", and a colon for "no field".
        if value.isEmpty {
            lines.append(UInt8(ascii: ";"))
        } else {
            lines.append(UInt8(ascii: ":"))
            lines.append(UInt8(ascii: " "))
            lines += value
        }
        lines.append(0)
    }

    private static func append(_ line: String, to lines: inout [UInt8]) {
        lines += line.utf8
        lines.append(0)
    }
}

extension ArraySlice<UInt8> {
    /// Whether the bytes are a name, given in small letters.
    func isName(_ name: String) -> Bool {
        guard count == name.utf8.count else { return false }
        var index = startIndex
        for byte in name.utf8 {
            if self[index].lowercased != byte { return false }
            index += 1
        }
        return true
    }
}
