// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A regular expression that is matched by following all alternatives at once (Thompson 1968).
///
/// Each scalar of a text is read once, and no instruction is followed twice for the same scalar, so
/// the time grows at most with the text's length times the number of instructions, for any text and
/// pattern.
final class PatternProgram: Sendable {
    private enum Instruction: Sendable {
        case take(ScalarSet)
        case split(Int, Int)
        case jump(Int)
        case accept
    }

    private let code: [Instruction]
    private let startsAtBeginning: Bool
    private let endsAtEnd: Bool

    /// Translates an expression, whose size has been checked.
    init(_ node: PatternNode, isAnchored: (start: Bool, end: Bool)) {
        var code: [Instruction] = []
        Self.write(node, to: &code)
        code.append(.accept)
        self.code = code
        (startsAtBeginning, endsAtEnd) = isAnchored
    }

    private static func write(_ node: PatternNode, to code: inout [Instruction]) {
        switch node {
        case .set(let set): code.append(.take(set))
        case .sequence(let parts): for part in parts { write(part, to: &code) }
        case .choice(let parts): write(choiceOf: parts[...], to: &code)
        case .repeated(let part, let least, let most):
            for _ in 0..<least { write(part, to: &code) }
            guard let most else { return write(anyNumberOf: part, to: &code) }
            var splits: [Int] = []
            for _ in least..<max(least, most) {
                splits.append(code.count)
                code.append(.accept)
                write(part, to: &code)
            }
            for split in splits { code[split] = .split(split + 1, code.count) }
        }
    }

    private static func write(anyNumberOf part: PatternNode, to code: inout [Instruction]) {
        let start = code.count
        code.append(.accept)
        write(part, to: &code)
        code.append(.jump(start))
        code[start] = .split(start + 1, code.count)
    }

    private static func write(
        choiceOf parts: ArraySlice<PatternNode>,
        to code: inout [Instruction]
    ) {
        var jumps: [Int] = []
        for part in parts.dropLast() {
            let start = code.count
            code.append(.accept)
            write(part, to: &code)
            jumps.append(code.count)
            code.append(.accept)
            code[start] = .split(start + 1, code.count)
        }
        if let last = parts.last { write(last, to: &code) }
        for jump in jumps { code[jump] = .jump(code.count) }
    }

    // MARK: - Matching

    /// The instructions that wait for the next scalar, and a flag that is true if the text so far
    /// matches.
    private struct Ways {
        private(set) var waiting: [Int] = []
        private(set) var isAccepted = false
        private var seen: [Bool]
        private var stack: [Int] = []

        init(count: Int) { seen = Array(repeating: false, count: count) }

        mutating func removeAll() {
            for index in seen.indices { seen[index] = false }
            waiting.removeAll(keepingCapacity: true)
            isAccepted = false
        }

        mutating func follow(_ start: Int, in code: [Instruction]) {
            stack.append(start)
            while let at = stack.popLast() {
                guard !seen[at] else { continue }
                seen[at] = true
                switch code[at] {
                case .take: waiting.append(at)
                case .jump(let target): stack.append(target)
                case .split(let first, let second): stack += [second, first]
                case .accept: isAccepted = true
                }
            }
        }
    }

    /// True if a text matches.
    func matches(_ text: String) -> Bool {
        var now = Ways(count: code.count)
        var next = Ways(count: code.count)
        now.follow(0, in: code)
        for scalar in text.unicodeScalars {
            if now.isAccepted, !endsAtEnd { return true }
            next.removeAll()
            for way in now.waiting {
                if case .take(let set) = code[way], set.contains(scalar.value) {
                    next.follow(way + 1, in: code)
                }
            }
            if !startsAtBeginning { next.follow(0, in: code) }
            if next.waiting.isEmpty, !next.isAccepted { return false }
            swap(&now, &next)
        }
        return now.isAccepted
    }
}
