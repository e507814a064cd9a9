// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ComparisonRule {
    /// Reports formats of answers that only one version offers.
    static let outputFormats = ComparisonRule(
        "format of answers",
        .operation { pair in
            pair.old.statuses.filter(pair.new.statuses.contains).flatMap { status -> [Finding] in
                let old = pair.old.answerSchemas(status).map(\.mediaType)
                let new = pair.new.answerSchemas(status).map(\.mediaType)
                let gone = old.filter { !new.contains($0) }
                let come = new.filter { !old.contains($0) }
                return gone.map { (.breaking, status, "\($0) is no longer answered") }
                    + come.map { (.note, status, "\($0) is answered as well") }
            }
        }
    )
}
