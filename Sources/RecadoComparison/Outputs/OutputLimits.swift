// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

extension ComparisonRule {
    /// Reports wider limits on values, and changed patterns and formats of strings.
    static let outputLimits = ComparisonRule(
        "output limits widened",
        .output { pair in
            let least = ["minimum", "minLength", "minItems"].filter { key in
                guard let old = pair.old.number(key) else { return false }
                return (pair.new.number(key) ?? -.infinity) < old
            }
            let greatest = ["maximum", "maxLength", "maxItems"].filter { key in
                guard let old = pair.old.number(key) else { return false }
                return (pair.new.number(key) ?? .infinity) > old
            }
            let texts = ["pattern", "format"].filter { key in
                guard let old = pair.old.value[key]?.stringValue else { return false }
                return pair.new.value[key]?.stringValue != old
            }
            return (least + greatest + texts).map { key in
                let now = pair.new.value[key].map { "is \($0) now" } ?? "is gone"
                return (.warning, "", "\(key) \(now)")
            }
        }
    )
}
