// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Makes identifiers like MongoDB's: the time, five random bytes and a counter, in 24 hexadecimal
/// digits.
final class ObjectIDs: Sendable {
    private let random: UInt64
    private let counter: Mutex<UInt32>

    init() {
        var system = SystemRandomNumberGenerator()
        random = system.next() & 0xFF_FFFF_FFFF
        counter = Mutex(UInt32(truncatingIfNeeded: system.next()) & 0xFF_FFFF)
    }

    /// Makes an identifier that differs from all others made for the same second.
    func next(secondsSince1970 seconds: Int64) -> String {
        let number = counter.withLock { counter in
            counter = (counter + 1) & 0xFF_FFFF
            return counter
        }
        let time = UInt32(truncatingIfNeeded: seconds)
        return Self.digits(UInt64(time), 8) + Self.digits(random, 10)
            + Self.digits(UInt64(number), 6)
    }

    /// Returns the stored form of an identifier, in lower case; `nil` if the text is not an
    /// identifier.
    static func stored(_ text: String) -> String? {
        let id = text.lowercased()
        let isHexadecimal = id.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x61...0x66).contains($0)
        }
        return id.utf8.count == 24 && isHexadecimal ? id : nil
    }

    private static func digits(_ number: UInt64, _ count: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }
}
