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

        /// The number of bytes, if it is known; none for no content worth mentioning.
        var length: Int? {
            switch self {
            case .none: 0
            case .bytes(let bytes): bytes.count
            case .upload(let upload): upload.length
            }
        }

        /// Whether no content is worth mentioning.
        var isNone: Bool {
            if case .none = self { return true }
            return false
        }
    }

    let method: Method
    /// The scheme and the authority, as the address of the server's root.
    let origin: String
    /// The path and the query, or `*` for the server itself.
    let target: String
    /// The host and the port, for messages.
    let authority: String
    /// The same without the port that goes without saying (RFC 9110 §4.2).
    let host: Substring
    let isSecure: Bool
    /// The header section for libcurl: lines with a NUL byte after each.
    let fieldLines: [UInt8]
    /// The fields, for those versions of HTTP of which the loop finds out which it is.
    let fields: Fields
    /// The message in HTTP/1.1, where no other version can be meant.
    let readyMessage: [UInt8]?
    /// Whether the loop itself sends the request, without libcurl.
    let isDirect: Bool
    let payload: Payload
    /// Whether the server is asked before the content is sent.
    let asksFirst: Bool
    /// What feeds an upload that is not at hand.
    let source: (any ContentSource)?

    private static let asking = "Expect: 100-continue"
    private static let notAsking = "Expect:"

    /// Content of at most so many bytes is copied at once, larger content piece by piece.
    private static let copiedContent = 65_536

    /// Prepares a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - threshold: From which size on the server is asked before content is sent.
    ///   - isDirect: Whether requests are the loop's own, but for those that ask.
    /// - Throws: An error of the kind `invalidRequest`.
    init(
        _ request: Request,
        askingFrom threshold: Int? = nil,
        isDirect: Bool = false
    ) throws(TransportError) {
        try request.checkForWire()
        method = request.method
        authority = request.authority
        target = request.target
        // The scheme is http or https, in whatever letters.
        isSecure = request.scheme.utf8.count == 5
        origin = (isSecure ? "https://" : "http://") + authority + "/"
        (payload, source) = Self.payload(of: request)
        let length = request.content.length ?? .max
        asksFirst = threshold.map { length > 0 && length >= $0 } ?? false
        // libcurl settles the version of HTTP itself over other TLS than OpenSSL's.
        self.isDirect = isDirect && !asksFirst && (!isSecure || Handshake.isPossible)
        host = Self.host(of: authority, isSecure: isSecure)
        fields = request.fields
        if self.isDirect {
            for entry in fields.entries { try Self.check(fields.nameBytes(of: entry)) }
            fieldLines = []
            readyMessage =
                isSecure ? nil : Self.message(method, target, host: host, fields, payload)
        } else {
            fieldLines = try Self.fieldLines(of: request, asksFirst: asksFirst)
            readyMessage = nil
        }
    }

    /// The message in HTTP/1.1 (RFC 9112), with content that is at hand and small.
    var message: [UInt8] {
        readyMessage ?? Self.message(method, target, host: host, fields, payload)
    }

    private static func host(of authority: String, isSecure: Bool) -> Substring {
        let standard = isSecure ? ":443" : ":80"
        return authority.dropLast(authority.hasSuffix(standard) ? standard.utf8.count : 0)
    }

    /// The same for a server that does not want to be asked before the content is sent.
    var fieldLinesWithoutAsking: [UInt8] {
        let lines = fieldLines.split(separator: 0).map { line in
            line.elementsEqual(Self.asking.utf8) ? Array(Self.notAsking.utf8) : Array(line)
        }
        return lines.flatMap { $0 + [0] }
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
            try check(name)
            guard isSent(name) else { continue }
            hasAccept = hasAccept || name.isName("accept")
            hasType = hasType || name.isName("content-type")
            append(name: name, value: request.fields.valueBytes(of: entry), to: &lines)
        }
        // A name with a colon and no value keeps libcurl from adding a field of its own.
        if !hasAccept { append("Accept:", to: &lines) }
        if request.content.length != 0 || expectsContent(request.method) {
            if !hasType { append("Content-Type:", to: &lines) }
            append(asksFirst ? asking : notAsking, to: &lines)
        }
        return lines
    }

    private static func check(_ name: ArraySlice<UInt8>) throws(TransportError) {
        guard name.isName("proxy-authorization") else { return }
        let detail = "credentials for a proxy belong to the proxy, not to requests"
        throw TransportError(.invalidRequest, detail)
    }

    /// Whether a field is sent as it stands; those that frame the message are made for it.
    static func isSent(_ name: ArraySlice<UInt8>) -> Bool {
        !name.isName("content-length") && !name.isName("host")
    }

    private static func append(
        name: ArraySlice<UInt8>,
        value: ArraySlice<UInt8>,
        to lines: inout [UInt8]
    ) {
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
