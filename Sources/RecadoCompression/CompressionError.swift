// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A reason why data could not be compressed or decompressed.
public enum CompressionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The data are not in the format of the coding.
    case malformed
    /// There is not enough memory.
    case outOfMemory
    /// The compression library failed for another reason.
    case failed

    /// The reason in words.
    public var description: String {
        switch self {
        case .malformed: "malformed compressed data"
        case .outOfMemory: "no memory to compress or decompress"
        case .failed: "the content cannot be compressed"
        }
    }
}
