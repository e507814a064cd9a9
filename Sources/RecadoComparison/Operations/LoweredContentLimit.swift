// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

extension ComparisonRule {
    /// Reports new and changed limits on the size of content, which a document states in bytes as
    /// `x-content-limit`.
    static let loweredContentLimit = ComparisonRule(
        "content limit lowered",
        .operation { pair in
            guard let new = pair.new.content?["x-content-limit"]?.intValue else { return [] }
            guard let old = pair.old.content?["x-content-limit"]?.intValue else {
                guard pair.old.content != nil else { return [] }
                return [(.warning, "content", "at most \(new) bytes are taken")]
            }
            guard new != old else { return [] }
            let level: APIChange.Level = new < old ? .breaking : .note
            return [(level, "content", "at most \(new) bytes are taken, not \(old)")]
        }
    )
}
