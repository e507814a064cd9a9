// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ComparisonRule {
    /// Reports inputs that only the new version requires.
    static let requiredInput = ComparisonRule(
        "input required",
        .operation { pair in
            pair.new.parameters.filter(\.isRequired).compactMap { now in
                let before = pair.old.parameters.first { $0.key == now.key }
                guard let before else {
                    return (.breaking, now.name, "the input is new and required")
                }
                return before.isRequired ? nil : (.breaking, now.name, "the input is required now")
            }
        }
    )
}
