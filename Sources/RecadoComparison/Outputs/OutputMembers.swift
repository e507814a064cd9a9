// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

extension ComparisonRule {
    /// Reports members of answers that only one version has.
    static let outputMembers = ComparisonRule(
        "output members",
        .output { pair in
            let gone = pair.old.members.keys.filter { pair.new.members[$0] == nil }
            let come = pair.new.members.keys.filter { pair.old.members[$0] == nil }
            return gone.map { (.breaking, $0, "the member is no longer answered") }
                + come.map { (.note, $0, "the member is new") }
        }
    )
}
