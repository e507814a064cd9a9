// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ComparisonRule {
    /// Reports 2xx and 3xx statuses that only the new version declares.
    static let addedSuccess = ComparisonRule(
        "status added",
        .operation { pair in
            let come = pair.new.statuses.filter { $0.hasPrefix("2") || $0.hasPrefix("3") }
                .filter { !pair.old.statuses.contains($0) }
            return come.map { (.breaking, $0, "the status is new, and no failure") }
        }
    )
}
