// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import Testing

/// An attack that may be made as large as one likes.
struct Attack: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The size of the smaller of two attacks: large enough for its effort to be
    /// more than that of beginning.
    let size: Int
    /// Makes an attack of a size, and returns what is to be measured.
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

    /// The processor time that an attack of a size takes at least.
    ///
    /// That of the thread, not the time on the wall: other tests and programs do not count.
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

    /// Lists and joins many things.
    static func many(_ count: Int, _ separator: String = "", _ make: (Int) -> String) -> String {
        (0..<count).map(make).joined(separator: separator)
    }
}
