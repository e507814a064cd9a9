// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The name of a form field, taken apart at its brackets: `a[b][]` is the key `a`, the key `b`, an element.
struct FormName {
    /// A step from an object or array to what it holds.
    enum Step: Hashable, Sendable {
        case key(ArraySlice<UInt8>)
        /// `[]`: one more element.
        case append
        /// `[7]`: the element with this number.
        case index(Int)

        /// What the step starts from.
        var parentKind: FormTree.Branch.Kind {
            if case .key = self { .object } else { .array }
        }
    }

    /// The steps; the first is always a key.
    let steps: [Step]

    /// Takes a name apart; one whose brackets do not match is a key as a whole.
    init(_ name: ArraySlice<UInt8>) {
        steps = Self.steps(name) ?? [.key(name)]
    }

    private static func steps(_ name: ArraySlice<UInt8>) -> [Step]? {
        guard let first = name.firstIndex(of: UInt8(ascii: "[")), first > name.startIndex,
            name.last == UInt8(ascii: "]")
        else { return nil }
        let head = name[..<first]
        guard !head.contains(UInt8(ascii: "]")) else { return nil }
        var steps: [Step] = [.key(head)]
        var rest = name[first...]
        while !rest.isEmpty {
            guard rest.first == UInt8(ascii: "["),
                let end = rest.firstIndex(of: UInt8(ascii: "]"))
            else { return nil }
            let inner = rest[(rest.startIndex + 1)..<end]
            guard !inner.contains(UInt8(ascii: "[")) else { return nil }
            steps.append(step(inner))
            rest = rest[(end + 1)...]
        }
        return steps
    }

    private static func step(_ inner: ArraySlice<UInt8>) -> Step {
        if inner.isEmpty { return .append }
        let isNumber = inner.count <= 9 && inner.allSatisfy { $0 &- 0x30 <= 9 }
        guard isNumber else { return .key(inner) }
        return .index(inner.reduce(0) { $0 * 10 + Int($1 &- 0x30) })
    }
}
