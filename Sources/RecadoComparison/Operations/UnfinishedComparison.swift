// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ComparisonRule {
    /// Reports shapes that were not compared, because there are too many or they are nested too
    /// deeply.
    static let unfinishedComparison = ComparisonRule(
        "comparison unfinished",
        .walk { walk in
            walk.gaps.map { (.unfinished, $0.place, words($0.limit)) }
        }
    )

    private static func words(_ limit: SchemaWalk.Limit) -> String {
        switch limit {
        case .depth: "what is more than \(limit.rawValue) shapes deep was not compared"
        case .parts: "parts after the first \(limit.rawValue) were not compared"
        case .pairs: "shapes after the first \(limit.rawValue) were not compared"
        }
    }
}
