// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ComparisonRule {
    /// Reports operations that only the new version has.
    static let addedOperation = ComparisonRule(
        "operation added",
        .documents { documents in
            documents.new.order.compactMap { key in
                guard documents.old.operations[key] == nil,
                    let operation = documents.new.operations[key]
                else { return nil }
                return (.note, operation.name, "the operation is new")
            }
        }
    )
}
