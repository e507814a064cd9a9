// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if !canImport(CryptoKit)
import CRecadoCrypto
#endif

/// Random bytes that nobody can predict, for keys, tokens and nonces.
public enum RandomBytes: Sendable {
    /// Returns random bytes.
    ///
    /// - Parameter count: The number of bytes; a negative number yields none.
    /// - Returns: The bytes, from libcrypto, or from the system if libcrypto is missing or cannot
    ///   seed itself.
    public static func make(_ count: Int) -> [UInt8] {
        #if !canImport(CryptoKit)
        var bytes = [UInt8](repeating: 0, count: max(0, count))
        if let length = Int32(exactly: bytes.count), unsafe RAND_bytes(&bytes, length) == 1 {
            return bytes
        }
        #endif
        var generator = SystemRandomNumberGenerator()
        return (0..<max(0, count)).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}
