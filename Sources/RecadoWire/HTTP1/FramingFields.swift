// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The fields that determine the end of a message and whether its connection stays open (RFC 9112
/// §6, §9.6).
struct FramingFields: Sendable {
    /// The position of the first Content-Length.
    private var lengthText: Range<Int>?
    /// The value of the first Content-Length; `nil` if it is too large for an `Int`.
    private var length: Int?
    private var codingCount = 0
    private var isChunked = false
    private var hasCoding = false
    private var wantsClose = false
    private var wantsKeepAlive = false

    /// True if the peer lets the connection stay open after the exchange.
    ///
    /// RFC 9112 §9.3: `close` takes precedence, HTTP/1.1 keeps the connection open, and HTTP/1.0
    /// keeps it open on request.
    func keepsAlive(isVersion10: Bool) -> Bool {
        !wantsClose && (!isVersion10 || wantsKeepAlive)
    }

    mutating func takeConnection(_ bytes: Span<UInt8>, _ value: Range<Int>) {
        bytes.forEachMember(of: value) { member in
            if bytes.spells("close", in: member) { wantsClose = true }
            if bytes.spells("keep-alive", in: member) { wantsKeepAlive = true }
        }
    }

    // MARK: - Of requests

    /// Takes the Content-Length; throws if there is more than one.
    mutating func takeOnlyLength(
        _ bytes: Span<UInt8>,
        _ value: Range<Int>
    ) throws(MessageError) {
        guard lengthText == nil else {
            throw .malformed("there is more than one Content-Length")
        }
        length = try bytes.decimal(in: value)
        guard length != nil else { throw .lengthOutOfRange }
        lengthText = value
    }

    /// Takes the Transfer-Encoding; throws if there is more than one, or if its value is anything
    /// but `chunked`.
    mutating func takeOnlyCoding(
        _ bytes: Span<UInt8>,
        _ value: Range<Int>
    ) throws(MessageError) {
        guard !hasCoding else { throw .malformed("there is more than one Transfer-Encoding") }
        takeCodings(bytes, value)
        guard isChunked, codingCount == 1 else { throw Self.error(ofCoding: bytes, value) }
    }

    /// Returns the error of a coding (RFC 9112 §6.1): “malformed” if it is invalid, “not
    /// implemented” if it is valid but unknown.
    private static func error(ofCoding bytes: Span<UInt8>, _ value: Range<Int>) -> MessageError {
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
        return .unknownCoding
    }

    /// Returns the framing of a request (rule H5 in `HeadReader.swift`).
    func requestFraming(isVersion10: Bool) throws(MessageError) -> MessageFraming {
        guard hasCoding else {
            let length = length ?? 0
            return length == 0 ? .none : .length(length)
        }
        guard lengthText == nil else {
            throw .malformed("there are a Content-Length and a Transfer-Encoding")
        }
        guard !isVersion10 else { throw .malformed("HTTP/1.0 has no Transfer-Encoding") }
        return .chunked
    }

    // MARK: - Of responses

    /// Takes a Content-Length, which may occur more than once if all values are the same (RFC 9110
    /// §8.6).
    mutating func takeLengths(
        _ bytes: Span<UInt8>,
        _ value: Range<Int>
    ) throws(MessageError) {
        var isEmpty = true
        try bytes.forEachMember(of: value) { member throws(MessageError) in
            isEmpty = false
            if let lengthText {
                guard bytes.agree(lengthText, member) else {
                    throw .malformed("there are different Content-Lengths")
                }
                return
            }
            length = try bytes.decimal(in: member)
            lengthText = member
        }
        if isEmpty { throw .malformed("the Content-Length is empty") }
    }

    /// Takes a Transfer-Encoding, which may occur more than once.
    mutating func takeCodings(_ bytes: Span<UInt8>, _ value: Range<Int>) {
        hasCoding = true
        // Empty members of a list are ignored (RFC 9110 §5.6.1.2).
        bytes.forEachMember(of: value) { member in
            codingCount += 1
            if bytes.spells("chunked", in: member) { isChunked = true }
        }
    }

    /// Returns the framing of a response that may have content.
    func responseFraming() throws(MessageError) -> MessageFraming {
        if hasCoding {
            guard isChunked, codingCount == 1 else { throw .unknownCoding }
            return .chunked
        }
        guard lengthText != nil else { return .untilEnd }
        guard let length else { throw .lengthOutOfRange }
        return length == 0 ? .none : .length(length)
    }

    /// True if two fields, or a field and the version, contradict each other about the framing.
    ///
    /// One of the two must then be wrong, and the bytes that follow could be another response (RFC
    /// 9112 §6.1).
    func isDoubtful(isVersion10: Bool) -> Bool { hasCoding && (lengthText != nil || isVersion10) }
}

extension MessageError {
    static let unknownCoding = MessageError(
        .notImplemented,
        "the only transfer coding known here is chunked"
    )
}

extension Span<UInt8> {
    /// Returns the number in a Content-Length; `nil` if it is too large for an `Int`.
    fileprivate func decimal(in range: Range<Int>) throws(MessageError) -> Int? {
        guard !range.isEmpty else { throw .malformed("the Content-Length is empty") }
        var number = 0
        var isTooLarge = false
        for index in range {
            guard let digit = digit(at: index) else {
                throw .malformed("the Content-Length is no number")
            }
            let (tens, overflows) = number.multipliedReportingOverflow(by: 10)
            let (sum, overflowsToo) = tens.addingReportingOverflow(digit)
            isTooLarge = isTooLarge || overflows || overflowsToo
            number = sum
        }
        return isTooLarge ? nil : number
    }
}
