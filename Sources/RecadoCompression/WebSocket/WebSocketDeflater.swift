// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoZlib
package import RecadoHTTP

/// Compresses messages with zlib (RFC 7692 §7.2.1).
@safe
package final class WebSocketDeflater: WebSocketCompressor {
    /// The minimum size, in bytes, of a message that is compressed: smaller messages would hardly
    /// shrink.
    private static let threshold = 64

    /// A memory limit that many compressors share; each compressor reserves its memory before it
    /// compresses its first message.
    package protocol Budget: Sendable {
        /// Reserves bytes; returns false, and reserves none, if too few are left.
        func take(_ bytes: Int) -> Bool
        /// Gives reserved bytes back.
        func release(_ bytes: Int)
    }

    /// The zlib stream, created for the first message that is compressed; it holds at most 272 KiB.
    private var stream: UnsafeMutablePointer<z_stream>?
    private var room: [UInt8] = []
    private let window: Int
    private let resetsPerMessage: Bool
    private let budget: (any Budget)?

    /// Creates a compressor; `nil` for a window that zlib does not support.
    ///
    /// - Parameters:
    ///   - window: The size of the window as a power of two, from 9 to 15.
    ///   - resetsPerMessage: True if each message is compressed independently of earlier ones.
    ///   - budget: The memory limit; if too little is left, messages are not compressed.
    package init?(window: Int, resetsPerMessage: Bool, budget: (any Budget)? = nil) {
        // zlib turns a window size of 8 into 9, which would exceed the peer's window.
        guard 9...15 ~= window else { return nil }
        self.window = window
        self.resetsPerMessage = resetsPerMessage
        self.budget = budget
    }

    deinit {
        guard let stream = unsafe stream else { return }
        unsafe recado_deflate_destroy(stream)
        budget?.release(bytes)
    }

    /// The memory that the stream takes, in bytes: the amount that zconf.h states for memory level
    /// 8, and the output buffer.
    private var bytes: Int { 1 << (window + 2) + 1 << 17 + 1 << 14 }

    /// Returns the stream, creating it if needed; `nil` if there is not enough memory.
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
        if resetsPerMessage { unsafe recado_deflate_reset(stream) }
        // The flush ends with an empty block; its last four bytes are not sent, because the peer
        // adds them (RFC 7692 §7.2.1).
        guard output.suffix(4) == [0x00, 0x00, 0xFF, 0xFF] else {
            throw WebSocketProtocolError(.internalError, "zlib did not flush")
        }
        return output.dropLast(4)
    }
}

/// Decompresses messages with zlib (RFC 7692 §7.2.2).
package final class WebSocketInflater: WebSocketDecompressor {
    private let resetsPerMessage: Bool
    private var inflater: Inflater?

    package init(resetsPerMessage: Bool) {
        self.resetsPerMessage = resetsPerMessage
    }

    package func decompress(
        _ input: inout ArraySlice<UInt8>
    ) throws(WebSocketProtocolError) -> [UInt8] {
        do {
            while true {
                let inflater = try self.inflater ?? Inflater(.none)
                self.inflater = inflater
                let piece = try inflater.decode(&input)
                // RFC 7692 §7.2.3.4: a compressor may end its deflate stream and start another.
                if piece.isLast { self.inflater = nil }
                if !piece.bytes.isEmpty || !piece.isLast || input.isEmpty { return piece.bytes }
            }
        } catch {
            throw WebSocketProtocolError(.invalidData, "malformed compressed data")
        }
    }

    package func endMessage() {
        if resetsPerMessage { inflater = nil }
    }
}

/// A compressor that sends every message uncompressed.
package final class WebSocketIdentity: WebSocketCompressor {
    package init() {}

    package func compress(_ message: [UInt8]) throws(WebSocketProtocolError) -> [UInt8]? { nil }
}
