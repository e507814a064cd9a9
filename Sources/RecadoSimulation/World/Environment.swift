// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The settings from environment variables; an empty variable counts as missing.
enum Environment {
    private static func text(_ name: String) -> String? {
        guard let text = unsafe getenv(name) else { return nil }
        let wish = unsafe String(cString: text)
        return wish.isEmpty ? nil : wish
    }

    /// The seed from `RECADO_SEED`; `nil` if none is set.
    static let seed: Seed? = text("RECADO_SEED").flatMap { Seed($0) }

    /// True if `RECADO_TRAPS` is set: the process then aborts if code in a world reaches the real
    /// system's clock, sockets and the like instead of the simulated ones.
    static var hasTraps: Bool { text("RECADO_TRAPS") != nil }

    /// The path in `RECADO_TRACES`: the file to which each world appends a line.
    static let traces: String? = text("RECADO_TRACES")

    /// Returns the seeds that `RECADO_SEEDS` requests: a number of seeds from the first one on, or
    /// a range such as `501-1000`.
    static func seeds(from first: UInt64) -> ClosedRange<UInt64>? {
        text("RECADO_SEEDS").flatMap { seeds($0, from: first) }
    }

    /// A message about a variable that cannot be parsed, with the expected format; `nil` if there
    /// is none.
    static let mistake: String? = {
        if let wish = text("RECADO_SEED"), seed == nil {
            return "RECADO_SEED is \(wish); expected a seed such as 22 or 22:clients=2"
        }
        if let wish = text("RECADO_SEEDS"), seeds(wish, from: 1) == nil {
            return "RECADO_SEEDS is \(wish); expected a number above 0, or two as in 501-1000"
        }
        return nil
    }()

    /// Parses a number of seeds or a range; returns `nil` for any other text, for 0 and for a range
    /// in descending order.
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
