// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ComparisonRule {
    /// Reports operations that only the new version marks as deprecated.
    static let deprecatedOperation = ComparisonRule(
        "operation deprecated",
        .operation { pair in
            guard pair.new.isDeprecated, !pair.old.isDeprecated else { return [] }
            return [(.note, "", "the operation is deprecated")]
        }
    )
}
