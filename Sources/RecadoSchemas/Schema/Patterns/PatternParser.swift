// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Parses the subset of JavaScript's regular expressions that can be matched in linear time.
struct PatternParser {
    /// The error for a text that is not a valid pattern.
    struct PatternError: Error {
        let words: String

        init(_ words: String) { self.words = words }
    }

    private static let nestingLimit = 32
    private static let countLimit = 1_000

    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var depth = 0

    init(_ source: String) {
        scalars = Array(source.unicodeScalars)
    }

    private var next: Unicode.Scalar? {
        position < scalars.count ? scalars[position] : nil
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        position += 1
        return true
    }

    private mutating func takeNext() throws(PatternError) -> Unicode.Scalar {
        guard let next else { throw PatternError("it breaks off") }
        position += 1
        return next
    }

    // MARK: - Expressions

    /// Parses the whole text.
    mutating func pattern() throws(PatternError) -> (node: PatternNode, isAnchored: (Bool, Bool)) {
        let startsAtBeginning = take("^")
        let choices = try alternatives()
        let endsAtEnd = take("$")
        guard let next else {
            if choices.count > 1, startsAtBeginning || endsAtEnd {
                throw PatternError("put the alternatives between “^” and “$” in parentheses")
            }
            return (Self.node(choices), (startsAtBeginning, endsAtEnd))
        }
        throw PatternError(next == ")" ? "a “)” has no “(”" : "“$” can stand at the end only")
    }

    private mutating func alternatives() throws(PatternError) -> [PatternNode] {
        var choices = [try sequence()]
        while take("|") { choices.append(try sequence()) }
        return choices
    }

    private static func node(_ choices: [PatternNode]) -> PatternNode {
        choices.count == 1 ? choices[0] : .choice(choices)
    }

    private mutating func sequence() throws(PatternError) -> PatternNode {
        var parts: [PatternNode] = []
        while let next, next != "|", next != ")", next != "$" {
            parts.append(try counted(try atom()))
        }
        return parts.count == 1 ? parts[0] : .sequence(parts)
    }

    private mutating func atom() throws(PatternError) -> PatternNode {
        let scalar = try takeNext()
        switch scalar {
        case "(": return try group()
        case "[": return .set(try characterClass())
        case ".": return .set(ScalarSet.lineEnds.inverted)
        case "\\": return .set(try escape(inClass: false))
        case "^": throw PatternError("“^” can stand at the beginning only")
        case "*", "+", "?", "{", "}", "]":
            throw PatternError("“\(scalar)” stands for itself only after a backslash")
        default: return .set(ScalarSet(scalar))
        }
    }

    private mutating func group() throws(PatternError) -> PatternNode {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.nestingLimit else {
            throw PatternError("groups stand more than \(Self.nestingLimit) deep")
        }
        if take("?"), !take(":") {
            throw PatternError("of groups that begin with “(?”, “(?:” alone is understood")
        }
        let node = Self.node(try alternatives())
        guard take(")") else {
            throw PatternError(next == "$" ? "“$” can stand at the end only" : "a “(” has no “)”")
        }
        return node
    }

    // MARK: - Counts

    private mutating func counted(_ part: PatternNode) throws(PatternError) -> PatternNode {
        let node: PatternNode
        if take("*") {
            node = .repeated(part, least: 0, most: nil)
        } else if take("+") {
            node = .repeated(part, least: 1, most: nil)
        } else if take("?") {
            node = .repeated(part, least: 0, most: 1)
        } else if take("{") {
            node = try braces(part)
        } else {
            return part
        }
        if let next, ["*", "+", "?", "{"].contains(next) {
            throw PatternError(
                "“\(next)” follows a count, and how eager one is makes no difference here"
            )
        }
        return node
    }

    private mutating func braces(_ part: PatternNode) throws(PatternError) -> PatternNode {
        let least = try number()
        var most: Int? = least
        if take(",") { most = next == "}" ? nil : try number() }
        guard take("}") else { throw PatternError("a “{” has no “}”") }
        if let most, most < least { throw PatternError("{\(least),\(most)} counts downwards") }
        return .repeated(part, least: least, most: most)
    }

    private mutating func number() throws(PatternError) -> Int {
        var value = 0
        let start = position
        while let next, let digit = Int(String(next)), value <= Self.countLimit {
            value = value * 10 + digit
            position += 1
        }
        guard position > start, value <= Self.countLimit else {
            throw PatternError("expected a number up to \(Self.countLimit) in braces")
        }
        return value
    }

    // MARK: - Classes

    private mutating func characterClass() throws(PatternError) -> ScalarSet {
        let isInverted = take("^")
        var ranges: [ClosedRange<UInt32>] = []
        while !take("]") {
            let first = try member()
            guard next == "-", position + 1 < scalars.count, scalars[position + 1] != "]" else {
                ranges += first.ranges
                continue
            }
            position += 1
            let last = try member()
            guard let low = Self.single(first), let high = Self.single(last), low <= high else {
                throw PatternError("a range goes from one character to a later one")
            }
            ranges.append(low...high)
        }
        let set = ScalarSet(ranges)
        return isInverted ? set.inverted : set
    }

    private mutating func member() throws(PatternError) -> ScalarSet {
        let scalar = try takeNext()
        return scalar == "\\" ? try escape(inClass: true) : ScalarSet(scalar)
    }

    private static func single(_ set: ScalarSet) -> UInt32? {
        set.ranges.count == 1 && set.ranges[0].count == 1 ? set.ranges[0].lowerBound : nil
    }

    // MARK: - Escapes

    private static let controls: [Unicode.Scalar: Unicode.Scalar] = [
        "t": "\t", "n": "\n", "r": "\r", "v": "\u{B}", "f": "\u{C}",
    ]

    private mutating func escape(inClass: Bool) throws(PatternError) -> ScalarSet {
        let scalar = try takeNext()
        switch scalar {
        case "d": return .digits
        case "D": return ScalarSet.digits.inverted
        case "w": return .wordLetters
        case "W": return ScalarSet.wordLetters.inverted
        case "s": return .whiteSpace
        case "S": return ScalarSet.whiteSpace.inverted
        case "x": return try hexadecimal(digits: 2)
        case "u": return try hexadecimal(digits: 4)
        default: break
        }
        if let control = Self.controls[scalar] { return ScalarSet(control) }
        let isSyntax = "^$\\.*+?()[]{}|/".unicodeScalars.contains(scalar)
        guard isSyntax || inClass && scalar == "-" else {
            throw PatternError("“\\\(scalar)” is not understood")
        }
        return ScalarSet(scalar)
    }

    private mutating func hexadecimal(digits: Int) throws(PatternError) -> ScalarSet {
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard let digit = UInt32(String(try takeNext()), radix: 16) else {
                throw PatternError("expected \(digits) hexadecimal digits")
            }
            value = value << 4 | digit
        }
        guard let scalar = Unicode.Scalar(value) else {
            throw PatternError("half of a surrogate pair is no character")
        }
        return ScalarSet(scalar)
    }
}
