// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

extension ComparisonRule {
    /// Reports content that only the new version requires or accepts.
    static let requiredContent = ComparisonRule(
        "content required",
        .operation { pair in
            guard let new = pair.new.content else { return [] }
            let isRequired = new["required"]?.boolValue == true
            guard let old = pair.old.content else {
                return isRequired
                    ? [(.breaking, "content", "content is required now")]
                    : [(.note, "content", "content may be sent now")]
            }
            guard isRequired, old["required"]?.boolValue != true else { return [] }
            return [(.breaking, "content", "content may no longer be left out")]
        }
    )
}
