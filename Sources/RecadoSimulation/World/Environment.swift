// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The wishes in the environment of the process.
enum Environment {
    /// The seed that `RECADO_SEED` names.
    static let seed: Seed? = {
        guard let text = unsafe getenv("RECADO_SEED") else { return nil }
        return Seed(unsafe String(cString: text))
    }()

    /// Whether `RECADO_TRAPS` asks for traps.
    static let hasTraps = unsafe getenv("RECADO_TRAPS") != nil

    /// The file that `RECADO_TRACES` names, for a line of each world.
    static let traces: String? = unsafe getenv("RECADO_TRACES").map { unsafe String(cString: $0) }

    /// The seeds that `RECADO_SEEDS` asks for: so many from the first one on, or `501-1000`.
    static func seeds(from first: UInt64) -> ClosedRange<UInt64>? {
        guard let text = unsafe getenv("RECADO_SEEDS") else { return nil }
        return seeds(unsafe String(cString: text), from: first)
    }

    /// The same of a text; nothing where it has neither a number above 0 nor two in their order.
    static func seeds(_ text: String, from first: UInt64) -> ClosedRange<UInt64>? {
        if let count = UInt64(text) {
            let (last, overflows) = first.addingReportingOverflow(count &- 1)
            return count > 0 && !overflows ? first...last : nil
        }
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { UInt64($0) }
        guard ends.count == 2, let lower = ends[0], let upper = ends[1], lower <= upper else {
            return nil
        }
        return lower...upper
    }
}
