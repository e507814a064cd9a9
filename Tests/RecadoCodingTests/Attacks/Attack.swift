// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import Testing

/// Hostile input that can be made in any size.
struct Attack: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The size of the smaller of the two inputs that are compared.
    ///
    /// It is large enough for the work on the input to outweigh the fixed cost of a call.
    let size: Int
    /// Makes the input of a size, and returns the work that is measured.
    let prepare: @Sendable (Int) throws -> () throws -> Void

    init(
        _ name: String,
        _ size: Int = 1_000,
        _ prepare: @escaping @Sendable (Int) throws -> () throws -> Void
    ) {
        testDescription = name
        self.size = size
        self.prepare = prepare
    }

    /// Returns the least processor time, in seconds, that three runs with an input of a size take.
    ///
    /// The time is the thread's own and not wall-clock time, so other tests and programs do not
    /// count.
    func effort(_ size: Int) throws -> Double {
        let attack = try prepare(size)
        return try (0..<3).map { _ in
            let start = Self.now
            try attack()
            return Self.now - start
        }
        .min() ?? 0
    }

    private static var now: Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    /// Returns `count` texts, joined by `separator`.
    static func many(_ count: Int, _ separator: String = "", _ make: (Int) -> String) -> String {
        (0..<count).map(make).joined(separator: separator)
    }
}
