// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

// The chunked transfer coding (RFC 9112 §7.1), byte by byte around the data.
//
//   size ──▶ extensions ──▶ sizeEnd ──▶ data ──▶ dataReturn ──▶ dataEnd ──▶ size
//                            │ size 0
//                            ▼
//        ┌──────▶ trailerStart ──▶ lastEnd ──▶ done
//        │              ▼
//   trailerEnd ◀── trailerName ──▶ trailerValue
//
// Invariants, quoted by the tests:
//  C1  A size is one to sixteen hexadecimal digits and fits an Int; nothing stands around it.
//     Extensions are `;name`, `;name=token` and `;name="text"` without blanks; none is understood.
//  C2  Every line ends in CRLF, and data is followed by one; there are no control characters.
//  C3  Extensions and trailers together have a limit, however many chunks there are.
//  C4  The data has a limit, checked when a chunk announces it.
//  C5  Trailers must be well-formed fields; all are dropped, for none may change what the head has
//      said about framing, routing or credentials (RFC 9110 §6.5.1).

/// A decoder of chunked content.
struct ChunkedDecoder {
    private enum State {
        case size
        case extensionStart
        case extensionName
        case valueStart
        case value
        case quotedValue
        case quotedPair
        case quotedEnd
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

    /// The most bytes of extensions and of trailers, each over the whole content (C3).
    static let extensionLimit = 4 * 1024
    static let trailerLimit = 8 * 1024

    private var state = State.size
    /// What is left of the chunk in hand; its size while that is being read.
    private var left = 0
    private var digits = 0
    private var extensionBytes = 0
    private var trailerBytes = 0
    /// The data bytes announced so far.
    private var announced = 0

    /// Whether the last chunk and the trailers have been read.
    var isDone: Bool { state == .done }

    /// Decodes bytes up to their end or the content's, whichever comes first.
    ///
    /// - Parameters:
    ///   - bytes: What has arrived and was not decoded yet.
    ///   - limit: The most data bytes in all.
    ///   - content: Where the data is appended.
    /// - Returns: The number of bytes used.
    /// - Throws: The refusal of a coding that breaks the rules or the limit.
    mutating func decode(
        _ bytes: Span<UInt8>,
        limit: Int,
        into content: inout [UInt8]
    ) throws(Refusal) -> Int {
        var index = 0
        while index < bytes.count, state != .done {
            if state == .data {
                let count = min(left, bytes.count - index)
                bytes.copy(index..<index + count, to: &content)
                index += count
                left -= count
                if left == 0 { state = .dataReturn }
            } else {
                state = try next(bytes[index], limit: limit)
                index += 1
            }
        }
        return index
    }

    private mutating func next(_ byte: UInt8, limit: Int) throws(Refusal) -> State {
        switch state {
        case .size: return try takeSize(byte)
        case .extensionStart, .extensionName, .valueStart, .value, .quotedValue, .quotedPair,
            .quotedEnd:
            return try takeExtension(byte)
        case .sizeEnd: return try takeSizeEnd(byte, limit)
        case .dataReturn:
            try expect(byte, 0x0D)
            return .dataEnd
        case .dataEnd:
            try expect(byte, 0x0A)
            (left, digits) = (0, 0)
            return .size
        case .trailerStart, .trailerName, .trailerValue: return try takeTrailer(byte)
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

    private mutating func takeSize(_ byte: UInt8) throws(Refusal) -> State {
        if let digit = byte.hexadecimalValue {
            digits += 1
            guard digits <= 16, left <= Int.max >> 4 else {
                throw .malformed("a chunk's size is out of range")
            }
            left = left << 4 | Int(digit)
            return .size
        }
        guard digits > 0, byte == 0x0D || byte == UInt8(ascii: ";") else {
            throw .malformed("a chunk's size is no hexadecimal number")
        }
        return byte == 0x0D ? .sizeEnd : .extensionStart
    }

    private mutating func takeExtension(_ byte: UInt8) throws(Refusal) -> State {
        extensionBytes += 1
        guard extensionBytes <= Self.extensionLimit else {
            throw .malformed("the chunk extensions are too long")
        }
        switch state {
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

    private mutating func takeSizeEnd(_ byte: UInt8, _ limit: Int) throws(Refusal) -> State {
        try expect(byte, 0x0A)
        guard left <= limit - announced else { throw .contentTooLarge }
        announced += left
        return left == 0 ? .trailerStart : .data
    }

    // MARK: - Trailers

    private mutating func takeTrailer(_ byte: UInt8) throws(Refusal) -> State {
        if state == .trailerStart, byte == 0x0D { return .lastEnd }
        trailerBytes += 1
        guard trailerBytes <= Self.trailerLimit else {
            throw Refusal(.requestHeaderFieldsTooLarge, "the trailer section is too long")
        }
        if state == .trailerValue {
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

    // MARK: - Bytes

    private func expect(_ byte: UInt8, _ expected: UInt8) throws(Refusal) {
        guard byte == expected else {
            throw .malformed("a chunk is not followed by a carriage return and a line feed")
        }
    }

    private func refuseControl(_ byte: UInt8) throws(Refusal) {
        if FieldText.isControl(byte) {
            throw .malformed("a control character stands between two chunks")
        }
    }
}

extension Refusal {
    static let contentTooLarge = Refusal(
        .contentTooLarge,
        "the content exceeds what this server takes"
    )
}
