// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ComparisonRule {
    /// Reports formats of content that only one version accepts.
    static let inputFormats = ComparisonRule(
        "format of content",
        .operation { pair in
            guard pair.old.content != nil, pair.new.content != nil else { return [] }
            let old = pair.old.contentSchemas.map(\.mediaType)
            let new = pair.new.contentSchemas.map(\.mediaType)
            let gone = old.filter { !new.contains($0) }.map { ($0, APIChange.Level.breaking) }
            let come = new.filter { !old.contains($0) }.map { ($0, APIChange.Level.note) }
            return (gone + come).map { type, level in
                let words = level == .note ? "is taken as well" : "is no longer taken"
                return (level, "content", "\(type) \(words)")
            }
        }
    )
}
