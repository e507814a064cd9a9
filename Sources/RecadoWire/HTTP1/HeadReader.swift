// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

// The head of a message, line by line (RFC 9112 §2 to §6).
//
//              CRLF (once)
//               ┌──┐
//               │  ▼          line             empty line
//   start ───▶ start line ───▶ fields ─┬──────────────────▶ conclusions ───▶ head
//               │               ▲      │ field                    │
//               │               └──────┘                          │
//               └───────────────┴───────── error ◀────────────────┘
//
// Invariants, which the tests name by number; a star marks rules that only requests must follow,
// because `MessageRole.isLenient` is true for responses:
//  H1* A line ends in CRLF. Any other control character except the tab is refused.
//  H2  The search for a line's end continues where it stopped, and each line is parsed once: the
//      work is linear, however the head is cut into pieces.
//  H3  The result does not depend on how the head is cut into pieces.
//  H4  Every limit is checked before the reader waits for bytes beyond it.
//  H5* A request has one framing: a Content-Length or "chunked", never both, never twice, never a
//      value that two readers could take for two different lengths.
//  H6* A request of HTTP/1.1 names one host, and an absolute target agrees with it.
//  H7  A name is a token directly before its colon; *no line begins with a space.
//  H8* No value has more than 30 combining marks in a row, because the time of every comparison
//      would grow with their square.
//  H9  A value that the reader returns has no control character, whatever has arrived.

/// A reader of heads.
///
/// Each call receives all bytes from the beginning of the head.
struct HeadReader<Role: MessageRole>: Sendable {
    var role: Role
    /// The fields, once the head is complete.
    ///
    /// The fields are not a part of the head, so that they can be created in place instead of being
    /// copied.
    private var fields = Fields()
    /// The position of the first byte of the current line.
    private var lineStart = 0
    /// The position before which all bytes have been searched for the end of a line.
    private var scanned = 0
    /// The position from which the header section is measured; negative if informational heads came
    /// before, because their bytes count as well.
    private var sectionStart = 0
    private var hasStartLine = false
    private var hasSkippedLine = false
    /// True if a value spans several lines, or has control characters.
    private var isUntidy = false
    private var entries: [Fields.Entry] = []

    init(_ role: Role) {
        self.role = role
    }

    /// True if a part of a head has been read.
    var hasBegun: Bool { scanned > 0 }

    /// Continues reading a head.
    ///
    /// - Parameters:
    ///   - bytes: All bytes from the head's first byte on, at least as many as in the previous
    ///     call.
    ///   - limits: The limits of each part.
    ///   - spare: Storage for the fields.
    /// - Returns: The head with its framing, after which ``length`` is its size; `nil` if the end
    ///   of the head has not arrived yet.
    /// - Throws: An error that says what is wrong with the head; the reader cannot be used
    ///   afterwards.
    mutating func read(
        _ bytes: Span<UInt8>,
        _ limits: MessageLimits,
        _ spare: inout FieldStorage
    ) throws(MessageError) -> (head: Role.Head, framing: MessageFraming)? {
        while let line = try nextLine(bytes, limits) {
            if !hasStartLine {
                try takeFirstLine(bytes, line, &spare)
            } else if line.isEmpty {
                try checkSection(limits)
                return try finish(bytes, &spare)
            } else {
                try takeField(bytes, line, limits)
            }
        }
        if !hasStartLine { try Role.checkStart(bytes.extracting(lineStart..<bytes.count)) }
        return nil
    }

    /// The number of bytes of the head that was read last.
    var length: Int { lineStart }

    /// Moves out the fields of the head that was read last, and begins with the next head.
    ///
    /// - Parameter fields: Receives the fields. The fields that it held are released, because a
    ///   connection keeps nothing between two messages.
    @inline(__always)
    mutating func takeFields(into fields: inout Fields) {
        swap(&fields, &self.fields)
        self.fields = Fields()
        (lineStart, scanned, sectionStart) = (0, 0, 0)
        (hasStartLine, hasSkippedLine, isUntidy) = (false, false, false)
    }

    /// Counts the bytes of earlier heads towards the limit of the header section.
    mutating func charge(_ bytes: Int) { sectionStart = -bytes }

    // MARK: - Lines

    /// Returns the next line without its end, or `nil` if the end has not arrived (H1, H4).
    @inline(__always)
    private mutating func nextLine(
        _ bytes: Span<UInt8>,
        _ limits: MessageLimits
    ) throws(MessageError) -> Range<Int>? {
        let limit = lineStart + min(hasStartLine ? limits.field : limits.startLine, .max >> 1)
        let stop = min(bytes.count, limit + 1)
        while true {
            let end = FieldText.firstControl(in: bytes, from: scanned, to: stop)
            scanned = end
            if end > limit { throw hasStartLine ? .fieldTooLong : Role.startLineTooLong }
            guard end < bytes.count else { return nil }
            if bytes[end] == 0x0D {
                guard end + 1 < bytes.count else { return nil }
                if bytes[end + 1] == 0x0A { return takeLine(bytes, to: end, next: end + 2) }
            }
            guard Role.isLenient else { throw Self.strayControl(bytes[end]) }
            if bytes[end] == 0x0A { return takeLine(bytes, to: end, next: end + 1) }
            isUntidy = true
            scanned = end + 1
        }
    }

    @inline(__always)
    private mutating func takeLine(
        _ bytes: Span<UInt8>,
        to end: Int,
        next: Int
    ) -> Range<Int> {
        var end = end
        let start = lineStart
        (lineStart, scanned) = (next, next)
        if Role.isLenient {
            // A line of spaces continues the value before it, so it is not an empty line.
            let isContinuation = end > start && (bytes[start] == 0x20 || bytes[start] == 0x09)
            let least = isContinuation ? start + 1 : start
            while end > least, bytes[end - 1] <= 0x20 { end -= 1 }
        }
        return start..<end
    }

    private static func strayControl(_ byte: UInt8) -> MessageError {
        switch byte {
        case 0x0A: .malformed("a line ends without a carriage return")
        case 0x0D: .malformed("a carriage return stands without its line feed")
        default: .malformed("a control character stands in the head")
        }
    }

    private mutating func takeFirstLine(
        _ bytes: Span<UInt8>,
        _ line: Range<Int>,
        _ spare: inout FieldStorage
    ) throws(MessageError) {
        if line.isEmpty, !Role.isLenient {
            // RFC 9112 §2.2: one empty line before the request line is ignored.
            guard !hasSkippedLine else { throw .malformed("empty lines precede the request line") }
            hasSkippedLine = true
            return
        }
        try role.takeStartLine(bytes, line)
        hasStartLine = true
        if !Role.isLenient { sectionStart = lineStart }
        swap(&entries, &spare.entries)
        entries.removeAll(keepingCapacity: true)
        // A head has about one field in 32 bytes, so the array rarely has to grow.
        entries.reserveCapacity(min(max(4, (bytes.count - lineStart) / 32), 64))
    }

    // MARK: - Fields

    private func checkSection(_ limits: MessageLimits) throws(MessageError) {
        guard lineStart - sectionStart <= limits.fields || !Role.isLenient else {
            throw .sectionTooLong
        }
    }

    @inline(__always)
    private mutating func takeField(
        _ bytes: Span<UInt8>,
        _ line: Range<Int>,
        _ limits: MessageLimits
    ) throws(MessageError) {
        guard lineStart - sectionStart <= limits.fields else { throw .sectionTooLong }
        if Role.isLenient, bytes[line.lowerBound] == 0x20 || bytes[line.lowerBound] == 0x09 {
            return extendField(to: line.upperBound)
        }
        guard entries.count < limits.fieldCount else {
            throw .tooManyFields
        }
        let (name, value) = try bytes.field(in: line)
        if !Role.isLenient, !FieldText.isStreamSafe(bytes, in: value) { throw .tooManyMarks }
        try role.takeField(bytes, name: name, value: value)
        entries.append(
            Fields.Entry(
                nameStart: name.lowerBound,
                nameLength: name.count,
                valueStart: value.lowerBound,
                valueLength: value.count
            )
        )
    }

    /// Extends a value to the end of another line (RFC 9112 §5.2); before the first field there is
    /// no value.
    private mutating func extendField(to end: Int) {
        guard let last = entries.indices.last else { return }
        isUntidy = true
        entries[last].valueLength = UInt32(clamping: end - Int(entries[last].valueStart))
    }

    private mutating func finish(
        _ bytes: Span<UInt8>,
        _ spare: inout FieldStorage
    ) throws(MessageError) -> (head: Role.Head, framing: MessageFraming) {
        spare.buffer.removeAll(keepingCapacity: true)
        bytes.copy(0..<lineStart, to: &spare.buffer)
        if Role.isLenient, isUntidy {
            for index in entries.indices { Self.tidy(&spare.buffer, &entries[index]) }
        }
        let conclusion = try role.conclude(spare.buffer.span, entries)
        fields.exchange(&spare.buffer, &entries)
        return conclusion
    }

    /// Joins the lines of a value with spaces, and replaces control characters with spaces (H9).
    private static func tidy(_ buffer: inout [UInt8], _ entry: inout Fields.Entry) {
        let value = entry.valueRange
        var (from, to) = (value.lowerBound, value.lowerBound)
        while from < value.upperBound {
            let byte = buffer[from]
            from += 1
            guard byte == 0x0A else {
                buffer[to] = FieldText.isControl(byte) ? 0x20 : byte
                to += 1
                continue
            }
            while to > value.lowerBound, buffer[to - 1] <= 0x20 { to -= 1 }
            while from < value.upperBound, buffer[from] <= 0x20 { from += 1 }
            if to > value.lowerBound, from < value.upperBound {
                buffer[to] = 0x20
                to += 1
            }
        }
        entry.valueLength = UInt32(clamping: to - value.lowerBound)
    }
}

extension Span<UInt8> {
    /// Returns the name and the value of a field line (H7).
    @inline(__always)
    func field(in line: Range<Int>) throws(MessageError) -> (name: Range<Int>, value: Range<Int>) {
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
