// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ComparisonRule {
    /// Reports 2xx and 3xx statuses that only the old version declares.
    static let removedSuccess = ComparisonRule(
        "status removed",
        .operation { pair in
            let gone = pair.old.statuses.filter { $0.hasPrefix("2") || $0.hasPrefix("3") }
                .filter { !pair.new.statuses.contains($0) }
            return gone.map { (.breaking, $0, "the status is no longer answered") }
        }
    )
}
