// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// What a request's head has said so far about the request and its framing.
struct HeadFacts {
    private(set) var method = Method.get
    private(set) var isVersion10 = false
    private(set) var expectsContinue = false
    private var targetRange = 0..<0
    /// The authority of an absolute target; empty without one.
    private var targetAuthority = 0..<0
    private var isAbsolute = false
    /// Whether the target is an https URI.
    private(set) var isForTLS = false
    private var host: Range<Int>?
    private var contentLength: Int?
    private var isChunked = false
    private var hasAuthorization = false
    private var contentType: Range<Int>?
    private var wantsClose = false
    private var wantsKeepAlive = false

    /// Whether the connection outlives the exchange, as far as the client is concerned.
    ///
    /// RFC 9112 §9.3: "close" wins, HTTP/1.1 persists, HTTP/1.0 persists when asked to.
    var keepsAlive: Bool { !wantsClose && (!isVersion10 || wantsKeepAlive) }

    // MARK: - Request line

    /// Takes the request line: method, one blank, target, one blank, version (RFC 9112 §3).
    mutating func takeRequestLine(_ bytes: Span<UInt8>, _ line: Range<Int>) throws(Refusal) {
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

    /// The method of a name; none of a proxy, nor one longer than any that is known.
    static func method(_ bytes: Span<UInt8>, _ name: Range<Int>) throws(Refusal) -> Method {
        switch name.count {
        case 3 where bytes.isExactly("GET", in: name): return .get
        case 3 where bytes.isExactly("PUT", in: name): return .put
        case 4 where bytes.isExactly("POST", in: name): return .post
        case 4 where bytes.isExactly("HEAD", in: name): return .head
        case 5 where bytes.isExactly("PATCH", in: name): return .patch
        case 6 where bytes.isExactly("DELETE", in: name): return .delete
        case 7 where bytes.isExactly("OPTIONS", in: name): return .options
        case 7 where bytes.isExactly("CONNECT", in: name):
            throw Refusal(.notImplemented, "this server is no proxy and makes no tunnels")
        case 33...:
            throw Refusal(.notImplemented, "the method is unknown")
        default:
            guard let method = Method(bytes.text(in: name)) else {
                throw .malformed("the method is no token")
            }
            return method
        }
    }

    /// RFC 9112 §2.3: a higher minor version is read as 1.1; another major one is refused.
    private static func isVersion10(
        _ bytes: Span<UInt8>,
        _ version: Range<Int>
    ) throws(Refusal) -> Bool {
        let start = version.lowerBound
        guard version.count == 8, bytes.isExactly("HTTP/", in: start..<start + 5),
            let major = bytes.digit(at: start + 5), bytes[start + 6] == UInt8(ascii: "."),
            let minor = bytes.digit(at: start + 7)
        else { throw .malformed("the request line does not end with a version") }
        guard major == 1 else {
            throw Refusal(.httpVersionNotSupported, "this server speaks HTTP/1.1")
        }
        return minor == 0
    }

    /// RFC 9112 §3.2: origin-form, absolute-form, or `*` for OPTIONS.
    private mutating func takeTarget(_ bytes: Span<UInt8>, _ target: Range<Int>) throws(Refusal) {
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

    /// Takes the scheme of an absolute form, and returns where its authority begins.
    private mutating func takeScheme(_ bytes: Span<UInt8>, _ target: Range<Int>) -> Int? {
        let start = target.lowerBound
        if target.count > 7, bytes.spells("http://", in: start..<start + 7) { return start + 7 }
        guard target.count > 8, bytes.spells("https://", in: start..<start + 8) else { return nil }
        isForTLS = true
        return start + 8
    }

    /// The path and query, as origin-form has them.
    func target(_ bytes: Span<UInt8>) -> String {
        if targetRange.isEmpty { return method == .options ? "*" : "/" }
        let text = bytes.text(in: targetRange)
        return bytes[targetRange.lowerBound] == UInt8(ascii: "?") ? "/" + text : text
    }

    // MARK: - Fields

    /// Takes a field, if it is one that the engine minds.
    @inline(__always)
    mutating func takeField(
        _ bytes: Span<UInt8>,
        name: Range<Int>,
        value: Range<Int>
    ) throws(Refusal) {
        switch name.count {
        case 4 where bytes.spells("host", in: name): try takeHost(bytes, value)
        case 6 where bytes.spells("expect", in: name): try takeExpectation(bytes, value)
        case 10 where bytes.spells("connection", in: name): takeConnection(bytes, value)
        case 12 where bytes.spells("content-type", in: name): try takeType(bytes, value)
        case 13 where bytes.spells("authorization", in: name):
            guard !hasAuthorization else { throw .repeatedAuthorization }
            hasAuthorization = true
        case 14 where bytes.spells("content-length", in: name): try takeLength(bytes, value)
        case 17 where bytes.spells("transfer-encoding", in: name): try takeCoding(bytes, value)
        default: break
        }
    }

    private mutating func takeHost(_ bytes: Span<UInt8>, _ value: Range<Int>) throws(Refusal) {
        guard host == nil else { throw .malformed("there is more than one Host") }
        guard bytes.isHost(in: value) else { throw .malformed("the Host is not valid") }
        host = value
    }

    /// Two readers could take different ones of two.
    private mutating func takeType(_ bytes: Span<UInt8>, _ value: Range<Int>) throws(Refusal) {
        if let contentType, !bytes.agree(contentType, value) { throw .severalTypes }
        contentType = value
    }

    private mutating func takeExpectation(
        _ bytes: Span<UInt8>,
        _ value: Range<Int>
    ) throws(Refusal) {
        guard bytes.spells("100-continue", in: value) else {
            throw Refusal(.expectationFailed, "only 100-continue can be expected")
        }
        expectsContinue = true
    }

    private mutating func takeConnection(_ bytes: Span<UInt8>, _ value: Range<Int>) {
        bytes.forEachMember(of: value) { member in
            if bytes.spells("close", in: member) { wantsClose = true }
            if bytes.spells("keep-alive", in: member) { wantsKeepAlive = true }
        }
    }

    private mutating func takeLength(_ bytes: Span<UInt8>, _ value: Range<Int>) throws(Refusal) {
        guard contentLength == nil else {
            throw .malformed("there is more than one Content-Length")
        }
        guard !value.isEmpty else { throw .malformed("the Content-Length is empty") }
        var length = 0
        for index in value {
            guard let digit = bytes.digit(at: index) else {
                throw .malformed("the Content-Length is no number")
            }
            let (tens, isTooLarge) = length.multipliedReportingOverflow(by: 10)
            let (sum, overflows) = tens.addingReportingOverflow(digit)
            if isTooLarge || overflows { throw .malformed("the Content-Length is out of range") }
            length = sum
        }
        contentLength = length
    }

    private mutating func takeCoding(_ bytes: Span<UInt8>, _ value: Range<Int>) throws(Refusal) {
        guard !isChunked else { throw .malformed("there is more than one Transfer-Encoding") }
        var (count, chunkedCount) = (0, 0)
        // Empty members are none (RFC 9110 §5.6.1.2).
        bytes.forEachMember(of: value) { member in
            count += 1
            if bytes.spells("chunked", in: member) { chunkedCount += 1 }
        }
        guard count == 1, chunkedCount == 1 else {
            throw Self.refusal(ofCoding: bytes, value)
        }
        isChunked = true
    }

    /// RFC 9112 §6.1: 501 for codings that are only unknown, 400 for what cannot be right.
    private static func refusal(ofCoding bytes: Span<UInt8>, _ value: Range<Int>) -> Refusal {
        var count = 0
        var chunkedAt: Int?
        var isWellFormed = true
        bytes.forEachMember(of: value) { member in
            count += 1
            if !bytes.isToken(in: member) || chunkedAt != nil { isWellFormed = false }
            if bytes.spells("chunked", in: member) { chunkedAt = count }
        }
        guard isWellFormed, count > 0 else {
            return .malformed("the Transfer-Encoding is not valid")
        }
        return Refusal(.notImplemented, "the only transfer coding known here is chunked")
    }

    // MARK: - Conclusions

    /// How the content ends (H5).
    func framing() throws(Refusal) -> RequestHead.Framing {
        guard isChunked else {
            let length = contentLength ?? 0
            return length == 0 ? .none : .length(length)
        }
        guard contentLength == nil else {
            throw .malformed("there are a Content-Length and a Transfer-Encoding")
        }
        guard !isVersion10 else { throw .malformed("HTTP/1.0 has no Transfer-Encoding") }
        return .chunked
    }

    /// The host that the request is for (H6).
    func authority(_ bytes: Span<UInt8>) throws(Refusal) -> String {
        guard let host else {
            guard isVersion10 else { throw .malformed("the Host is missing") }
            return bytes.text(in: targetAuthority)
        }
        if isAbsolute, !bytes.agree(host, targetAuthority) {
            throw .malformed("the Host is not the target's")
        }
        return bytes.text(in: host)
    }
}

extension Span<UInt8> {
    fileprivate func digit(at index: Int) -> Int? {
        let value = self[index] &- UInt8(ascii: "0")
        return value < 10 ? Int(value) : nil
    }

    /// Whether two ranges are the same but for the case of their letters.
    func agree(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
        guard one.count == other.count else { return false }
        for offset in 0..<one.count {
            let bytes = (self[one.lowerBound + offset], self[other.lowerBound + offset])
            if bytes.0.lowercased != bytes.1.lowercased { return false }
        }
        return true
    }

    /// Whether a range is a host with or without a port of at most 65535, and without user information.
    ///
    /// The comma, which RFC 3986 allows in a name, is refused: it is how two Host fields look that
    /// somebody has joined.
    func isHost(in range: Range<Int>) -> Bool {
        var hostEnd = range.lowerBound
        if hostEnd < range.upperBound, self[hostEnd] == UInt8(ascii: "[") {
            hostEnd += 1
            while hostEnd < range.upperBound, isAddressByte(self[hostEnd]) { hostEnd += 1 }
            guard hostEnd < range.upperBound, self[hostEnd] == UInt8(ascii: "]") else {
                return false
            }
            hostEnd += 1
        } else {
            while hostEnd < range.upperBound, isNameByte(self[hostEnd]) { hostEnd += 1 }
        }
        guard hostEnd > range.lowerBound else { return false }
        guard hostEnd < range.upperBound else { return true }
        guard self[hostEnd] == UInt8(ascii: ":"), range.upperBound - hostEnd <= 6 else {
            return false
        }
        // Five digits at most, so that nothing overflows.
        var port = 0
        for index in hostEnd + 1..<range.upperBound {
            guard let digit = digit(at: index) else { return false }
            port = port * 10 + digit
        }
        return port <= 65_535
    }

    private func isAddressByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66, UInt8(ascii: ":"), UInt8(ascii: "."): true
        default: false
        }
    }

    @inline(__always)
    private func isNameByte(_ byte: UInt8) -> Bool {
        // The letters, the digits and !$%&'()*+-.;=_~ in two tables of bits.
        if byte < 64 { return (0x2BFF_6FF2_0000_0000 as UInt64 >> UInt64(byte)) & 1 == 1 }
        return byte < 128 && (0x47FF_FFFE_87FF_FFFE as UInt64 >> UInt64(byte & 63)) & 1 == 1
    }

    /// Calls a function with each member of a comma-separated list, trimmed, none of them empty.
    fileprivate func forEachMember(of list: Range<Int>, _ body: (Range<Int>) -> Void) {
        var start = list.lowerBound
        while start < list.upperBound {
            var end = start
            while end < list.upperBound, self[end] != UInt8(ascii: ",") { end += 1 }
            let member = trimmed(start..<end)
            if !member.isEmpty { body(member) }
            start = end + 1
        }
    }
}
