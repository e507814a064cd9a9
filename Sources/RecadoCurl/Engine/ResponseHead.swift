// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP

/// The header section of an answer, line by line as libcurl finds it.
///
/// Informational answers are passed over, and so is the trailer section, unless somebody wants them.
struct ResponseHead: Sendable {
    /// The status of the final answer.
    private(set) var status: Status?
    /// Whether the header section of the final answer has come to its end.
    private(set) var isComplete = false
    /// Whether the trailer section is kept.
    var keepsTrailers = false
    /// Whether informational answers are kept.
    var keepsInformational = false
    /// The trailer section; what is no field is left out of it (RFC 9110 §6.5.1).
    private(set) var trailers: Fields = [:]
    private var informational: Response?
    private var buffer: [UInt8] = []
    private var entries: [Fields.Entry] = []
    /// The bytes of every line so far.
    private var size = 0
    private var lengthCount = 0
    /// Whether the version is HTTP/1.0.
    private(set) var isOld = false
    private(set) var hasTransferEncoding = false
    private(set) var hasConnectionField = false
    /// Whether the header section tells the length of the content.
    var hasContentLength: Bool { lengthCount > 0 }
    /// Whether every Content-Length is a number without anything beside it.
    private var isLengthPlain = true
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
        buffer.reserveCapacity(256)
        entries.reserveCapacity(8)
    }

    /// The fields, in their order.
    var fields: Fields { Fields(buffer: buffer, entries: entries) }

    /// The length of the content, when the header section tells it (RFC 9112 §6.3).
    func contentLength(answering method: Method) -> Int? {
        if method == .head || status?.forbidsContent == true { return 0 }
        if hasTransferEncoding { return nil }
        if isLengthPlain { return fields[.contentLength].flatMap { Int($0) } }
        // The same number more than once (RFC 9110 §8.6).
        return fields[list: .contentLength].first.flatMap { Int($0) }
    }

    /// Takes the next line, with its line break.
    mutating func receive(_ line: Span<UInt8>) throws(TransportError) {
        size += line.count
        guard size <= limit else {
            throw TransportError(.tooLarge, "the header section exceeds \(limit) bytes")
        }
        let end = Self.end(of: line)
        if isComplete { return keepsTrailers ? receiveTrailer(line, end: end) : () }
        if status == nil { return try receiveStatus(line, end: end) }
        if end == 0 { return try finish() }
        if line[0] == 0x20 || line[0] == 0x09 { return unfold(line, end: end) }
        try receiveField(line, end: end)
    }

    /// Hands out an informational answer that has just become complete.
    mutating func takeInformational() -> Response? {
        guard keepsInformational else { return nil }
        defer { informational = nil }
        return informational
    }

    // MARK: - Lines

    /// Where a line ends but for the line break and blanks before it.
    private static func end(of line: Span<UInt8>) -> Int {
        var end = line.count
        while end > 0, line[end - 1] <= 0x20 { end -= 1 }
        return end
    }

    /// Reads `HTTP/1.1 200 OK` or `HTTP/2 200`.
    private mutating func receiveStatus(_ line: Span<UInt8>, end: Int) throws(TransportError) {
        var index = 0
        while index < end, line[index] != 0x20 { index += 1 }
        while index < end, line[index] == 0x20 { index += 1 }
        var code = 0
        var digits = 0
        while index < end, digits < 4, line[index] &- 0x30 < 10 {
            code = code * 10 + Int(line[index] &- 0x30)
            (index, digits) = (index + 1, digits + 1)
        }
        guard digits == 3, index == end || line[index] == 0x20, let status = Status(code) else {
            throw TransportError(
                .protocolViolation,
                "the status line has no status of three digits"
            )
        }
        self.status = status
        // HTTP/1.0 and nothing else has a nought at this place.
        isOld = end > 8 && line[7] == 0x30 && line[5] == 0x31
    }

    private mutating func receiveField(_ line: Span<UInt8>, end: Int) throws(TransportError) {
        let colon = Token.end(in: line, 0..<end)
        guard colon > 0, colon < end, line[colon] == UInt8(ascii: ":") else {
            throw TransportError(.protocolViolation, "a line of the header section is no field")
        }
        var valueStart = colon + 1
        while valueStart < end, line[valueStart] == 0x20 || line[valueStart] == 0x09 {
            valueStart += 1
        }
        let nameStart = buffer.count
        append(line, 0..<colon)
        append(line, valueStart..<end)
        noteFraming(name: buffer[nameStart..<(nameStart + colon)])
        entries.append(
            Fields.Entry(
                nameStart: nameStart,
                nameLength: colon,
                valueStart: nameStart + colon,
                valueLength: end - valueStart
            )
        )
    }

    /// Takes note of a field that says where the answer ends, whose value is the last of the buffer.
    private mutating func noteFraming(name: ArraySlice<UInt8>) {
        switch name.count {
        case 10: hasConnectionField = hasConnectionField || name.isName("connection")
        case 14 where name.isName("content-length"):
            lengthCount += 1
            let value = buffer[name.endIndex...]
            isLengthPlain = isLengthPlain && !value.isEmpty && value.allSatisfy { $0 &- 0x30 < 10 }
        case 17: hasTransferEncoding = hasTransferEncoding || name.isName("transfer-encoding")
        default: break
        }
    }

    private mutating func receiveTrailer(_ line: Span<UInt8>, end: Int) {
        var colon = 0
        while colon < end, line[colon] != UInt8(ascii: ":") { colon += 1 }
        var start = colon + 1
        while start < end, line[start] == 0x20 || line[start] == 0x09 { start += 1 }
        guard colon < end, let name = FieldName(Self.text(line, 0..<colon)) else { return }
        let value = start < end ? Self.text(line, start..<end) : ""
        if Fields.isValid(value) { trailers.append(value, to: name) }
    }

    private static func text(_ line: Span<UInt8>, _ range: Range<Int>) -> String {
        String(decoding: range.map { line[$0] }, as: UTF8.self)
    }

    /// Joins a line that continues the value before it (RFC 9112 §5.2).
    private mutating func unfold(_ line: Span<UInt8>, end: Int) {
        guard var entry = entries.popLast() else { return }
        var start = 0
        while start < end, line[start] == 0x20 || line[start] == 0x09 { start += 1 }
        buffer.append(0x20)
        append(line, start..<end)
        isLengthPlain = false
        entry.valueLength += UInt32(clamping: end - start + 1)
        entries.append(entry)
    }

    /// Appends a name or a part of a value; control characters become blanks (RFC 9110 §5.5).
    private mutating func append(_ line: Span<UInt8>, _ range: Range<Int>) {
        let start = buffer.count
        let part = line.extracting(range)
        unsafe part.withUnsafeBufferPointer { bytes in
            unsafe buffer.append(contentsOf: bytes)
        }
        if FieldText.isPlain(part) { return }
        for index in start..<buffer.count where FieldText.isControl(buffer[index]) {
            buffer[index] = 0x20
        }
    }

    private mutating func finish() throws(TransportError) {
        if let status, status.class == .informational {
            guard status.code != 101 else {
                throw TransportError(
                    .protocolViolation,
                    "the protocol was switched without a request"
                )
            }
            if keepsInformational { informational = Response(status: status, fields: fields) }
            self.status = nil
            (buffer, entries) = ([], [])
            (lengthCount, isLengthPlain) = (0, true)
            (hasTransferEncoding, hasConnectionField) = (false, false)
            return
        }
        if lengthCount == 0 || lengthCount == 1 && isLengthPlain {
            isComplete = true
            return
        }
        // RFC 9112 §6.3: nobody can tell where such an answer ends.
        let lengths = fields[values: .contentLength]
        let members = Set(lengths.flatMap { FieldList.members(of: $0) })
        guard members.count == min(lengths.count, 1), members.allSatisfy(Self.isNumber) else {
            throw TransportError(.protocolViolation, "Content-Length is not one number")
        }
        isComplete = true
    }

    private static func isNumber(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0 &- 0x30 < 10 }
    }
}
