// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Reads frames from bytes that arrive in pieces of any size (RFC 6455 §5.2).
///
/// Payloads are returned unmasked as they arrive, so only an incomplete head is kept here.
/// Each byte of a head is checked as soon as it arrives.
package struct WebSocketFrameReader: Sendable {
    /// The next part of a frame.
    package enum Element: Sendable, Hashable {
        case head(WebSocketFrame.Head)
        case payload([UInt8])
        case end
    }

    private let role: WebSocketRole
    private let limit: Int
    /// True if the first reserved bit may mark a compressed message.
    private let allowsCompression: Bool
    private var input: ArraySlice<UInt8> = []
    private var headBytes: [UInt8] = []
    private var headLength = 2
    private var mask: WebSocketMask?
    /// The number of payload bytes that are still to come; `nil` between frames.
    private var remaining: Int?

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - role: The role of the side that reads.
    ///   - limit: The greatest size of a payload.
    ///   - allowsCompression: True if permessage-deflate has been agreed on.
    package init(role: WebSocketRole, limit: Int, allowsCompression: Bool) {
        self.role = role
        self.limit = limit
        self.allowsCompression = allowsCompression
    }

    /// Adds the next bytes.
    package mutating func feed(_ bytes: [UInt8]) {
        if input.isEmpty { input = bytes[...] } else { input += bytes }
    }

    /// Returns the next part; `nil` when more bytes are needed.
    package mutating func next() throws(WebSocketProtocolError) -> Element? {
        if let remaining { return payload(remaining) }
        while let byte = input.popFirst() {
            headBytes.append(byte)
            if headBytes.count == 1 { try checkFirst(byte) }
            if headBytes.count == 2 { try checkSecond(byte) }
            if headBytes.count == headLength { return .head(try finishHead()) }
        }
        return nil
    }

    // MARK: - Payload

    private mutating func payload(_ remaining: Int) -> Element? {
        if remaining == 0 {
            (self.remaining, mask) = (nil, nil)
            return .end
        }
        if input.isEmpty { return nil }
        var piece = Array(input.prefix(remaining))
        input = input.dropFirst(piece.count)
        if let mask {
            mask.apply(to: &piece)
            self.mask = mask.advanced(by: piece.count)
        }
        self.remaining = remaining - piece.count
        return .payload(piece)
    }

    // MARK: - Heads

    private func violation(_ detail: String) -> WebSocketProtocolError {
        WebSocketProtocolError(.protocolError, detail)
    }

    private func checkFirst(_ byte: UInt8) throws(WebSocketProtocolError) {
        guard let opcode = WebSocketFrame.Opcode(rawValue: byte & 0x0F) else {
            throw violation("a frame of the unknown kind \(byte & 0x0F)")
        }
        guard byte & 0x30 == 0 else { throw violation("a reserved bit is set") }
        // RFC 7692 §6: the bit may be set only in the first frame of a message.
        let mayBeCompressed = allowsCompression && (opcode == .text || opcode == .binary)
        guard byte & 0x40 == 0 || mayBeCompressed else { throw violation("a reserved bit is set") }
        guard byte & 0x80 != 0 || !opcode.isControl else {
            throw violation("a control frame in fragments")
        }
    }

    private mutating func checkSecond(_ byte: UInt8) throws(WebSocketProtocolError) {
        let isMasked = byte & 0x80 != 0
        guard isMasked == (role == .server) else {
            throw violation(
                isMasked ? "a server's frame is masked" : "a client's frame has no mask"
            )
        }
        let length = byte & 0x7F
        guard length <= WebSocketFrame.controlLimit || headBytes[0] & 0x08 == 0 else {
            throw violation("a control frame of more than \(WebSocketFrame.controlLimit) bytes")
        }
        headLength = 2 + (length == 126 ? 2 : length == 127 ? 8 : 0) + (isMasked ? 4 : 0)
    }

    private mutating func finishHead() throws(WebSocketProtocolError) -> WebSocketFrame.Head {
        let first = headBytes[0]
        let length = try length()
        if headBytes[1] & 0x80 != 0 { mask = WebSocketMask(headBytes.suffix(4)) }
        (headBytes, headLength, remaining) = ([], 2, length)
        return WebSocketFrame.Head(
            WebSocketFrame.Opcode(rawValue: first & 0x0F) ?? .continuation,
            length: length,
            isFinal: first & 0x80 != 0,
            isCompressed: first & 0x40 != 0
        )
    }

    private func length() throws(WebSocketProtocolError) -> Int {
        let short = Int(headBytes[1] & 0x7F)
        if short < 126 {
            guard short <= limit else { throw tooBig }
            return short
        }
        let bytes = headBytes[2..<(short == 126 ? 4 : 10)]
        let number = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard number >> 63 == 0 else { throw violation("the length of a frame is negative") }
        // RFC 6455 §5.2: the length must be in its shortest form.
        guard number > (short == 126 ? 125 : 0xFFFF) else {
            throw violation("the length of a frame is not in its shortest form")
        }
        guard number <= limit else { throw tooBig }
        return Int(number)
    }

    private var tooBig: WebSocketProtocolError {
        WebSocketProtocolError(.tooBig, "a frame of more than \(limit) bytes")
    }
}
