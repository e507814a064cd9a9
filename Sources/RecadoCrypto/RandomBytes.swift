// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if !canImport(CryptoKit)
import CRecadoCrypto
#endif

/// Bytes that nobody can foresee.
package enum RandomBytes {
    /// Makes some.
    ///
    /// - Parameter count: Their number.
    /// - Returns: The bytes: of libcrypto, or of the system where that is not there or cannot seed itself.
    package static func make(_ count: Int) -> [UInt8] {
        #if !canImport(CryptoKit)
        var bytes = [UInt8](repeating: 0, count: count)
        if let length = Int32(exactly: count), unsafe RAND_bytes(&bytes, length) == 1 {
            return bytes
        }
        #endif
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}
