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
        var offset = 0

        enum Kind {
            case undecided, object, array, leaf
            /// A name that occurred again and again: its members are leaves.
            case repeated
        }

        init(kind: Kind) {
            self.kind = kind
        }
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
        pairs += 1
        func failure(_ code: CodingFailure.Code, _ message: String) -> CodingFailure {
            // A name that is too long is not repeated.
            let pointer = name.count <= limits.keyBytes ? Self.pointer(name[...]) : ""
            let place = source.isEmpty ? nil : Document.place(at: offset, in: source)
            return CodingFailure(code, message, pointer: pointer, place: place)
        }
        guard pairs <= limits.pairs else {
            throw failure(.tooLarge, "expected at most \(limits.pairs) pairs")
        }
        guard name.count <= limits.keyBytes else {
            throw failure(.tooLarge, "expected a name of at most \(limits.keyBytes) bytes")
        }
        guard (value?.count ?? 0) <= limits.valueBytes else {
            throw failure(.tooLarge, "expected a value of at most \(limits.valueBytes) bytes")
        }
        guard Self.isUTF8(name), Self.isUTF8(value ?? []) else {
            throw failure(.malformed, "the bytes are not UTF-8")
        }
        let steps = FormName(name[...]).steps
        guard steps.count <= limits.depth else {
            throw failure(.tooDeep, "expected at most \(limits.depth) levels of nesting")
        }
        var branch = 0
        for step in steps {
            guard let next = child(step, of: branch) else {
                throw failure(.typeMismatch, "expected one kind of value, found several")
            }
            if case .index(let index) = step, index > limits.index {
                throw failure(.tooLarge, "expected an index of at most \(limits.index)")
            }
            branch = next
        }
        guard set(value, offset, of: branch) else {
            throw failure(.typeMismatch, "expected one kind of value, found several")
        }
    }

    /// The child that a step leads to, made if need be; `nil` if the parent is of another kind.
    private mutating func child(_ step: FormName.Step, of parent: Int) -> Int? {
        let kind: Branch.Kind = if case .key = step { .object } else { .array }
        if branches[parent].kind == .undecided { branches[parent].kind = kind }
        guard branches[parent].kind == kind else { return nil }
        let place = Place(branch: parent, step: step)
        if step != .append, let known = children[place] { return known }
        let branch = branches.count
        branches.append(Branch(kind: .undecided))
        branches[parent].members.append((step, branch))
        if step != .append { children[place] = branch }
        return branch
    }

    /// Gives a branch its value, or one more.
    private mutating func set(_ value: [UInt8]?, _ offset: Int, of branch: Int) -> Bool {
        var leaf = Branch(kind: .leaf)
        leaf.value = value
        leaf.offset = offset
        switch branches[branch].kind {
        case .undecided:
            branches[branch] = leaf
        case .leaf:
            // The second value makes a list of the first.
            branches.append(branches[branch])
            branches[branch] = Branch(kind: .repeated)
            branches[branch].members = [(.append, branches.count - 1)]
            return set(value, offset, of: branch)
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
