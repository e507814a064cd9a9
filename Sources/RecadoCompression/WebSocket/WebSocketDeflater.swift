// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoZlib
package import RecadoHTTP

/// Compresses messages with zlib (RFC 7692 §7.2.1).
@safe
package final class WebSocketDeflater: WebSocketCompressor {
    /// Messages of fewer bytes are sent as they are: they would hardly become smaller.
    private static let threshold = 64

    /// Memory that many compressors share; each asks for its part before its first message.
    package protocol Budget: Sendable {
        /// Reserves bytes; returns `false` and reserves none if fewer are left.
        func take(_ bytes: Int) -> Bool
        /// Returns reserved bytes.
        func release(_ bytes: Int)
    }

    /// The stream, which is created for the first message that is compressed, and holds 272 KiB at
    /// most.
    private var stream: UnsafeMutablePointer<z_stream>?
    private var room: [UInt8] = []
    private let window: Int
    private let forgets: Bool
    private let budget: (any Budget)?

    /// Creates a compressor; `nil` for a window that zlib does not support.
    ///
    /// - Parameters:
    ///   - window: The bits of the window, 9 to 15.
    ///   - forgets: True if each message is compressed independently.
    ///   - budget: The memory that it shares; if too little is left, messages are not compressed.
    package init?(window: Int, forgets: Bool, budget: (any Budget)? = nil) {
        // zlib turns 8 into 9, a window larger than that of the other side.
        guard 9...15 ~= window else { return nil }
        self.window = window
        self.forgets = forgets
        self.budget = budget
    }

    deinit {
        guard let stream = unsafe stream else { return }
        unsafe recado_deflate_destroy(stream)
        budget?.release(bytes)
    }

    /// The bytes of memory that are held: zlib's (zconf.h, with the memory level 8) and the buffer
    /// for its output.
    private var bytes: Int { 1 << (window + 2) + 1 << 17 + 1 << 14 }

    /// Returns the stream; `nil` if there is no memory for one.
    private func begin() -> UnsafeMutablePointer<z_stream>? {
        if let stream = unsafe stream { return unsafe stream }
        guard budget?.take(bytes) != false else { return nil }
        unsafe stream = recado_deflate_create(6, CInt(-window))
        if unsafe stream == nil { budget?.release(bytes) }
        room = [UInt8](repeating: 0, count: 1 << 14)
        return unsafe stream
    }

    package func compress(_ message: [UInt8]) throws(WebSocketProtocolError) -> [UInt8]? {
        guard message.count >= Self.threshold, let stream = unsafe begin() else { return nil }
        var output: [UInt8] = []
        var rest = message[...]
        var isFull = false
        while !rest.isEmpty || isFull {
            var taken = UInt32(clamping: rest.count)
            var written = UInt32(room.count)
            let result = unsafe rest.withUnsafeBufferPointer { input in
                unsafe room.withUnsafeMutableBufferPointer { output in
                    unsafe recado_deflate(
                        stream,
                        input.baseAddress,
                        &taken,
                        output.baseAddress,
                        &written,
                        Z_SYNC_FLUSH
                    )
                }
            }
            guard result == Z_OK || result == Z_BUF_ERROR else {
                throw WebSocketProtocolError(.internalError, "zlib failed with \(result)")
            }
            output += room.prefix(Int(written))
            rest = rest.dropFirst(Int(taken))
            isFull = Int(written) == room.count
        }
        if forgets { unsafe recado_deflate_reset(stream) }
        // The flush ends with an empty block, whose last bytes are not sent: the other side adds
        // them.
        guard output.suffix(4) == [0x00, 0x00, 0xFF, 0xFF] else {
            throw WebSocketProtocolError(.internalError, "zlib did not flush")
        }
        return output.dropLast(4)
    }
}

/// Decompresses messages with zlib (RFC 7692 §7.2.2).
package final class WebSocketInflater: WebSocketDecompressor {
    private let forgets: Bool
    private var inflater: Inflater?

    package init(forgets: Bool) {
        self.forgets = forgets
    }

    package func decompress(
        _ input: inout ArraySlice<UInt8>
    ) throws(WebSocketProtocolError) -> [UInt8] {
        do {
            while true {
                let inflater = try self.inflater ?? Inflater(.none)
                self.inflater = inflater
                let piece = try inflater.decode(&input)
                // RFC 7692 §7.2.3.4: a compressor may end its data and begin anew.
                if piece.isLast { self.inflater = nil }
                if !piece.bytes.isEmpty || !piece.isLast || input.isEmpty { return piece.bytes }
            }
        } catch {
            throw WebSocketProtocolError(.invalidData, "malformed compressed data")
        }
    }

    package func endMessage() {
        if forgets { inflater = nil }
    }
}

/// A compressor that leaves every message as it is.
package final class WebSocketIdentity: WebSocketCompressor {
    package init() {}

    package func compress(_ message: [UInt8]) throws(WebSocketProtocolError) -> [UInt8]? { nil }
}
