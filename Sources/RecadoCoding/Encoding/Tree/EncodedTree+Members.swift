// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension EncodedTree {
    /// The keyed container of a node.
    struct MemberContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
        private let node: EncodedTree
        let codingPath: [any CodingKey]
        private let builder: Builder

        init(_ node: EncodedTree, at path: [any CodingKey], builder: Builder) {
            (self.node, codingPath, self.builder) = (node, path, builder)
            builder.admit(path)
            node.becomeObject()
        }

        private func set(_ scalar: Scalar, _ key: Key) throws {
            try set(EncodedTree(scalar), key)
        }

        /// Sets the value for a key, and keeps members that other keys have set.
        private func set(_ value: EncodedTree, _ key: Key) throws {
            let (parent, name) = try place(of: key)
            guard let name else { throw builder.refuseFlat(codingPath) }
            value.take(MemberRole(saidBy: key))
            guard key is any PathCodingKey, let before = parent.member(name) else {
                return parent.set(name, to: value)
            }
            guard before.merge(value) else { throw builder.refuseClash(codingPath + [key]) }
        }

        func encodeNil(forKey key: Key) throws {
            // A flat property that is nil has no members.
            if (key as? any PathCodingKey)?.path.steps.isEmpty == true { return }
            try set(.null, key)
        }

        func encode(_ value: Int128, forKey key: Key) throws { try set(Scalar(value), key) }
        func encode(_ value: UInt128, forKey key: Key) throws { try set(Scalar(value), key) }

        func encode<Integer: FixedWidthInteger & Encodable>(
            _ value: Integer,
            forKey key: Key
        ) throws {
            try set(Scalar(value), key)
        }

        func encode<Model: Encodable>(_ value: Model, forKey key: Key) throws {
            let isFlat =
                Builder.role(of: Model.self) == .flat
                || (key as? any PathCodingKey)?.path.steps.isEmpty == true
            guard isFlat else {
                return try set(builder.node(of: value, path: codingPath + [key]), key)
            }
            if let failure = builder.failure { throw failure }
            let encoder = ValueEncoder(
                node: node,
                codingPath: codingPath,
                builder: builder,
                isFlat: true
            )
            try value.encode(to: encoder)
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type,
            forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            KeyedEncodingContainer(
                MemberContainer<Nested>(child(key), at: codingPath + [key], builder: builder)
            )
        }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            ElementContainer(child(key), at: codingPath + [key], builder: builder)
        }

        func superEncoder() -> any Encoder { encoder(at: AnyCodingKey(stringValue: "super")) }

        func superEncoder(forKey key: Key) -> any Encoder { encoder(at: key) }

        private func encoder(at key: some CodingKey) -> ValueEncoder {
            ValueEncoder(node: child(key), codingPath: codingPath + [key], builder: builder)
        }

        /// Returns the node of a member; creates it if needed.
        private func child(_ key: some CodingKey) -> EncodedTree {
            guard let (parent, name) = try? place(of: key) else { return EncodedTree() }
            guard let name else { return parent }
            if let child = parent.member(name) { return child }
            let child = EncodedTree()
            child.take(MemberRole(saidBy: key))
            parent.set(name, to: child)
            return child
        }

        /// Returns the node that contains a member, creating it if needed, and the member's name
        /// there; the name is `nil` if the member is the node itself.
        private func place(of key: some CodingKey) throws -> (parent: EncodedTree, name: String?) {
            guard let path = (key as? any PathCodingKey)?.path else {
                return (node, builder.name(of: key))
            }
            if path.isProjection { throw builder.refuseProjection(codingPath + [key]) }
            let names = path.steps.map(\.text)
            var parent = node
            for name in names.dropLast() {
                let next = parent.member(name) ?? EncodedTree()
                guard next.isOpen else { throw builder.refuseClash(codingPath + [key]) }
                next.becomeObject()
                parent.set(name, to: next)
                parent = next
            }
            return (parent, names.last)
        }
    }
}

extension EncodedTree.Builder {
    /// Returns the name of a key in the document.
    func name<Key: CodingKey>(of key: Key) -> String {
        if strategies.isDefault { return key.stringValue }
        let isVerbatim = CodingKeyCache.with(Key.self) { $0.isVerbatim }
        return isVerbatim ? key.stringValue : strategies.keys.name(for: key.stringValue)
    }

    /// Records the failure for a path with `*`, which cannot be written.
    func refuseProjection(_ path: [any CodingKey]) -> CodingError {
        refuse("a path with * collects values and cannot be written", path)
    }

    /// Records the failure for a path that conflicts with a value that another key has written.
    func refuseClash(_ path: [any CodingKey]) -> CodingError {
        refuse("another key has written a value that has no members here", path)
    }

    /// Records the failure for a flat property whose value is not an object.
    @discardableResult
    func refuseFlat(_ path: [any CodingKey]) -> CodingError {
        refuse("a flat property has members; this one encodes an array or a scalar", path)
    }

    private func refuse(_ message: String, _ path: [any CodingKey]) -> CodingError {
        if let failure { return failure }
        let refusal = CodingError(.unsupported, message, pointer: pointer(of: path))
        failure = refusal
        return refusal
    }
}
