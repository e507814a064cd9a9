// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ComparisonRule {
    /// Reports changed names of operations, which generated clients use as method names.
    static let renamedOperation = ComparisonRule(
        "operation renamed",
        .operation { pair in
            guard let old = pair.old.id, old != pair.new.id else { return [] }
            let now = pair.new.id.map { "“\($0)”" } ?? "nothing"
            return [(.warning, "", "“\(old)” is called \(now) now; generated clients change")]
        }
    )
}
