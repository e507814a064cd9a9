// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Compresses and decompresses data in gzip's format (RFC 1952) that are completely in memory.
public enum Gzip: Sendable {
    /// Compresses data.
    ///
    /// - Parameters:
    ///   - data: The data.
    ///   - level: The compression level, from 1 (fastest) to 9 (smallest); 6 by default, as in
    ///     zlib.
    /// - Returns: One member of gzip.
    /// - Throws: ``CompressionError/outOfMemory``.
    public static func compress(
        _ data: [UInt8],
        level: Int = 6
    ) throws(CompressionError) -> [UInt8] {
        let encoder = try GzipEncoder(level: min(max(level, 1), 9))
        var input = data[...]
        var output: [UInt8] = []
        while true {
            let piece = try encoder.encode(&input, isLast: true)
            output += piece.bytes
            if piece.isLast { return output }
        }
    }

    /// Decompresses one member of gzip.
    ///
    /// - Parameters:
    ///   - data: The compressed data.
    ///   - limit: The maximum number of decompressed bytes; a kilobyte may expand to a megabyte.
    /// - Returns: The data; `nil` if they exceed the limit, end early or have bytes after their
    ///   end.
    /// - Throws: ``CompressionError/malformed`` for data that are not gzip,
    ///   ``CompressionError/outOfMemory``.
    public static func decompress(
        _ data: [UInt8],
        limit: Int
    ) throws(CompressionError) -> [UInt8]? {
        try ContentCoding.gzip.decoded(data, limit: limit)
    }
}
