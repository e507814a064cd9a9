// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A decoder of one content coding, which decodes data in parts of limited size (RFC 9110 §8.4.1).
package protocol ContentDecoder: AnyObject {
    /// Decodes bytes until the output reaches ``CodedPiece/limit`` or the input is used up.
    ///
    /// - Parameter input: The bytes to decode; the bytes that have been decoded are removed from
    ///   it.
    /// - Returns: The decoded bytes, and whether the end of the encoded data was reached.
    /// - Throws: An error if the data are malformed.
    func decode(_ input: inout ArraySlice<UInt8>) throws(CompressionError) -> CodedPiece
}

/// The output of one step of decoding or encoding.
package struct CodedPiece {
    /// The maximum number of bytes in one step: as many as one read of a file or a socket yields.
    package static let limit = 65_536

    package var bytes: [UInt8] = []
    package var isLast = false
}
