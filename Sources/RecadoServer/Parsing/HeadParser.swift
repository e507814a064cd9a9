// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

// The head of a request, line by line (RFC 9112 §2 to §6).
//
//                 CRLF (once)
//                  ┌──┐
//                  │  ▼          line               empty line
//   start ───▶ request line ───▶ fields ─┬─────────────────────▶ facts checked ───▶ head
//                  │               ▲     │ field                       │
//                  │               └─────┘                             │
//                  └───────────────┴───────── refusal ◀────────────────┘
//
// Invariants, quoted by the tests:
//  H1  A line ends in CRLF. No other CR, LF, NUL or control character but the tab is let through.
//  H2  Looking for a line's end goes on where it stopped, and each line is taken apart once: the
//      work is linear, however the head is cut into pieces.
//  H3  Cutting the head anywhere never changes the outcome.
//  H4  Every limit is checked before the bytes beyond it are waited for.
//  H5  A request has one framing: a Content-Length or "chunked", never both, never twice, never a
//      value that two readers could take for two different lengths.
//  H6  A request of HTTP/1.1 names one host, and an absolute target agrees with it.
//  H7  A name is a token directly before its colon; no line begins with a blank.
//  H8  No value has more than 30 marks in a row, for every comparison of it would take their square.

/// A parser of request heads, fed with the bytes from the head's beginning each time.
struct HeadParser {
    enum Outcome: ~Copyable {
        /// The head's end is not there yet.
        case needsMore
        /// The head is whole and this many bytes long.
        case head(RequestHead, length: Int)
        case refusal(Refusal)
    }

    /// Storage that fields have been in, to be used again.
    struct Spare {
        var buffer: [UInt8] = []
        var entries: [Fields.Entry] = []

        /// Takes the storage of a request that nobody needs any more; what is kept by somebody is copied later.
        mutating func take(from request: inout Request) {
            request.fields.exchange(&buffer, &entries)
        }
    }

    /// What the next request's fields may be put in.
    var spare = Spare()
    /// The first byte of the line in hand.
    private var lineStart = 0
    /// Bytes before this one belong to finished lines or are known to be no control characters.
    private var scanned = 0
    private var fieldsStart = 0
    private var hasRequestLine = false
    private var hasSkippedLine = false
    private var entries: [Fields.Entry] = []
    // The request's parts, when the head is whole. They stand apart from the outcome, so that the
    // request is made where it is needed and is not copied on the way.
    private var authority = ""
    private var target = ""
    private var fields = Fields()
    var facts = HeadFacts()

    /// Whether part of a head has been seen.
    var hasBegun: Bool { scanned > 0 }

    /// Goes on with a head.
    ///
    /// - Parameters:
    ///   - bytes: Everything from the head's first byte on, each time at least as much as before.
    ///   - limits: The most that is taken.
    /// - Returns: What was found; after a head or a refusal the parser is spent.
    mutating func parse(_ bytes: Span<UInt8>, limits: RequestLimits) -> Outcome {
        do throws(Refusal) {
            while let end = try endOfLine(bytes, limits) {
                let line = lineStart..<end
                lineStart = end + 2
                scanned = lineStart
                if !hasRequestLine {
                    try takeFirstLine(bytes, line)
                } else if line.isEmpty {
                    return .head(try finish(bytes), length: lineStart)
                } else {
                    try takeField(bytes, line, limits)
                }
            }
            return .needsMore
        } catch {
            return .refusal(error)
        }
    }

    /// Hands over the request whose head has been parsed, and begins with the next head.
    ///
    /// Its target is the path and query, or `*`; its authority is empty when an HTTP/1.0 client
    /// has sent none.
    ///
    /// - Parameter request: Gets the head; its content and its peer stay as they are.
    mutating func takeRequest(into request: inout Request) {
        request.method = facts.method
        request.version = facts.isVersion10 ? .http10 : .http11
        // What was there before is released, for a connection between two requests keeps nothing.
        swap(&request.authority, &authority)
        swap(&request.target, &target)
        swap(&request.fields, &fields)
        (authority, target, fields) = ("", "", Fields())
        (lineStart, scanned, fieldsStart) = (0, 0, 0)
        (hasRequestLine, hasSkippedLine) = (false, false)
        facts = HeadFacts()
    }

    // MARK: - Lines

    /// The place of the CR that ends the line in hand, or `nil` when it has not arrived (H1, H4).
    private mutating func endOfLine(
        _ bytes: Span<UInt8>,
        _ limits: RequestLimits
    ) throws(Refusal) -> Int? {
        let limit = lineStart + (hasRequestLine ? limits.field : limits.requestLine)
        let stop = min(bytes.count, limit + 1)
        let end = FieldText.firstControl(in: bytes, from: scanned, to: stop)
        scanned = end
        if end > limit { throw hasRequestLine ? .fieldTooLong : .requestLineTooLong }
        guard end < bytes.count else { return nil }
        guard bytes[end] == 0x0D else {
            throw .malformed(
                bytes[end] == 0x0A
                    ? "a line ends without a carriage return"
                    : "a control character stands in the head"
            )
        }
        guard end + 1 < bytes.count else { return nil }
        guard bytes[end + 1] == 0x0A else {
            throw .malformed("a carriage return stands without its line feed")
        }
        return end
    }

    private mutating func takeFirstLine(
        _ bytes: Span<UInt8>,
        _ line: Range<Int>
    ) throws(Refusal) {
        if line.isEmpty {
            // RFC 9112 §2.2: one empty line before the request line is overlooked.
            guard !hasSkippedLine else { throw .malformed("empty lines precede the request line") }
            hasSkippedLine = true
            return
        }
        try facts.takeRequestLine(bytes, line)
        hasRequestLine = true
        fieldsStart = lineStart
        swap(&entries, &spare.entries)
        entries.removeAll(keepingCapacity: true)
        // About one field in 32 bytes: the array rarely has to grow.
        entries.reserveCapacity(min(max(4, (bytes.count - lineStart) / 32), 64))
    }

    private mutating func takeField(
        _ bytes: Span<UInt8>,
        _ line: Range<Int>,
        _ limits: RequestLimits
    ) throws(Refusal) {
        guard lineStart - fieldsStart <= limits.fields else {
            throw Refusal(.requestHeaderFieldsTooLarge, "the header section is too long")
        }
        guard entries.count < limits.fieldCount else {
            throw Refusal(.requestHeaderFieldsTooLarge, "there are too many header fields")
        }
        let (name, value) = try bytes.field(in: line)
        guard FieldText.isStreamSafe(bytes, in: value) else { throw .tooManyMarks }
        try facts.takeField(bytes, name: name, value: value)
        entries.append(
            Fields.Entry(
                nameStart: name.lowerBound,
                nameLength: name.count,
                valueStart: value.lowerBound,
                valueLength: value.count
            )
        )
    }

    private mutating func finish(_ bytes: Span<UInt8>) throws(Refusal) -> RequestHead {
        let framing = try facts.framing()
        authority = try facts.authority(bytes)
        target = facts.target(bytes)
        spare.buffer.removeAll(keepingCapacity: true)
        bytes.copy(0..<lineStart, to: &spare.buffer)
        fields.exchange(&spare.buffer, &entries)
        return RequestHead(
            isHead: facts.method == .head,
            isForTLS: facts.isForTLS,
            framing: framing,
            isVersion10: facts.isVersion10,
            keepsAlive: facts.keepsAlive,
            expectsContinue: facts.expectsContinue && !facts.isVersion10
        )
    }
}

extension Refusal {
    static let requestLineTooLong = Refusal(.uriTooLong, "the request line is too long")
    static let fieldTooLong = Refusal(
        .requestHeaderFieldsTooLarge,
        "a header field is too long"
    )
}

extension Refusal {
    /// Stream-Safe Text (Unicode Standard Annex #15): every comparison of more would take their square.
    static let tooManyMarks = Refusal.malformed("a field has more than 30 marks in a row")
}

extension Span<UInt8> {
    /// The name and the value of a field line (H7).
    func field(in line: Range<Int>) throws(Refusal) -> (name: Range<Int>, value: Range<Int>) {
        let colon = Token.end(in: self, line)
        guard colon < line.upperBound, self[colon] == UInt8(ascii: ":"), colon > line.lowerBound
        else {
            throw .malformed(
                self[line.lowerBound] == 0x20 || self[line.lowerBound] == 0x09
                    ? "a field goes on in a second line"
                    : "a field is no token followed by a colon"
            )
        }
        return (line.lowerBound..<colon, trimmed(colon + 1..<line.upperBound))
    }
}
