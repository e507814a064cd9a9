// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire

// The header section of an HTTP/2 request, built field by field as HPACK decodes it.
//
// nghttp2 has already refused the requests that RFC 9113 §8 calls malformed: those with uppercase
// names, connection-specific fields, pseudo-fields that are missing, repeated, unknown or late, or
// bytes that are not allowed in fields. The rules here are the remaining ones, which this server
// applies to every request.
//
// Invariants, quoted by the tests:
//  F1  Fields over a limit are counted, but not kept.
//  F2  A refused section is decoded to its end, because later sections depend on the HPACK state;
//      the request is answered with an error status.
//  F3  A request has one host: `:authority` and Host agree if both are present.
//  F4  Several Cookie fields are joined into one, as in HTTP/1.1 (RFC 9113 §8.2.3).

/// A request's header section while it is arriving.
struct HTTP2Head {
    /// The value of the pseudo-field `:scheme`; the request itself gets the connection's scheme.
    private enum Scheme {
        case http, https, other

        init(_ value: Span<UInt8>) {
            let whole = 0..<value.count
            if value.spells("http", in: whole) {
                self = .http
            } else if value.spells("https", in: whole) {
                self = .https
            } else {
                self = .other
            }
        }
    }

    private var buffer: [UInt8] = []
    private var entries: [Fields.Entry] = []
    private var methodRange = 0..<0
    private var pathRange = 0..<0
    private var scheme = Scheme.other
    private var authorityRange: Range<Int>?
    private var host: Range<Int>?
    private var hasAuthorization = false
    private var contentType: Range<Int>?
    /// The index of the Cookie entry; `crumbs` joins the values once there is a second Cookie
    /// field.
    private var cookie: Int?
    private var crumbs: [UInt8] = []
    private var size = 0

    /// The first error in the section, if there is one.
    private(set) var error: MessageError?
    private(set) var contentLength: Int?
    private(set) var expectsContinue = false
    /// True if the client has sent a Priority field, which orders its answers (RFC 9218).
    private(set) var hasPriority = false
    private(set) var method = Method.get
    /// True for HEAD; set before the section is complete.
    private(set) var isHead = false

    // MARK: - Fields

    /// Adds a field.
    ///
    /// - Returns: False if the section is excessively long.
    mutating func take(
        name: Span<UInt8>,
        value: Span<UInt8>,
        _ settings: HTTP2Settings
    ) -> Bool {
        if size == 0 {
            // Most sections fit into this; growing step by step would cost four allocations for
            // each array.
            buffer.reserveCapacity(240)
            entries.reserveCapacity(8)
        }
        size += name.count + value.count + 32
        guard size <= settings.excessiveFields else { return false }
        guard error == nil else { return true }
        do throws(MessageError) {
            let isPath = name.spells(":path", in: 0..<name.count)
            try check(name.count + value.count, isPath: isPath, settings.limits)
            if name.count > 0, name[0] == UInt8(ascii: ":") {
                takePseudoField(name, value, isPath: isPath)
            } else {
                try takeField(name, value, settings.limits)
            }
        } catch {
            refuse(error)
        }
        return true
    }

    private func check(
        _ length: Int,
        isPath: Bool,
        _ limits: MessageLimits
    ) throws(MessageError) {
        if isPath {
            guard length <= limits.startLine else { throw .requestLineTooLong }
        } else {
            guard length <= limits.field else { throw .fieldTooLong }
        }
        guard size <= limits.fields else {
            throw .sectionTooLong
        }
    }

    private mutating func refuse(_ error: MessageError) {
        self.error = error
        buffer = []
        entries = []
        crumbs = []
    }

    private mutating func takePseudoField(
        _ name: Span<UInt8>,
        _ value: Span<UInt8>,
        isPath: Bool
    ) {
        let range = buffer.count..<buffer.count + value.count
        value.copy(0..<value.count, to: &buffer)
        if isPath {
            pathRange = range
        } else if name.spells(":method", in: 0..<name.count) {
            methodRange = range
            isHead = value.isExactly("HEAD", in: 0..<value.count)
        } else if name.spells(":authority", in: 0..<name.count) {
            authorityRange = range
        } else {
            scheme = Scheme(value)
        }
    }

    private mutating func takeField(
        _ name: Span<UInt8>,
        _ value: Span<UInt8>,
        _ limits: MessageLimits
    ) throws(MessageError) {
        guard FieldText.isStreamSafe(value, in: 0..<value.count) else { throw .tooManyMarks }
        if name.count == 6, name.spells("cookie", in: 0..<6), let cookie {
            return takeCrumb(value, after: cookie)
        }
        guard entries.count < limits.fieldCount else {
            throw .tooManyFields
        }
        let start = buffer.count
        name.copy(0..<name.count, to: &buffer)
        value.copy(0..<value.count, to: &buffer)
        try mind(name, value)
        entries.append(
            Fields.Entry(
                nameStart: start,
                nameLength: name.count,
                valueStart: start + name.count,
                valueLength: value.count
            )
        )
    }

    /// Stores the value of a field that concerns the engine itself.
    private mutating func mind(_ name: Span<UInt8>, _ value: Span<UInt8>) throws(MessageError) {
        let whole = 0..<name.count
        switch name.count {
        case 4 where name.spells("host", in: whole):
            host = buffer.count - value.count..<buffer.count
        case 6 where name.spells("cookie", in: whole):
            cookie = entries.count
        case 6 where name.spells("expect", in: whole):
            guard value.spells("100-continue", in: 0..<value.count) else {
                throw .unknownExpectation
            }
            expectsContinue = true
        case 8 where name.spells("priority", in: whole):
            hasPriority = true
        case 12 where name.spells("content-type", in: whole):
            let range = buffer.count - value.count..<buffer.count
            if let contentType, !buffer.span.agree(contentType, range) { throw .severalTypes }
            contentType = range
        case 13 where name.spells("authorization", in: whole):
            guard !hasAuthorization else { throw .repeatedAuthorization }
            hasAuthorization = true
        case 14 where name.spells("content-length", in: whole):
            guard let length = Int(value.text(in: 0..<value.count)), length >= 0 else {
                throw .lengthOutOfRange
            }
            contentLength = length
        default: break
        }
    }

    private mutating func takeCrumb(_ value: Span<UInt8>, after cookie: Int) {
        if crumbs.isEmpty {
            let first = Int(entries[cookie].valueStart)
            crumbs = Array(buffer[first..<first + Int(entries[cookie].valueLength)])
        }
        crumbs += [UInt8(ascii: ";"), 0x20]
        value.copy(0..<value.count, to: &crumbs)
    }

    // MARK: - The request

    /// Ends the section, and creates the request without its content.
    ///
    /// - Throws: The error of a request that is refused without calling a handler.
    mutating func finish(peer: Peer, limits: MessageLimits) throws(MessageError) -> Request {
        if let error { throw error }
        if let contentLength, contentLength > limits.content { throw .contentTooLong }
        if let cookie, !crumbs.isEmpty {
            entries[cookie].valueStart = UInt32(clamping: buffer.count)
            entries[cookie].valueLength = UInt32(clamping: crumbs.count)
            buffer += crumbs
        }
        let buffer = buffer
        let bytes = buffer.span
        method = try RequestRole.method(bytes, methodRange)
        let authority = try authority(bytes)
        var request = Request(
            method: method,
            scheme: peer.isSecure ? "https" : "http",
            authority: authority,
            target: try target(bytes),
            fields: Fields(buffer: buffer, entries: entries),
            peer: peer
        )
        request.version = .http2
        return request
    }

    /// True if the scheme that the client stated is the connection's scheme.
    func isFor(_ peer: Peer) -> Bool { scheme == (peer.isSecure ? .https : .http) }

    /// Returns the host of the request; throws if `:authority` and Host differ (F3).
    private func authority(_ bytes: Span<UInt8>) throws(MessageError) -> String {
        guard let range = authorityRange ?? host else {
            throw .malformed("the authority is missing")
        }
        guard bytes.isHost(in: range) else { throw .malformed("the authority is not valid") }
        if let host, !bytes.agree(host, range) {
            throw .malformed("the Host is not the authority")
        }
        return bytes.text(in: range)
    }

    /// Returns the path and query, or `*`, in the form of HTTP/1.1.
    private func target(_ bytes: Span<UInt8>) throws(MessageError) -> String {
        for index in pathRange {
            guard bytes[index] > 0x20, bytes[index] < 0x7F, bytes[index] != UInt8(ascii: "#")
            else { throw .malformed("the path has a byte that no path has") }
        }
        guard !pathRange.isEmpty else { throw .malformed("the path is empty") }
        if bytes[pathRange.lowerBound] == UInt8(ascii: "/") { return bytes.text(in: pathRange) }
        guard pathRange.count == 1, bytes[pathRange.lowerBound] == UInt8(ascii: "*"),
            method == .options
        else { throw .malformed("the path does not begin with a slash") }
        return "*"
    }
}
