// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

/// The rules of responses (RFC 9112 §4), and the properties of a response's head so far.
package struct ResponseRole: MessageRole {
    package static var isLenient: Bool { true }
    package static var followsByItself: Bool { false }
    package static var startLineTooLong: MessageError { .sectionTooLong }

    let limits: MessageLimits
    /// The method of the request.
    var method = Method.get
    /// True if the request asked for another protocol.
    var switchesProtocol = false
    /// The number of bytes in the heads of this response so far, including informational heads.
    var headBytes = 0
    private var status = Status.ok
    private var isVersion10 = false

    init(limits: MessageLimits) {
        self.limits = limits
    }

    // MARK: - Status line

    /// Checks that a line, which may be incomplete, begins with `HTTP/1.` and a digit.
    package static func checkStart(_ line: Span<UInt8>) throws(MessageError) {
        let expected: StaticString = "HTTP/1."
        for index in 0..<min(line.count, 8) {
            let isExpected =
                index == 7
                ? line.digit(at: 7) != nil : unsafe line[index] == expected.utf8Start[index]
            guard isExpected else {
                throw .malformed("the answer does not begin with HTTP/1")
            }
        }
    }

    /// Takes the status line: version, status, and an optional reason.
    package mutating func takeStartLine(
        _ bytes: Span<UInt8>,
        _ line: Range<Int>
    ) throws(MessageError) {
        let line = bytes.extracting(line)
        try Self.checkStart(line)
        var index = 8
        while index < line.count, line[index] == 0x20 { index += 1 }
        var (code, digits) = (0, 0)
        while index < line.count, digits < 4, let digit = line.digit(at: index) {
            code = code * 10 + digit
            (index, digits) = (index + 1, digits + 1)
        }
        guard line.count > 8, line[8] == 0x20, digits == 3,
            index == line.count || line[index] == 0x20, let status = Status(code)
        else { throw .malformed("the status line has no status of three digits") }
        self.status = status
        isVersion10 = line[7] == UInt8(ascii: "0")
    }

    // MARK: - Fields

    /// Does nothing: a field may continue on another line, so the fields are examined when the head
    /// is complete.
    @inline(__always)
    package mutating func takeField(
        _ bytes: Span<UInt8>,
        name: Range<Int>,
        value: Range<Int>
    ) throws(MessageError) {}

    package mutating func conclude(
        _ bytes: Span<UInt8>,
        _ entries: [Fields.Entry]
    ) throws(MessageError) -> (head: ResponseHead, framing: MessageFraming) {
        headBytes += bytes.count
        var head = ResponseHead(
            status: status,
            framing: .none,
            keepsConnection: true,
            isVersion10: isVersion10
        )
        if status.class == .informational {
            guard status.code != 101 || switchesProtocol else {
                throw .malformed("the protocol was switched without a request")
            }
            return (head, .none)
        }
        let fields = try Self.framingFields(bytes, entries)
        if !hasNoContent { head.framing = try fields.responseFraming() }
        head.keepsConnection =
            fields.keepsAlive(isVersion10: isVersion10)
            && !fields.isDoubtful(isVersion10: isVersion10)
        return (head, head.framing)
    }

    private static func framingFields(
        _ bytes: Span<UInt8>,
        _ entries: [Fields.Entry]
    ) throws(MessageError) -> FramingFields {
        var fields = FramingFields()
        for entry in entries {
            let name = entry.nameRange
            switch name.count {
            case 10 where bytes.spells("connection", in: name):
                fields.takeConnection(bytes, entry.valueRange)
            case 14 where bytes.spells("content-length", in: name):
                try fields.takeLengths(bytes, entry.valueRange)
            case 17 where bytes.spells("transfer-encoding", in: name):
                fields.takeCodings(bytes, entry.valueRange)
            default: break
            }
        }
        return fields
    }

    /// True if the response has no content, whatever its fields say (RFC 9112 §6.3).
    private var hasNoContent: Bool {
        method == .head || status.forbidsContent
            || status.class == .success && method.name == "CONNECT"
    }
}
