// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The name of a form field, split at its brackets: `a[b][]` is the key `a`, the key `b`, and an
/// element.
enum FormName {
    /// A step from an object or array to one of its values.
    enum Step: Sendable {
        /// A member of an object; the range locates the bytes of its key.
        case key(Range<Int>)
        /// `[]`: one more element of an array.
        case append
        /// `[7]`: the array element with this number.
        case index(Int)

        /// The kind of branch from which the step starts.
        var parentKind: FormTree.Branch.Kind {
            if case .key = self { .object } else { .array }
        }

        var isAppend: Bool {
            if case .append = self { true } else { false }
        }
    }

    /// Splits a name into steps; treats a name with unmatched brackets as a single key.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that contain the name.
    ///   - name: The range of the name.
    ///   - steps: Receives the steps, which replace its elements; the first step is always a key.
    static func split(_ bytes: [UInt8], _ name: Range<Int>, into steps: inout [Step]) {
        while steps.popLast() != nil {}
        let bracket = name.first { bytes[$0] == 0x5B || bytes[$0] == 0x5D }
        guard let first = bracket, bytes[first] == UInt8(ascii: "["), first > name.lowerBound,
            bytes[name.upperBound - 1] == UInt8(ascii: "]")
        else { return steps.append(.key(name)) }
        steps.append(.key(name.lowerBound..<first))
        var start = first
        while start < name.upperBound {
            guard bytes[start] == UInt8(ascii: "["),
                let end = closing(bytes, (start + 1)..<name.upperBound)
            else {
                steps = [.key(name)]
                return
            }
            steps.append(step(bytes, (start + 1)..<end))
            start = end + 1
        }
    }

    /// Returns the index of the closing bracket; `nil` if there is none or another one opens before
    /// it.
    private static func closing(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
        let end = range.first { bytes[$0] == UInt8(ascii: "]") || bytes[$0] == UInt8(ascii: "[") }
        return end.flatMap { bytes[$0] == UInt8(ascii: "]") ? $0 : nil }
    }

    private static func step(_ bytes: [UInt8], _ inner: Range<Int>) -> Step {
        if inner.isEmpty { return .append }
        guard inner.count <= 9, inner.allSatisfy({ bytes[$0] &- 0x30 < 10 }) else {
            return .key(inner)
        }
        return .index(inner.reduce(0) { $0 * 10 + Int(bytes[$1] &- 0x30) })
    }
}
