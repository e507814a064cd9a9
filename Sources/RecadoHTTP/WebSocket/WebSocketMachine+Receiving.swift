// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension WebSocketMachine {
    /// A message that has not arrived completely.
    struct Assembly {
        let isText: Bool
        let isCompressed: Bool
        var bytes: [UInt8] = []
        var validator = IncrementalUTF8Validator()
        var fragments = 1
        var isFinal: Bool
    }

    /// Takes the next bytes of the connection.
    ///
    /// - Parameter bytes: The bytes that have arrived, cut anywhere.
    public mutating func feed(_ bytes: [UInt8]) {
        if state != .closed { reader.feed(bytes) }
    }

    /// Takes the end of the connection; ``next()`` then returns the resulting action.
    public mutating func feedEnd() {
        if state != .closed { end(.lost) }
    }

    /// Returns the next action that the bytes fed so far call for.
    ///
    /// - Returns: The next action; `nil` when more bytes must be fed first.
    public mutating func next() -> Action? {
        while pending.isEmpty, state != .closed {
            do {
                guard let element = try reader.next() else { return nil }
                try receive(element)
            } catch {
                fail(error)
            }
        }
        return pending.isEmpty ? nil : pending.removeFirst()
    }

    private mutating func receive(
        _ element: WebSocketFrameReader.Element
    ) throws(WebSocketProtocolError) {
        switch element {
        case .head(let head):
            try receive(head)
        case .payload(let bytes):
            if control != nil { control?.payload += bytes } else { try receive(bytes) }
        case .end:
            if let control { try finish(control) } else { try finishFrame() }
        }
    }

    // MARK: - Messages

    /// The number of bytes received so far of an incomplete message.
    package var unfinishedBytes: Int { assembly?.bytes.count ?? 0 }

    private mutating func receive(_ head: WebSocketFrame.Head) throws(WebSocketProtocolError) {
        if head.opcode.isControl {
            control = (head.opcode, [])
            return
        }
        if head.opcode == .continuation {
            guard assembly != nil else {
                throw WebSocketProtocolError(.protocolError, "a fragment that continues nothing")
            }
            assembly?.isFinal = head.isFinal
            assembly?.fragments += 1
        } else {
            guard assembly == nil else {
                throw WebSocketProtocolError(.protocolError, "a message within another one")
            }
            assembly = Assembly(
                isText: head.opcode == .text,
                isCompressed: head.isCompressed,
                isFinal: head.isFinal
            )
        }
        try checkLimits(adding: head.length)
    }

    private func checkLimits(adding count: Int) throws(WebSocketProtocolError) {
        guard let assembly else { return }
        guard assembly.fragments <= limits.fragments else {
            let detail = "a message of more than \(limits.fragments) fragments"
            throw WebSocketProtocolError(.policyViolation, detail)
        }
        // For a compressed message, `append` checks the size of the decompressed data instead.
        if assembly.isCompressed { return }
        guard count <= limits.message - assembly.bytes.count else { throw tooBig }
    }

    private var tooBig: WebSocketProtocolError {
        WebSocketProtocolError(.tooBig, "a message of more than \(limits.message) bytes")
    }

    private mutating func receive(_ bytes: [UInt8]) throws(WebSocketProtocolError) {
        guard let assembly else { return }
        if assembly.isCompressed { try decompress(bytes[...]) } else { try append(bytes) }
    }

    private mutating func append(_ bytes: [UInt8]) throws(WebSocketProtocolError) {
        guard var assembly = assembly.take() else { return }
        if assembly.isText, !assembly.validator.validate(bytes.span) { throw notUTF8 }
        guard bytes.count <= limits.message - assembly.bytes.count else { throw tooBig }
        if assembly.bytes.isEmpty { assembly.bytes = bytes } else { assembly.bytes += bytes }
        self.assembly = assembly
    }

    private var notUTF8: WebSocketProtocolError {
        WebSocketProtocolError(.invalidData, "a text that is no UTF-8")
    }

    private mutating func decompress(_ bytes: ArraySlice<UInt8>) throws(WebSocketProtocolError) {
        guard let decompressor = codec?.decompressor else { return }
        var input = bytes
        while true {
            let piece = try decompressor.decompress(&input)
            if piece.isEmpty { return }
            try append(piece)
        }
    }

    private mutating func finishFrame() throws(WebSocketProtocolError) {
        guard assembly?.isFinal == true else { return }
        if assembly?.isCompressed == true {
            // RFC 7692 §7.2.2: adds the four bytes that every compressor removes from the end of a
            // message.
            try decompress([0x00, 0x00, 0xFF, 0xFF])
            codec?.decompressor.endMessage()
        }
        guard let message = assembly.take() else { return }
        guard message.isText else {
            pending.append(.deliver(.binary(message.bytes)))
            return
        }
        guard message.validator.isComplete else { throw notUTF8 }
        pending.append(.deliver(.text(String(decoding: message.bytes, as: UTF8.self))))
    }

    // MARK: - Control frames

    private mutating func finish(
        _ frame: (opcode: WebSocketFrame.Opcode, payload: [UInt8])
    ) throws(WebSocketProtocolError) {
        control = nil
        switch frame.opcode {
        case .ping:
            // RFC 6455 §5.5.2: a ping is answered, unless a close frame was sent, after which no
            // frame may follow.
            if state == .open { pending.append(.write(self.frame(.pong, frame.payload[...]))) }
        case .close:
            let close = try WebSocketClose(payload: frame.payload)
            // RFC 6455 §5.5.1: the answer repeats the code.
            if let answer = self.close(WebSocketClose(close.code)) {
                pending.append(.write(answer))
            }
            end(.closed(close))
        default:
            break
        }
    }

    /// Sends a close frame that names a violation, and ends the WebSocket.
    package mutating func fail(_ failure: WebSocketProtocolError) {
        guard state != .closed else { return }
        if let farewell = close(WebSocketClose(failure.code, failure.detail)) {
            pending.append(.write(farewell))
        }
        end(.failed(failure))
    }

    private mutating func end(_ end: End) {
        (state, assembly, control) = (.closed, nil, nil)
        pending.append(.end(end))
    }
}
