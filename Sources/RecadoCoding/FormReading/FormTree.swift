// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The tree that the pairs of a form describe, built one pair at a time.
///
/// Names may come in any order, so that the tree is linked first and laid out as nodes at the end.
struct FormTree {
    let limits: URLEncodedForm.Limits
    let source: [UInt8]
    /// The branches; the first is the root.
    var branches = [Branch(kind: .object)]
    /// The children of branches by step, so that hostile names cost no searching.
    private var children: [Place: Int] = [:]
    private var pairs = 0

    struct Branch {
        var kind: Kind
        /// The children in the order in which they came.
        var members: [(step: FormName.Step, branch: Int)] = []
        /// The value of a leaf; `nil` for a name without `=`.
        var value: [UInt8]?
        /// The file that a leaf is instead of a value.
        var file: File?
        var offset = 0

        enum Kind {
            case undecided, object, array, leaf
            /// A name that occurred again and again: its members are leaves.
            case repeated

            var description: String {
                switch self {
                case .object: "named members"
                case .array: "elements"
                case .leaf, .repeated, .undecided: "a single value"
                }
            }
        }

        init(kind: Kind) {
            self.kind = kind
        }
    }

    /// A file whose bytes stand in the source.
    struct File {
        var bytes: Range<Int>
        var filename: String?
        var mediaType: String?
    }

    private struct Place: Hashable {
        let branch: Int
        let step: FormName.Step
    }

    init(limits: URLEncodedForm.Limits, source: [UInt8]) {
        self.limits = limits
        self.source = source
    }

    /// Adds a pair.
    ///
    /// - Parameters:
    ///   - name: The name, decoded.
    ///   - value: The value, decoded, or `nil` if there was no `=`.
    ///   - offset: The place of the pair in the source.
    /// - Throws: ``CodingFailure`` for a pair beyond a limit or at odds with an earlier one.
    mutating func insert(name: [UInt8], value: [UInt8]?, offset: Int) throws(CodingFailure) {
        guard (value?.count ?? 0) <= limits.valueBytes else {
            throw failure(
                .tooLarge,
                "expected a value of at most \(limits.valueBytes) bytes",
                (name, offset)
            )
        }
        guard Self.isUTF8(value ?? []) else { throw notUTF8((name, offset)) }
        var leaf = Branch(kind: .leaf)
        leaf.value = value
        leaf.offset = offset
        try insert(leaf, named: name)
    }

    /// Adds a file.
    ///
    /// - Parameters:
    ///   - file: The place of its bytes in the source and what the sender said of it.
    ///   - name: The name, decoded.
    /// - Throws: ``CodingFailure`` for a file beyond a limit or at odds with an earlier part.
    mutating func insert(file: File, named name: [UInt8]) throws(CodingFailure) {
        var leaf = Branch(kind: .leaf)
        leaf.file = file
        leaf.offset = file.bytes.lowerBound
        try insert(leaf, named: name)
    }

    private mutating func insert(_ leaf: Branch, named name: [UInt8]) throws(CodingFailure) {
        pairs += 1
        let pair = (name, leaf.offset)
        guard pairs <= limits.pairs else {
            throw failure(.tooLarge, "expected at most \(limits.pairs) pairs", pair)
        }
        guard name.count <= limits.keyBytes else {
            throw failure(.tooLarge, "expected a name of at most \(limits.keyBytes) bytes", pair)
        }
        guard Self.isUTF8(name) else { throw notUTF8(pair) }
        let steps = FormName(name[...]).steps
        guard steps.count <= limits.depth else {
            throw failure(.tooDeep, "expected at most \(limits.depth) levels of nesting", pair)
        }
        var branch = 0
        for (place, step) in steps.enumerated() {
            if case .index(let index) = step, index > limits.index {
                throw failure(.tooLarge, "expected an index of at most \(limits.index)", pair)
            }
            guard let next = child(step, of: branch, before: steps[(place + 1)...]) else {
                throw clash(branch, step.parentKind, pair)
            }
            branch = next
        }
        guard set(leaf, of: branch) else { throw clash(branch, .leaf, pair) }
    }

    // MARK: - Failures

    private func failure(
        _ code: CodingFailure.Code,
        _ message: String,
        _ pair: (name: [UInt8], offset: Int)
    ) -> CodingFailure {
        // A name that is too long is not repeated.
        let pointer = pair.name.count <= limits.keyBytes ? Self.pointer(pair.name[...]) : ""
        let place = source.isEmpty ? nil : Document.place(at: pair.offset, in: source)
        return CodingFailure(code, message, pointer: pointer, place: place)
    }

    private func notUTF8(_ pair: (name: [UInt8], offset: Int)) -> CodingFailure {
        failure(.malformed, "the bytes are not UTF-8", pair)
    }

    private func clash(
        _ branch: Int,
        _ kind: Branch.Kind,
        _ pair: (name: [UInt8], offset: Int)
    ) -> CodingFailure {
        let earlier = branches[branch].kind.description
        return failure(
            .typeMismatch,
            "expected \(earlier), as an earlier pair has it, found \(kind.description)",
            pair
        )
    }

    // MARK: - Growing

    /// The child that a step leads to, made if need be; `nil` if the parent is of another kind.
    private mutating func child(
        _ step: FormName.Step,
        of parent: Int,
        before rest: ArraySlice<FormName.Step>
    ) -> Int? {
        let kind = step.parentKind
        if branches[parent].kind == .undecided { branches[parent].kind = kind }
        guard branches[parent].kind == kind else { return nil }
        if step == .append {
            if let last = branches[parent].members.last, last.step == .append,
                admits(rest, below: last.branch)
            {
                return last.branch
            }
        } else if let known = children[Place(branch: parent, step: step)] {
            return known
        }
        let branch = branches.count
        branches.append(Branch(kind: .undecided))
        branches[parent].members.append((step, branch))
        if step != .append { children[Place(branch: parent, step: step)] = branch }
        return branch
    }

    /// Whether `a[][x]` belongs to the element that the last pair began: until a key repeats.
    private func admits(_ rest: ArraySlice<FormName.Step>, below element: Int) -> Bool {
        guard case .key = rest.first else { return false }
        var branch = element
        for step in rest {
            guard branches[branch].kind == step.parentKind else { return false }
            if step == .append { return true }
            guard let next = children[Place(branch: branch, step: step)] else { return true }
            branch = next
        }
        return false
    }

    /// Gives a branch its value, or one more.
    private mutating func set(_ leaf: Branch, of branch: Int) -> Bool {
        switch branches[branch].kind {
        case .undecided:
            branches[branch] = leaf
        case .leaf:
            // The second value makes a list of the first.
            branches.append(branches[branch])
            branches[branch] = Branch(kind: .repeated)
            branches[branch].members = [(.append, branches.count - 1)]
            return set(leaf, of: branch)
        case .repeated:
            branches.append(leaf)
            branches[branch].members.append((.append, branches.count - 1))
        case .object, .array:
            return false
        }
        return true
    }

    // MARK: - Bytes

    /// The pointer to a field, by the steps of its name.
    private static func pointer(_ name: ArraySlice<UInt8>) -> String {
        Document.pointer(
            FormName(name).steps.map { step in
                switch step {
                case .key(let key): .key(String(decoding: key, as: UTF8.self))
                case .append: .key("-")
                case .index(let index): .index(index)
                }
            }
        )
    }

    private static func isUTF8(_ bytes: [UInt8]) -> Bool {
        unsafe bytes.withUnsafeBufferPointer {
            unsafe UTF8Check.firstFault(in: Source($0), from: 0, to: $0.count) == nil
        }
    }

    /// The bytes behind plus signs and percent-encodings (WHATWG URL §5.1); a stray `%` stands for itself.
    static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        PercentEncoding.decodeForm(bytes: bytes.span)
    }
}
