// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ComparisonRule {
    /// Reports paths for which the new version has no operation.
    static let removedPath = ComparisonRule(
        "path removed",
        .documents { documents in
            documents.old.order.compactMap { key in
                guard let operation = documents.old.operations[key],
                    !documents.new.paths.contains(operation.pathKey)
                else { return nil }
                return (.breaking, operation.name, "the path is gone")
            }
        }
    )
}
