// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ComparisonRule {
    /// Reports narrower limits on the lengths of strings, arrays and objects.
    static let inputLength = ComparisonRule(
        "input length narrowed",
        .input { pair in
            narrowed(pair, least: ["minLength", "minItems", "minProperties"], of: "least length")
                + narrowed(
                    pair,
                    greatest: ["maxLength", "maxItems", "maxProperties"],
                    of: "greatest length"
                )
        }
    )
}
