// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The system's messages for its errors.
package enum SystemText {
    /// Returns the message for an error number (`errno`).
    package static func of(_ number: Int32) -> String {
        var text = [CChar](repeating: 0, count: 128)
        let count = text.count
        guard unsafe strerror_r(number, &text, count) == 0 else { return "error \(number)" }
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
