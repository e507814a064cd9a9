// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

// The states in which the chunked transfer coding (RFC 9112 §7.1) is decoded. Everything except the
// data is read byte by byte.
//
//   size ──▶ extensions ──▶ sizeEnd ──▶ data ──▶ dataReturn ──▶ dataEnd ──▶ size
//                            │ size 0
//                            ▼
//        ┌──────▶ trailerStart ──▶ lastEnd ──▶ done
//        │              ▼
//   trailerEnd ◀── trailerName ──▶ trailerValue
//
// Invariants, which the tests name by number; a star marks rules that only requests must follow:
//  C1  A size is one to sixteen hexadecimal digits and fits an Int; *it has no spaces or tabs
//      around it.
//     *Extensions are `;name`, `;name=token` and `;name="text"` without spaces; all are ignored.
//  C2* Every line and the data of every chunk end in CRLF; there are no control characters.
//  C3  Extensions and trailers each have a limit; *the limit of extensions covers all chunks.
//  C4  The data has a limit, checked when a chunk announces it.
//  C5  Trailers must be fields. A server drops them all, because none may change what the head has
//      said about framing, routing or credentials (RFC 9110 §6.5.1). A client can keep them, apart
//      from the header section.

/// A decoder of chunked content.
struct ChunkedDecoder<Role: MessageRole>: Sendable {
    private enum State: Sendable {
        case size
        /// The spaces and tabs after a size.
        case sizeBlanks
        case extensionStart
        case extensionName
        case valueStart
        case value
        case quotedValue
        case quotedPair
        case quotedEnd
        /// The extensions, which are skipped.
        case extensions
        case sizeEnd
        case data
        case dataReturn
        case dataEnd
        case trailerStart
        case trailerName
        case trailerValue
        case trailerEnd
        case lastEnd
        case done
    }

    /// True if the caller wants the trailer section.
    var keepsTrailers = false
    private var state = State.size
    /// The number of bytes left in the current chunk; while the chunk's size is being read, the
    /// size so far.
    private var left = 0
    private var digits = 0
    private var extensionBytes = 0
    private var trailerBytes = 0
    /// The number of data bytes announced so far.
    private var announced = 0
    /// The lines of the trailer section.
    private var trailers: [UInt8] = []

    /// True if the last chunk and the trailers have been read.
    var isDone: Bool { state == .done }

    /// The number of data bytes that come next without other bytes between them.
    var plainContent: Int { state == .data ? left : 0 }

    /// Prepares for the content of the next message.
    mutating func begin() {
        state = .size
        (left, digits, extensionBytes, trailerBytes, announced) = (0, 0, 0, 0, 0)
        trailers = []
    }

    /// Counts data that the caller has read without the decoder: at most ``plainContent`` bytes.
    @inline(__always)
    mutating func passed(_ count: Int) {
        left -= count
        if left <= 0 { (state, left) = (.dataReturn, 0) }
    }

    /// Decodes bytes up to their end or the end of the content, whichever comes first.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that have arrived and are not decoded yet.
    ///   - limits: The limits of each part.
    ///   - content: The bytes that the data is appended to.
    /// - Returns: The number of bytes used.
    /// - Throws: An error if the coding breaks a rule or a limit.
    mutating func decode(
        _ bytes: Span<UInt8>,
        _ limits: MessageLimits,
        into content: inout [UInt8]
    ) throws(MessageError) -> Int {
        var index = 0
        while index < bytes.count, state != .done {
            if state == .data {
                let count = min(left, bytes.count - index)
                bytes.copy(index..<index + count, to: &content)
                index += count
                passed(count)
            } else {
                state = try next(bytes[index], limits)
                index += 1
            }
        }
        return index
    }

    private mutating func next(_ byte: UInt8, _ limits: MessageLimits) throws(MessageError) -> State
    {
        switch state {
        case .size, .sizeBlanks: return try takeSize(byte, limits)
        case .extensionStart, .extensionName, .valueStart, .value, .quotedValue, .quotedPair,
            .quotedEnd, .extensions:
            return try takeExtension(byte, limits)
        case .sizeEnd: return try takeSizeEnd(byte, limits)
        case .dataReturn:
            if Role.isLenient, byte == 0x0A { return beginSize() }
            try expect(byte, 0x0D)
            return .dataEnd
        case .dataEnd:
            try expect(byte, 0x0A)
            return beginSize()
        case .trailerStart, .trailerName, .trailerValue: return try takeTrailer(byte, limits)
        case .trailerEnd:
            try expect(byte, 0x0A)
            return .trailerStart
        case .lastEnd:
            try expect(byte, 0x0A)
            return .done
        case .data, .done: return state
        }
    }

    // MARK: - Sizes

    private mutating func beginSize() -> State {
        (left, digits) = (0, 0)
        if Role.isLenient { extensionBytes = 0 }
        return .size
    }

    private mutating func takeSize(
        _ byte: UInt8,
        _ limits: MessageLimits
    ) throws(MessageError) -> State {
        if state == .size, let digit = byte.hexadecimalValue {
            digits += 1
            guard digits <= 16, left <= Int.max >> 4 else {
                throw .malformed("a chunk's size is out of range")
            }
            left = left << 4 | Int(digit)
            return .size
        }
        guard digits > 0 else { throw .malformedSize }
        switch byte {
        case 0x0D: return .sizeEnd
        case UInt8(ascii: ";"): return Role.isLenient ? .extensions : .extensionStart
        case 0x0A where Role.isLenient: return try takeSizeEnd(byte, limits)
        // RFC 9112 §7.1.1: spaces before the extensions are discouraged, but do not harm a client.
        case 0x20 where Role.isLenient, 0x09 where Role.isLenient:
            try countExtension(limits)
            return .sizeBlanks
        default: throw .malformedSize
        }
    }

    private mutating func countExtension(_ limits: MessageLimits) throws(MessageError) {
        extensionBytes += 1
        guard extensionBytes <= limits.chunkExtensions else {
            throw .malformed("the chunk extensions are too long")
        }
    }

    private mutating func takeExtension(
        _ byte: UInt8,
        _ limits: MessageLimits
    ) throws(MessageError) -> State {
        if state == .extensions, byte == 0x0A { return try takeSizeEnd(byte, limits) }
        try countExtension(limits)
        switch state {
        case .extensions: return .extensions
        case .quotedValue, .quotedPair:
            try refuseControl(byte)
            if state == .quotedPair { return .quotedValue }
            if byte == UInt8(ascii: "\"") { return .quotedEnd }
            return byte == UInt8(ascii: "\\") ? .quotedPair : .quotedValue
        case .valueStart where byte == UInt8(ascii: "\""): return .quotedValue
        case .extensionStart, .extensionName:
            if Token.contains(byte) { return .extensionName }
            if byte == UInt8(ascii: "="), state == .extensionName { return .valueStart }
        default:
            if Token.contains(byte), state != .quotedEnd { return .value }
        }
        guard state != .extensionStart, state != .valueStart,
            byte == 0x0D || byte == UInt8(ascii: ";")
        else { throw .malformed("a chunk extension is no token, or has no value behind its sign") }
        return byte == 0x0D ? .sizeEnd : .extensionStart
    }

    private mutating func takeSizeEnd(
        _ byte: UInt8,
        _ limits: MessageLimits
    ) throws(MessageError) -> State {
        try expect(byte, 0x0A)
        guard left <= limits.content - announced else { throw .contentTooLong }
        announced += left
        return left == 0 ? .trailerStart : .data
    }

    // MARK: - Trailers

    private mutating func takeTrailer(
        _ byte: UInt8,
        _ limits: MessageLimits
    ) throws(MessageError) -> State {
        if state == .trailerStart, byte == 0x0D { return .lastEnd }
        if Role.isLenient, state == .trailerStart, byte == 0x0A { return .done }
        trailerBytes += 1
        guard trailerBytes <= limits.trailers else { throw .trailersTooLong }
        if keepsTrailers { trailers.append(byte) }
        if state == .trailerValue {
            if Role.isLenient { return byte == 0x0A ? .trailerStart : .trailerValue }
            if byte == 0x0D { return .trailerEnd }
            try refuseControl(byte)
            return .trailerValue
        }
        if Token.contains(byte) { return .trailerName }
        guard state == .trailerName, byte == UInt8(ascii: ":") else {
            throw .malformed("a trailer is no token followed by a colon")
        }
        return .trailerValue
    }

    /// Returns the fields of the trailer section, without malformed ones, and empties it (RFC 9110
    /// §6.5.1).
    mutating func takeTrailers() -> Fields {
        guard !trailers.isEmpty else { return [:] }
        var fields: Fields = [:]
        for line in trailers.split(separator: 0x0A) {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
                let name = FieldName(String(decoding: line[..<colon], as: UTF8.self))
            else { continue }
            let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
            var value = line[(colon + 1)...].drop(while: isBlank)
            while let last = value.last, isBlank(last) { value.removeLast() }
            let text = String(decoding: value, as: UTF8.self)
            if Fields.isValid(text) { fields.append(text, to: name) }
        }
        trailers = []
        return fields
    }

    // MARK: - Bytes

    private func expect(_ byte: UInt8, _ expected: UInt8) throws(MessageError) {
        guard byte == expected else {
            throw .malformed("a chunk is not followed by a carriage return and a line feed")
        }
    }

    private func refuseControl(_ byte: UInt8) throws(MessageError) {
        if FieldText.isControl(byte) {
            throw .malformed("a control character stands between two chunks")
        }
    }
}

extension MessageError {
    static let malformedSize = malformed("a chunk's size is no hexadecimal number")
}
