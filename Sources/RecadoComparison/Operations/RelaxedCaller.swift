// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ComparisonRule {
    /// Reports that the new version no longer requires credentials, or that it accepts additional
    /// ones.
    static let relaxedCaller = ComparisonRule(
        "caller relaxed",
        .operation { pair in
            let (old, new) = (pair.old.callers, pair.new.callers)
            guard !old.isEmpty else { return [] }
            if new.isEmpty { return [(.warning, "", "anyone may call now")] }
            let gained = new.filter { way in !old.contains { $0.isSubset(of: way) } }
            return gained.map { way in
                let names = way.sorted().joined(separator: " with ")
                return (.note, "", "\(names) is taken as well")
            }
        }
    )
}
