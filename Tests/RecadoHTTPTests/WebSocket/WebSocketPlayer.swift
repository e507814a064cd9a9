// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// One end of a WebSocket without a connection, which records what the machine does.
struct WebSocketPlayer {
    var machine: WebSocketMachine
    var messages: [WebSocketMessage] = []
    var written: [UInt8] = []
    var end: WebSocketMachine.End?
    /// The number of actions after the end, which must be zero.
    var actionsAfterEnd = 0

    /// Makes an end with a constant mask, that of the examples in RFC 6455 §5.7.
    init(
        _ role: WebSocketRole,
        limits: WebSocketLimits = WebSocketLimits(),
        codec: WebSocketCodec? = nil
    ) {
        machine = WebSocketMachine(role: role, limits: limits, codec: codec) { 0x3D21_FA37 }
    }

    mutating func feed(_ bytes: [UInt8]) {
        machine.feed(bytes)
        drain()
    }

    mutating func drain() {
        while let action = machine.next() {
            if end != nil { actionsAfterEnd += 1 }
            switch action {
            case .deliver(let message): messages.append(message)
            case .write(let bytes): written += bytes
            case .end(let end): self.end = end
            }
        }
    }

    /// The code in the close frame that this end has sent without a mask.
    var farewell: UInt16? {
        guard let index = written.lastIndex(of: 0x88), written.count >= index + 4 else {
            return nil
        }
        return UInt16(written[index + 2]) << 8 | UInt16(written[index + 3])
    }
}

/// Returns a frame with any first byte, even an invalid one.
func rawFrame(
    _ first: UInt8,
    _ payload: [UInt8] = [],
    mask: [UInt8]? = nil
) -> [UInt8] {
    let masked: UInt8 = mask == nil ? 0 : 0x80
    var bytes = [first]
    switch payload.count {
    case ...125: bytes.append(masked | UInt8(payload.count))
    case ...0xFFFF:
        bytes += [masked | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    default:
        bytes.append(masked | 127)
        bytes += (0..<8).reversed().map { UInt8(truncatingIfNeeded: payload.count >> (8 * $0)) }
    }
    guard let mask else { return bytes + payload }
    return bytes + mask + payload.enumerated().map { $1 ^ mask[$0 % 4] }
}

/// A stand-in for a compression codec that changes every byte, to show that all bytes pass through
/// it.
final class MarkingCodec: WebSocketCompressor, WebSocketDecompressor {
    private var endedMessages = 0

    static func make() -> WebSocketCodec {
        WebSocketCodec(compressor: MarkingCodec(), decompressor: MarkingCodec())
    }

    func compress(_ message: [UInt8]) throws(WebSocketProtocolError) -> [UInt8]? {
        message.map { $0 ^ 0x5A }
    }

    func decompress(_ input: inout ArraySlice<UInt8>) throws(WebSocketProtocolError) -> [UInt8] {
        // The machine adds these bytes to the end of every message; here they contain no data.
        if input == [0x00, 0x00, 0xFF, 0xFF] {
            input = []
            return []
        }
        let piece = input.prefix(7).map { $0 ^ 0x5A }
        input = input.dropFirst(7)
        return piece
    }

    func endMessage() { endedMessages += 1 }
}
