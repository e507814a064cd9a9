// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The parameters of compression that both sides have agreed on (RFC 7692 §7).
package struct WebSocketDeflate: Sendable, Hashable {
    /// The name of the extension.
    package static let name = "permessage-deflate"

    /// True if the server discards its compression window after each message.
    package var serverNoContextTakeover = false
    /// True if the client discards its compression window after each message.
    package var clientNoContextTakeover = false
    /// The window that the server compresses with: its size is 2 to the power of this number.
    package var serverWindow = 15
    /// The window that the client compresses with: its size is 2 to the power of this number.
    package var clientWindow = 15

    package init() {}

    /// A client's offer, which lets the server reduce both windows and make both sides discard
    /// their windows after each message.
    package static let offer = "\(name); client_max_window_bits"

    /// Reads the parameters that a server has agreed to; throws if they are not understood.
    package init(answer: Substring) throws(WebSocketHandshake.HandshakeError) {
        let isUnderstood = read(answer) { _, value in value != nil }
        guard isUnderstood else {
            throw WebSocketHandshake.HandshakeError("unknown terms of compression")
        }
    }

    /// Agrees to the first offer that can be met; `nil` when there is none.
    package init?(offers: [Substring]) {
        for offer in offers {
            var candidate = WebSocketDeflate()
            // A client may give the size of its own window, or only state that it can reduce the
            // window.
            let isUnderstood = candidate.read(offer) { name, value in
                value != nil || name == "client_max_window_bits"
            }
            guard isUnderstood else { continue }
            self = candidate
            return
        }
        return nil
    }

    /// The field value with which a server agrees to an offer.
    package var answer: String {
        var text = Self.name
        if serverNoContextTakeover { text += "; server_no_context_takeover" }
        if clientNoContextTakeover { text += "; client_no_context_takeover" }
        if serverWindow < 15 { text += "; server_max_window_bits=\(serverWindow)" }
        if clientWindow < 15 { text += "; client_max_window_bits=\(clientWindow)" }
        return text
    }

    private mutating func read(
        _ text: Substring,
        allows: (String, Int?) -> Bool
    ) -> Bool {
        let parts = FieldList.split(text, at: UInt8(ascii: ";"))
        guard parts.first?.lowercased() == Self.name else { return false }
        var names: Set<String> = []
        for part in parts.dropFirst() {
            let pair = part.split(atByte: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = FieldList.trimmed(pair[0]).lowercased()
            let value = pair.count == 2 ? FieldList.trimmed(pair[1]) : nil
            guard names.insert(name).inserted, set(name, value, allows) else { return false }
        }
        return true
    }

    private mutating func set(
        _ name: String,
        _ value: Substring?,
        _ allows: (String, Int?) -> Bool
    ) -> Bool {
        switch name {
        case "server_no_context_takeover":
            serverNoContextTakeover = true
            return value == nil
        case "client_no_context_takeover":
            clientNoContextTakeover = true
            return value == nil
        case "server_max_window_bits", "client_max_window_bits":
            let bits = value.flatMap(Self.bits)
            guard bits != nil || value == nil, allows(name, bits) else { return false }
            let isServer = name.hasPrefix("server")
            if let bits, isServer { serverWindow = bits }
            if let bits, !isServer { clientWindow = bits }
            return true
        default:
            return false
        }
    }

    /// Reads the exponent of a window size, from 8 to 15, without leading zeros, perhaps in quotes
    /// (§7.1.2).
    private static func bits(_ text: Substring) -> Int? {
        let isQuoted = text.count > 2 && text.hasPrefix("\"") && text.hasSuffix("\"")
        let digits = isQuoted ? text.dropFirst().dropLast() : text
        return (8...15).first { "\($0)" == digits }
    }
}

/// Compresses the messages that one side sends (RFC 7692 §7.2.1).
package protocol WebSocketCompressor: AnyObject {
    /// Compresses a message and removes the four bytes with which the compressed data ends; returns
    /// `nil` to send the message uncompressed.
    func compress(_ message: [UInt8]) throws(WebSocketProtocolError) -> [UInt8]?
}

/// Decompresses the messages that one side receives (RFC 7692 §7.2.2).
package protocol WebSocketDecompressor: AnyObject {
    /// Decompresses the beginning of some bytes.
    ///
    /// - Parameter input: The bytes; those that have been consumed are removed.
    /// - Returns: A limited number of decompressed bytes; none when more input is needed.
    /// - Throws: An error if the compressed data is malformed.
    func decompress(_ input: inout ArraySlice<UInt8>) throws(WebSocketProtocolError) -> [UInt8]
    /// Prepares for the next message.
    func endMessage()
}

/// The compressor and the decompressor of one side.
package struct WebSocketCodec {
    package let compressor: any WebSocketCompressor
    package let decompressor: any WebSocketDecompressor

    package init(
        compressor: any WebSocketCompressor,
        decompressor: any WebSocketDecompressor
    ) {
        self.compressor = compressor
        self.decompressor = decompressor
    }
}
