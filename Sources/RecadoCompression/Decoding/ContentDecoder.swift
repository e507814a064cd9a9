// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A decoder of one content coding, which works piece by piece (RFC 9110 §8.4.1).
package protocol ContentDecoder: AnyObject {
    /// Decodes bytes until one piece of output is full or the input is used up.
    ///
    /// - Parameter input: The bytes; the decoded ones are removed from it.
    /// - Returns: The decoded bytes, at most one piece, and whether the coding has ended.
    /// - Throws: An error for data that the coding does not allow.
    func decode(_ input: inout ArraySlice<UInt8>) throws(CompressionError) -> CodedPiece
}

/// The output of one step of decoding or encoding.
package struct CodedPiece {
    /// The maximum size of one piece: as many bytes as one read of a file or a socket yields.
    package static let limit = 65_536

    package var bytes: [UInt8] = []
    package var isLast = false
}
