// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ComparisonRule {
    /// Credentials that are needed now, or that are no longer accepted.
    static let requiredCaller = ComparisonRule(
        "caller required",
        .operation { pair in
            let (old, new) = (pair.old.callers, pair.new.callers)
            guard !new.isEmpty else { return [] }
            if old.isEmpty { return [(.breaking, "", "callers must prove who they are")] }
            // An old set of credentials still works if some new set is contained in it.
            let lost = old.filter { way in !new.contains { $0.isSubset(of: way) } }
            return lost.map { way in
                let names = way.sorted().joined(separator: " with ")
                return (.breaking, "", "\(names) is no longer taken")
            }
        }
    )
}
