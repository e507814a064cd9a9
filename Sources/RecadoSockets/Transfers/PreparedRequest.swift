// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport

/// A request that has been checked: nothing in it can begin another line or another request.
final class PreparedRequest: Sendable {
    /// The content to send.
    enum Payload: Sendable {
        case none
        case bytes([UInt8])
        /// Content that is read piece by piece; the length is `nil` if it is not known.
        case stream(length: Int?)

        /// The number of bytes, if it is known; zero if no content is announced.
        var length: Int? {
            switch self {
            case .none: 0
            case .bytes(let bytes): bytes.count
            case .stream(let length): length
            }
        }

        /// True if no content is announced.
        var isNone: Bool {
            if case .none = self { return true }
            return false
        }
    }

    let method: Method
    /// The scheme and the authority in lowercase, under which the pool keeps connections.
    let origin: String
    /// The path and the query, or `*` for the server itself.
    let target: String
    /// The host and the port, for error messages and reports.
    let authority: String
    /// The authority without the scheme's default port (RFC 9110 §4.2).
    let host: Substring
    let isSecure: Bool
    let fields: Fields
    let payload: Payload
    /// The content of the request; if it is a stream, its pieces are read from here.
    let content: Content
    /// True if the server is asked before the content is sent.
    let expectsContinue: Bool

    /// The maximum size of content that is sent with the header section; larger content is sent
    /// piece by piece.
    private static let joinedContent = 65_536

    /// Prepares a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - threshold: The least size of content for which the server is asked first; `nil` to
    ///     never ask.
    /// - Throws: An error of the kind `invalidRequest`.
    init(_ request: Request, askingFrom threshold: Int? = nil) throws(TransportError) {
        try request.checkForWire()
        method = request.method
        authority = request.authority
        target = request.target
        // The scheme is `http` or `https`, whose letters may be uppercase or lowercase. Its length
        // shows which of the two it is.
        isSecure = request.scheme.utf8.count == 5
        origin = (isSecure ? "https://" : "http://") + Self.small(authority)
        fields = request.fields
        content = request.content
        payload = Self.payload(of: request)
        let length = request.content.length ?? .max
        expectsContinue = threshold.map { length > 0 && length >= $0 } ?? false
        host = Self.host(of: authority, isSecure: isSecure)
        for entry in fields.entries { try Self.check(fields.nameBytes(of: entry)) }
    }

    /// Returns the text in lowercase, without a copy if it already is, as most texts are.
    private static func small(_ text: String) -> String {
        let bytes = text.utf8Span.span
        for index in bytes.indices where bytes[index].lowercased != bytes[index] {
            return text.lowercased()
        }
        return text
    }

    private static func host(of authority: String, isSecure: Bool) -> Substring {
        let standard = isSecure ? ":443" : ":80"
        return authority.dropLast(authority.hasSuffix(standard) ? standard.utf8.count : 0)
    }

    private static func payload(of request: Request) -> Payload {
        guard let bytes = request.content.bytes else {
            return .stream(length: request.content.length)
        }
        if bytes.isEmpty { return expectsContent(request.method) ? .bytes([]) : .none }
        return bytes.count <= joinedContent ? .bytes(bytes) : .stream(length: bytes.count)
    }

    /// True if the method announces even empty content, with `Content-Length: 0` (RFC 9110 §8.6).
    private static func expectsContent(_ method: Method) -> Bool {
        method == .post || method == .put || method == .patch
    }

    private static func check(_ name: ArraySlice<UInt8>) throws(TransportError) {
        guard name.isName("proxy-authorization") else { return }
        let detail = "credentials for a proxy belong to the proxy, not to requests"
        throw TransportError(.invalidRequest, detail)
    }

    /// True if a field is sent unchanged; `Content-Length` and `Host` are written separately.
    static func isSent(_ name: ArraySlice<UInt8>) -> Bool {
        !name.isName("content-length") && !name.isName("host")
    }
}
