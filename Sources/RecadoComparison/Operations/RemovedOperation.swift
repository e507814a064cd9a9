// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ComparisonRule {
    /// Reports methods that a path supports only in the old version.
    static let removedOperation = ComparisonRule(
        "operation removed",
        .documents { documents in
            documents.old.order.compactMap { key in
                guard let operation = documents.old.operations[key],
                    documents.new.operations[key] == nil,
                    documents.new.paths.contains(operation.pathKey)
                else { return nil }
                return (.breaking, operation.name, "the path no longer answers \(operation.method)")
            }
        }
    )
}
