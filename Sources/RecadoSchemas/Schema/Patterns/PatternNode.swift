// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A part of a regular expression.
indirect enum PatternNode: Sendable, Hashable {
    /// One scalar that belongs to a set.
    case set(ScalarSet)
    /// Several parts in succession; an empty list matches the empty text.
    case sequence([PatternNode])
    /// One of the parts.
    case choice([PatternNode])
    /// Repetitions of a part; `most` is `nil` if their number is unlimited.
    case repeated(PatternNode, least: Int, most: Int?)

    /// The number of instructions that the part is compiled to, at least 1; `Int.max` if the number
    /// overflows.
    var size: Int {
        switch self {
        case .set: return 1
        case .sequence(let parts): return Self.sum(parts.map(\.size))
        case .choice(let parts): return Self.sum(parts.map { Self.sum([$0.size, 2]) })
        case .repeated(let part, let least, let most):
            let copies = max(1, most ?? (least + 1))
            let (size, overflows) = Self.sum([part.size, 2]).multipliedReportingOverflow(by: copies)
            return overflows ? .max : size
        }
    }

    private static func sum(_ sizes: [Int]) -> Int {
        sizes.reduce(1) { sum, size in
            let (total, overflows) = sum.addingReportingOverflow(size)
            return overflows ? .max : total
        }
    }

    /// One of the shortest matching texts; `nil` if no text matches.
    var sample: String? {
        switch self {
        case .set(let set): return set.sample.map { String(Character($0)) }
        case .sequence(let parts):
            var text = ""
            for part in parts {
                guard let next = part.sample else { return nil }
                text += next
            }
            return text
        case .choice(let parts):
            return parts.compactMap(\.sample).min {
                $0.unicodeScalars.count < $1.unicodeScalars.count
            }
        case .repeated(let part, let least, _):
            return least == 0 ? "" : part.sample.map { String(repeating: $0, count: least) }
        }
    }
}
