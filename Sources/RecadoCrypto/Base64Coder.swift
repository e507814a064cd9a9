// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(CryptoKit)
import Foundation
#else
import CRecadoCrypto
#endif

/// Encodes and decodes Base64 in the standard alphabet with padding (RFC 4648 §4), with the
/// system's library.
package enum Base64Coder {
    /// The maximum number of bytes to encode in one call, 3 MiB, because the library counts bytes
    /// in 32 bits.
    private static let pieceSize = 3 << 20

    /// Returns Base64 text: four bytes for every three, without line breaks.
    package static func encode(_ bytes: Span<UInt8>) -> [UInt8] {
        #if canImport(CryptoKit)
        return unsafe bytes.withUnsafeBytes { unsafe Array(Data($0).base64EncodedData()) }
        #else
        let count = (bytes.count + 2) / 3 * 4
        // The library writes a zero byte after the text.
        return unsafe [UInt8](unsafeUninitializedCapacity: count + 1) { text, written in
            guard let start = text.baseAddress else { return }
            unsafe bytes.withUnsafeBufferPointer { bytes in
                guard var next = bytes.baseAddress else { return }
                var rest = bytes.count
                while rest > 0 {
                    let piece = min(rest, pieceSize)
                    let place = unsafe start + written
                    written += Int(unsafe EVP_EncodeBlock(place, next, Int32(piece)))
                    unsafe next += piece
                    rest -= piece
                }
            }
        }
        #endif
    }

    /// Returns the bytes that Base64 text represents.
    ///
    /// The check is not strict, so different texts may yield the same bytes.
    ///
    /// - Parameter text: Text whose length is a multiple of four bytes.
    /// - Returns: The bytes; `nil` for most text that is not Base64.
    package static func decode(_ text: [UInt8]) -> [UInt8]? {
        #if canImport(CryptoKit)
        return Data(base64Encoded: Data(text)).map(Array.init)
        #else
        var isRead = true
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: text.count / 4 * 3) {
            bytes,
            written in
            guard let start = bytes.baseAddress else { return }
            unsafe text.withUnsafeBufferPointer { text in
                guard var next = text.baseAddress else { return }
                var rest = text.count
                while rest > 0, isRead {
                    let piece = min(rest, pieceSize / 3 * 4)
                    let place = unsafe start + written
                    let count = unsafe EVP_DecodeBlock(place, next, Int32(piece))
                    isRead = count >= 0
                    written += Int(max(0, count))
                    unsafe next += piece
                    rest -= piece
                }
            }
            let padding = text.suffix(2).count { $0 == UInt8(ascii: "=") }
            written = max(0, written - padding)
        }
        return isRead ? bytes : nil
        #endif
    }
}
