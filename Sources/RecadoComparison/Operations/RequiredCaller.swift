// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ComparisonRule {
    /// Reports that only the new version requires credentials, or that it no longer accepts some of
    /// them.
    static let requiredCaller = ComparisonRule(
        "caller required",
        .operation { pair in
            let (old, new) = (pair.old.callers, pair.new.callers)
            guard !new.isEmpty else { return [] }
            if old.isEmpty { return [(.breaking, "", "callers must prove who they are")] }
            // An old set of credentials still works if it contains all credentials of some new set.
            let lost = old.filter { way in !new.contains { $0.isSubset(of: way) } }
            return lost.map { way in
                let names = way.sorted().joined(separator: " with ")
                return (.breaking, "", "\(names) is no longer taken")
            }
        }
    )
}
