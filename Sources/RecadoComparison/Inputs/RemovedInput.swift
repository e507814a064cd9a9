// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ComparisonRule {
    /// Reports inputs and content that the new version ignores.
    static let removedInput = ComparisonRule(
        "input removed",
        .operation { pair in
            let gone = pair.old.parameters.filter { before in
                !pair.new.parameters.contains { $0.key == before.key }
            }
            let inputs = gone.map { ($0.name, "the input is no longer looked at") }
            let hasLost = pair.old.content != nil && pair.new.content == nil
            let content = hasLost ? [("content", "the content is no longer looked at")] : []
            return (inputs + content).map { (.warning, $0.0, $0.1) }
        }
    )
}
