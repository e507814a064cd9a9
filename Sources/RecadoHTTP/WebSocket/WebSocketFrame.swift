// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The parts of a frame (RFC 6455 §5.2).
///
/// ```
///  byte 0        byte 1        then              then          then
///  F R R R opop  M length:7    0, 2 or 8 bytes   0 or 4 bytes  length bytes
///  i 1 2 3       a             of length         mask          payload
/// ```
package enum WebSocketFrame {
    /// The type of a frame.
    package enum Opcode: UInt8, Sendable, Hashable {
        case continuation = 0x0
        case text = 0x1
        case binary = 0x2
        case close = 0x8
        case ping = 0x9
        case pong = 0xA

        /// True for a control frame, which may come between the fragments of a message (§5.5).
        package var isControl: Bool { rawValue >= 0x8 }
    }

    /// The header of a frame, which precedes its payload.
    package struct Head: Sendable, Hashable {
        package var isFinal: Bool
        /// The first reserved bit, by which permessage-deflate marks messages (RFC 7692 §6).
        package var isCompressed: Bool
        package var opcode: Opcode
        package var length: Int

        package init(
            _ opcode: Opcode,
            length: Int,
            isFinal: Bool = true,
            isCompressed: Bool = false
        ) {
            self.opcode = opcode
            self.length = length
            self.isFinal = isFinal
            self.isCompressed = isCompressed
        }
    }

    /// The maximum size of a control frame's payload in bytes (§5.5).
    package static let controlLimit = 125

    /// The maximum number of bytes before a payload.
    static let headLimit = 14

    /// Encodes a frame.
    ///
    /// - Parameters:
    ///   - head: The head of the frame; its length must be that of the payload.
    ///   - payload: The payload.
    ///   - mask: The mask of a client's payload; `nil` for a server (§5.1).
    /// - Returns: The bytes of the frame.
    package static func encode(
        _ head: Head,
        _ payload: some Collection<UInt8>,
        mask: WebSocketMask?
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(payload.count + headLimit)
        var first = head.opcode.rawValue
        if head.isFinal { first |= 0x80 }
        if head.isCompressed { first |= 0x40 }
        bytes.append(first)
        let masked: UInt8 = mask == nil ? 0 : 0x80
        switch payload.count {
        case ...125:
            bytes.append(masked | UInt8(payload.count))
        case ...0xFFFF:
            bytes.append(masked | 126)
            append(payload.count, byteCount: 2, to: &bytes)
        default:
            bytes.append(masked | 127)
            append(payload.count, byteCount: 8, to: &bytes)
        }
        guard let mask else {
            bytes += payload
            return bytes
        }
        bytes += mask.key
        let start = bytes.count
        bytes += payload
        mask.apply(to: &bytes, from: start)
        return bytes
    }

    private static func append(_ number: Int, byteCount: Int, to bytes: inout [UInt8]) {
        for index in (0..<byteCount).reversed() {
            bytes.append(UInt8(truncatingIfNeeded: number >> (8 * index)))
        }
    }
}
