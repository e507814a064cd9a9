// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

/// The rules of requests (RFC 9112 §3), and the properties of a request's head so far.
package struct RequestRole: MessageRole {
    package static var isLenient: Bool { false }
    package static var followsByItself: Bool { true }
    package static var startLineTooLong: MessageError { .requestLineTooLong }

    private(set) var method = Method.get
    private(set) var isVersion10 = false
    /// The host of the request, once the head is complete.
    var authority = ""
    var target = ""
    private var framing = FramingFields()
    private var expectsContinue = false
    private var targetRange = 0..<0
    /// The range of the authority in an absolute target; empty if there is none.
    private var targetAuthority = 0..<0
    private var isAbsolute = false
    /// True if the target is an `https` URI.
    private var isForTLS = false
    private var host: Range<Int>?
    private var hasAuthorization = false
    private var contentType: Range<Int>?

    // MARK: - Request line

    /// Takes the request line: the method, the target and the version, with one space between them
    /// (RFC 9112 §3).
    package mutating func takeStartLine(
        _ bytes: Span<UInt8>,
        _ line: Range<Int>
    ) throws(MessageError) {
        var end = Token.end(in: bytes, line)
        guard end > line.lowerBound, end < line.upperBound, bytes[end] == 0x20 else {
            throw .malformed("the request line does not begin with a method and a blank")
        }
        method = try Self.method(bytes, line.lowerBound..<end)
        let target = end + 1
        end = target
        while end < line.upperBound, Self.isTargetByte(bytes[end]) { end += 1 }
        if end < line.upperBound, bytes[end] == UInt8(ascii: "#") {
            throw .malformed("the target has a fragment")
        }
        guard end > target, end < line.upperBound, bytes[end] == 0x20 else {
            throw .malformed("the request line has no target that is followed by a blank")
        }
        isVersion10 = try Self.isVersion10(bytes, end + 1..<line.upperBound)
        try takeTarget(bytes, target..<end)
    }

    @inline(__always)
    private static func isTargetByte(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "#")
    }

    /// Returns the method with a name.
    ///
    /// CONNECT, which only proxies support, and names of more than 32 characters are refused.
    package static func method(
        _ bytes: Span<UInt8>,
        _ name: Range<Int>
    ) throws(MessageError) -> Method {
        switch name.count {
        case 3 where bytes.isExactly("GET", in: name): return .get
        case 3 where bytes.isExactly("PUT", in: name): return .put
        case 4 where bytes.isExactly("POST", in: name): return .post
        case 4 where bytes.isExactly("HEAD", in: name): return .head
        case 5 where bytes.isExactly("PATCH", in: name): return .patch
        case 6 where bytes.isExactly("DELETE", in: name): return .delete
        case 7 where bytes.isExactly("OPTIONS", in: name): return .options
        case 7 where bytes.isExactly("CONNECT", in: name):
            throw MessageError(.notImplemented, "this server is no proxy and makes no tunnels")
        case 33...:
            throw MessageError(.notImplemented, "the method is unknown")
        default:
            guard let method = Method(bytes.text(in: name)) else {
                throw .malformed("the method is no token")
            }
            return method
        }
    }

    /// Returns true for HTTP/1.0 (RFC 9112 §2.3).
    ///
    /// A higher minor version is read as 1.1; another major version is refused.
    private static func isVersion10(
        _ bytes: Span<UInt8>,
        _ version: Range<Int>
    ) throws(MessageError) -> Bool {
        let start = version.lowerBound
        guard version.count == 8, bytes.isExactly("HTTP/", in: start..<start + 5),
            let major = bytes.digit(at: start + 5), bytes[start + 6] == UInt8(ascii: "."),
            let minor = bytes.digit(at: start + 7)
        else { throw .malformed("the request line does not end with a version") }
        guard major == 1 else {
            throw MessageError(.unknownVersion, "this server speaks HTTP/1.1")
        }
        return minor == 0
    }

    /// Takes the target in origin-form, in absolute-form, or as `*` for OPTIONS (RFC 9112 §3.2).
    private mutating func takeTarget(
        _ bytes: Span<UInt8>,
        _ target: Range<Int>
    ) throws(MessageError) {
        targetRange = target
        if bytes[target.lowerBound] == UInt8(ascii: "/") { return }
        if target.count == 1, bytes[target.lowerBound] == UInt8(ascii: "*"), method == .options {
            return
        }
        guard let start = takeScheme(bytes, target) else {
            throw .malformed("the target is neither a path nor an http URI")
        }
        var end = start
        while end < target.upperBound, bytes[end] != UInt8(ascii: "/"),
            bytes[end] != UInt8(ascii: "?")
        { end += 1 }
        guard bytes.isHost(in: start..<end) else {
            throw .malformed("the target's authority is not valid")
        }
        isAbsolute = true
        targetAuthority = start..<end
        targetRange = end..<target.upperBound
    }

    /// Takes the scheme of an absolute form, and returns the position at which its authority
    /// begins.
    private mutating func takeScheme(_ bytes: Span<UInt8>, _ target: Range<Int>) -> Int? {
        let start = target.lowerBound
        if target.count > 7, bytes.spells("http://", in: start..<start + 7) { return start + 7 }
        guard target.count > 8, bytes.spells("https://", in: start..<start + 8) else { return nil }
        isForTLS = true
        return start + 8
    }

    /// Creates the path and query, in origin-form.
    private mutating func makeTarget(_ bytes: Span<UInt8>) {
        guard !targetRange.isEmpty else {
            target = method == .options ? "*" : "/"
            return
        }
        let text = bytes.text(in: targetRange)
        target = bytes[targetRange.lowerBound] == UInt8(ascii: "?") ? "/" + text : text
    }

    // MARK: - Fields

    package static func checkStart(_ line: Span<UInt8>) {}

    /// Takes a field, if the reader needs its value.
    @inline(__always)
    package mutating func takeField(
        _ bytes: Span<UInt8>,
        name: Range<Int>,
        value: Range<Int>
    ) throws(MessageError) {
        switch name.count {
        case 4 where bytes.spells("host", in: name): try takeHost(bytes, value)
        case 6 where bytes.spells("expect", in: name): try takeExpectation(bytes, value)
        case 10 where bytes.spells("connection", in: name): framing.takeConnection(bytes, value)
        case 12 where bytes.spells("content-type", in: name): try takeType(bytes, value)
        case 13 where bytes.spells("authorization", in: name):
            guard !hasAuthorization else { throw .repeatedAuthorization }
            hasAuthorization = true
        case 14 where bytes.spells("content-length", in: name):
            try framing.takeOnlyLength(bytes, value)
        case 17 where bytes.spells("transfer-encoding", in: name):
            try framing.takeOnlyCoding(bytes, value)
        default: break
        }
    }

    private mutating func takeHost(_ bytes: Span<UInt8>, _ value: Range<Int>) throws(MessageError) {
        guard host == nil else { throw .malformed("there is more than one Host") }
        guard bytes.isHost(in: value) else { throw .malformed("the Host is not valid") }
        host = value
    }

    /// Takes a Content-Type; throws if an earlier Content-Type differs, because two readers could
    /// each use a different one.
    private mutating func takeType(_ bytes: Span<UInt8>, _ value: Range<Int>) throws(MessageError) {
        if let contentType, !bytes.agree(contentType, value) { throw .severalTypes }
        contentType = value
    }

    private mutating func takeExpectation(
        _ bytes: Span<UInt8>,
        _ value: Range<Int>
    ) throws(MessageError) {
        guard bytes.spells("100-continue", in: value) else {
            throw .unknownExpectation
        }
        expectsContinue = true
    }

    // MARK: - Conclusions

    package mutating func conclude(
        _ bytes: Span<UInt8>,
        _ entries: [Fields.Entry]
    ) throws(MessageError) -> (head: RequestHead, framing: MessageFraming) {
        let framing = try framing.requestFraming(isVersion10: isVersion10)
        try makeAuthority(bytes)
        makeTarget(bytes)
        let head = RequestHead(
            isHead: method == .head,
            isForTLS: isForTLS,
            framing: framing,
            isVersion10: isVersion10,
            keepsAlive: self.framing.keepsAlive(isVersion10: isVersion10),
            expectsContinue: expectsContinue && !isVersion10
        )
        return (head, framing)
    }

    /// Determines the host that the request is for (rule H6 in `HeadReader.swift`).
    private mutating func makeAuthority(_ bytes: Span<UInt8>) throws(MessageError) {
        guard let host else {
            guard isVersion10 else { throw .malformed("the Host is missing") }
            authority = bytes.text(in: targetAuthority)
            return
        }
        if isAbsolute, !bytes.agree(host, targetAuthority) {
            throw .malformed("the Host is not the target's")
        }
        authority = bytes.text(in: host)
    }
}
