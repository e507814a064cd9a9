// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

extension ComparisonRule {
    /// Reports members that are required only in the new version, members that the new version no
    /// longer has, and a new version that begins to refuse members that it does not list.
    static let inputMembers = ComparisonRule(
        "input members",
        .input { pair in
            let needed = pair.new.required.subtracting(pair.old.required).sorted()
            let findings: [Finding] = needed.map { name in
                let isNew = pair.old.members[name] == nil
                return (
                    .breaking, name,
                    isNew ? "the member is new and required" : "the member is required now"
                )
            }
            let gone = pair.old.members.keys.filter { pair.new.members[$0] == nil }
            let level: APIChange.Level = pair.new.isClosed ? .breaking : .warning
            let closed = pair.new.isClosed && !pair.old.isClosed
            return findings
                + gone.map { (level, $0, "the member is no longer taken") }
                + (closed ? [(.breaking, "", "members that are not listed are refused")] : [])
        }
    )
}
