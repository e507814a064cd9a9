// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ComparisonRule {
    /// Reports optional inputs that only the new version has.
    static let addedInput = ComparisonRule(
        "input added",
        .operation { pair in
            let come = pair.new.parameters.filter { now in
                !now.isRequired && !pair.old.parameters.contains { $0.key == now.key }
            }
            return come.map { (.note, $0.name, "the input is new and optional") }
        }
    )
}
