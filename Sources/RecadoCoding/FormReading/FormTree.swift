// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The tree that the pairs of a form describe, built pair by pair.
///
/// Names may come in any order, so the branches are linked first and converted to nodes at the end.
package struct FormTree {
    let limits: URLEncodedForm.Limits
    package let source: [UInt8]
    /// The names and values, decoded, each followed by a zero byte.
    var texts: [UInt8] = []
    /// The branches; the first is the root.
    var branches = [Branch(kind: .object, step: .append)]
    /// The uploaded files; a leaf refers to its file by index.
    var files: [File] = []
    /// The children of large branches, by their steps, so that an attacker cannot cause linear
    /// searches.
    private var children: [ChildKey: Int] = [:]
    /// The steps of the pair that is being added.
    private var steps: [FormName.Step] = []
    private var pairs = 0

    struct Branch {
        var kind: Kind
        /// The step that leads to the branch.
        let step: FormName.Step
        /// True if the key of the step has bytes outside ASCII.
        var isKeyWide = false
        /// The first child, the last child and the next sibling; 0 means none, because the root is
        /// never a child.
        var first = 0
        var last = 0
        var next = 0
        /// The number of children.
        var count = 0
        var leaf = Leaf()

        enum Kind {
            case undecided, object, array, leaf
            /// A name that occurred several times; its children are leaves.
            case repeated

            var description: String {
                switch self {
                case .object: "named members"
                case .array: "elements"
                case .leaf, .repeated, .undecided: "a single value"
                }
            }
        }
    }

    /// The content of a leaf.
    struct Leaf {
        /// The value; `nil` for a name without `=`.
        var value: Range<Int>?
        var isWide = false
        /// The index of the file, if the leaf has a file instead of a value.
        var file: Int?
        var offset = 0
    }

    /// A file whose bytes are in the source.
    package struct File {
        var bytes: Range<Int>
        var filename: String?
        var mediaType: String?

        package init(bytes: Range<Int>, filename: String?, mediaType: String?) {
            self.bytes = bytes
            self.filename = filename
            self.mediaType = mediaType
        }
    }

    /// The key of `children`: a branch and a step from it.
    private struct ChildKey: Hashable {
        let branch: Int
        let key: [UInt8]
        let index: Int
    }

    /// The number of pairs for which memory is reserved at the start.
    static let usualPairs = 8
    /// The number of children up to which a branch is searched linearly.
    private static let few = 8

    package init(limits: URLEncodedForm.Limits, source: [UInt8]) {
        self.limits = limits
        self.source = source
        branches.reserveCapacity(Self.usualPairs + 1)
        steps.reserveCapacity(2)
    }

    /// Adds a pair whose texts are already in `texts`.
    ///
    /// - Parameter pair: The name and the value.
    /// - Throws: ``CodingError`` for a pair beyond a limit or in conflict with an earlier pair.
    mutating func insert(_ pair: Pair) throws(CodingError) {
        guard (pair.value?.count ?? 0) <= limits.valueBytes else {
            throw failure(
                .tooLarge,
                "expected a value of at most \(limits.valueBytes) bytes",
                pair
            )
        }
        if pair.isValueWide, let value = pair.value, !isUTF8(value) { throw notUTF8(pair) }
        let leaf = Leaf(value: pair.value, isWide: pair.isValueWide, offset: pair.offset)
        try insert(leaf, pair)
    }

    /// Adds a pair.
    ///
    /// - Parameters:
    ///   - name: The name, decoded.
    ///   - value: The value, decoded.
    ///   - offset: The offset of the pair in the source.
    /// - Throws: ``CodingError`` for a pair beyond a limit or in conflict with an earlier pair.
    package mutating func insert(
        name: some Sequence<UInt8>,
        value: some Sequence<UInt8>,
        offset: Int
    ) throws(CodingError) {
        var pair = Pair(name: append(name), offset: offset)
        let value = append(value)
        pair.value = value
        pair.isNameWide = texts[pair.name].contains { $0 >= 0x80 }
        pair.isValueWide = texts[value].contains { $0 >= 0x80 }
        try insert(pair)
    }

    private mutating func append(_ bytes: some Sequence<UInt8>) -> Range<Int> {
        let start = texts.count
        texts.append(contentsOf: bytes)
        texts.append(0)
        return start..<(texts.count - 1)
    }

    /// Adds a file.
    ///
    /// - Parameters:
    ///   - file: The range of the file's bytes in the source, and the sender's information about
    ///     the file.
    ///   - name: The name, decoded.
    /// - Throws: ``CodingError`` for a file beyond a limit or in conflict with an earlier part.
    package mutating func insert(file: File, named name: [UInt8]) throws(CodingError) {
        let offset = file.bytes.lowerBound
        var pair = Pair(name: append(name), offset: offset)
        pair.isNameWide = name.contains { $0 >= 0x80 }
        files.append(file)
        try insert(Leaf(file: files.count - 1, offset: offset), pair)
    }

    private mutating func insert(_ leaf: Leaf, _ pair: Pair) throws(CodingError) {
        pairs += 1
        guard pairs <= limits.pairs else {
            throw failure(.tooLarge, "expected at most \(limits.pairs) pairs", pair)
        }
        guard pair.name.count <= limits.keyBytes else {
            throw failure(.tooLarge, "expected a name of at most \(limits.keyBytes) bytes", pair)
        }
        if pair.isNameWide, !isUTF8(pair.name) { throw notUTF8(pair) }
        FormName.split(texts, pair.name, into: &steps)
        guard steps.count <= limits.depth else {
            throw failure(.tooDeep, "expected at most \(limits.depth) levels of nesting", pair)
        }
        var branch = 0
        for place in 0..<steps.count {
            let step = steps[place]
            if case .index(let index) = step, index > limits.index {
                throw failure(.tooLarge, "expected an index of at most \(limits.index)", pair)
            }
            guard let next = child(place, of: branch, isWide: pair.isNameWide) else {
                throw clash(branch, step.parentKind, pair)
            }
            branch = next
        }
        guard set(leaf, of: branch) else { throw clash(branch, .leaf, pair) }
    }

    // MARK: - Failures

    private func failure(
        _ code: CodingError.Code,
        _ message: String,
        _ pair: Pair
    ) -> CodingError {
        // The pointer omits a name that is too long.
        let pointer = pair.name.count <= limits.keyBytes ? pointer(pair.name) : ""
        let place = source.isEmpty ? nil : Document.place(at: pair.offset, in: source)
        return CodingError(code, message, pointer: pointer, place: place)
    }

    private func notUTF8(_ pair: Pair) -> CodingError {
        failure(.malformed, "the bytes are not UTF-8", pair)
    }

    private func clash(
        _ branch: Int,
        _ kind: Branch.Kind,
        _ pair: Pair
    ) -> CodingError {
        let earlier = branches[branch].kind.description
        return failure(
            .typeMismatch,
            "expected \(earlier), as an earlier pair has it, found \(kind.description)",
            pair
        )
    }

    // MARK: - Growing

    /// Returns the child for a step, creating it if needed; `nil` if the parent is of a kind that
    /// cannot have such a child.
    private mutating func child(_ place: Int, of parent: Int, isWide: Bool) -> Int? {
        let step = steps[place]
        let kind = step.parentKind
        if branches[parent].kind == .undecided { branches[parent].kind = kind }
        guard branches[parent].kind == kind else { return nil }
        if step.isAppend {
            let last = branches[parent].last
            if last > 0, branches[last].step.isAppend, admits(place + 1, below: last) {
                return last
            }
        } else if let known = find(step, of: parent) {
            return known
        }
        var branch = Branch(kind: .undecided, step: step)
        branch.isKeyWide = isWide
        return add(branch, to: parent)
    }

    /// Adds a branch as the last child of another and returns its index.
    private mutating func add(_ branch: Branch, to parent: Int) -> Int {
        let index = branches.count
        branches.append(branch)
        let last = branches[parent].last
        if last > 0 { branches[last].next = index } else { branches[parent].first = index }
        branches[parent].last = index
        branches[parent].count += 1
        if branches[parent].count == Self.few + 1 {
            var child = branches[parent].first
            while child > 0 {
                note(child, of: parent)
                child = branches[child].next
            }
        } else if branches[parent].count > Self.few {
            note(index, of: parent)
        }
        return index
    }

    private mutating func note(_ child: Int, of parent: Int) {
        if let place = place(branches[child].step, of: parent) { children[place] = child }
    }

    private func place(_ step: FormName.Step, of parent: Int) -> ChildKey? {
        switch step {
        case .key(let key): ChildKey(branch: parent, key: Array(texts[key]), index: -1)
        case .index(let index): ChildKey(branch: parent, key: [], index: index)
        case .append: nil
        }
    }

    /// Returns the child of a branch for a key or an index.
    private func find(_ step: FormName.Step, of parent: Int) -> Int? {
        if branches[parent].count > Self.few {
            return place(step, of: parent).flatMap { children[$0] }
        }
        var child = branches[parent].first
        while child > 0 {
            if isEqual(branches[child].step, step) { return child }
            child = branches[child].next
        }
        return nil
    }

    private func isEqual(_ one: FormName.Step, _ other: FormName.Step) -> Bool {
        switch (one, other) {
        case (.key(let one), .key(let other)): return texts[one].elementsEqual(texts[other])
        case (.index(let one), .index(let other)): return one == other
        default: return false
        }
    }

    /// True if a pair such as `a[][x]` belongs to the last element of `a`, because that element
    /// does not have the key `x` yet.
    private func admits(_ start: Int, below element: Int) -> Bool {
        guard start < steps.count, case .key = steps[start] else { return false }
        var branch = element
        for step in steps[start...] {
            guard branches[branch].kind == step.parentKind else { return false }
            if step.isAppend { return true }
            guard let next = find(step, of: branch) else { return true }
            branch = next
        }
        return false
    }

    /// Sets the value of a branch, or adds a further value; returns false if the branch is an
    /// object or array.
    private mutating func set(_ leaf: Leaf, of branch: Int) -> Bool {
        switch branches[branch].kind {
        case .undecided:
            branches[branch].kind = .leaf
            branches[branch].leaf = leaf
        case .leaf:
            // A second value turns the branch into a list.
            let first = branches[branch].leaf
            branches[branch].kind = .repeated
            branches[branch].leaf = Leaf()
            addLeaf(first, to: branch)
            addLeaf(leaf, to: branch)
        case .repeated:
            addLeaf(leaf, to: branch)
        case .object, .array:
            return false
        }
        return true
    }

    private mutating func addLeaf(_ leaf: Leaf, to branch: Int) {
        var child = Branch(kind: .leaf, step: .append)
        child.leaf = leaf
        _ = add(child, to: branch)
    }

    // MARK: - Bytes

    /// Returns the JSON Pointer of a field, from the steps of its name.
    private func pointer(_ name: Range<Int>) -> String {
        var steps: [FormName.Step] = []
        FormName.split(texts, name, into: &steps)
        return Document.pointer(
            steps.map { step in
                switch step {
                case .key(let key): .key(String(decoding: texts[key], as: UTF8.self))
                case .append: .key("-")
                case .index(let index): .index(index)
                }
            }
        )
    }

    private func isUTF8(_ range: Range<Int>) -> Bool {
        ByteReader.lending(texts) { bytes in
            let (start, end) = (range.lowerBound, range.upperBound)
            return UTF8Validation.firstFault(in: bytes, from: start, to: end) == nil
        }
    }
}
