// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ComparisonRule {
    /// A changed name of an operation, which generated clients use as the name of a method.
    static let renamedOperation = ComparisonRule(
        "operation renamed",
        .operation { pair in
            guard let old = pair.old.id, old != pair.new.id else { return [] }
            let now = pair.new.id.map { "“\($0)”" } ?? "nothing"
            return [(.warning, "", "“\(old)” is called \(now) now; generated clients change")]
        }
    )
}
