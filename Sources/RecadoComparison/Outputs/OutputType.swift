// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ComparisonRule {
    /// Reports types of values that only the new version sends.
    static let outputType = ComparisonRule(
        "output type changed",
        .output { pair in
            var findings = pair.addedChoices.map { "\($0) is answered as well" }
            if !accepts(pair.old.types, pair.new.types) {
                let (new, old) = (words(pair.new.types), words(pair.old.types))
                findings.append("\(new) is answered, not \(old)")
            }
            return findings.map { (.breaking, "", $0) }
        }
    )
}
