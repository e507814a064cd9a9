// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension EncodedTree {
    /// A container of members.
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
            let value = try builder.node(of: scalar, path: codingPath + [key])
            let (parent, name) = place(of: key)
            value.take(MemberRole(saidBy: key))
            parent.set(name, to: value)
        }

        func encodeNil(forKey key: Key) throws { try set(.null, key) }

        func encode(_ value: Bool, forKey key: Key) throws { try set(.bool(value), key) }
        func encode(_ value: String, forKey key: Key) throws { try set(.text(value), key) }
        func encode(_ value: Double, forKey key: Key) throws { try set(.double(value), key) }
        func encode(_ value: Float, forKey key: Key) throws { try set(.float(value), key) }
        func encode(_ value: Int, forKey key: Key) throws { try set(Scalar(value), key) }
        func encode(_ value: Int8, forKey key: Key) throws { try set(Scalar(value), key) }
        func encode(_ value: Int16, forKey key: Key) throws { try set(Scalar(value), key) }
        func encode(_ value: Int32, forKey key: Key) throws { try set(Scalar(value), key) }
        func encode(_ value: Int64, forKey key: Key) throws { try set(Scalar(value), key) }
        func encode(_ value: Int128, forKey key: Key) throws { try set(Scalar(value), key) }
        func encode(_ value: UInt, forKey key: Key) throws { try set(Scalar(value), key) }
        func encode(_ value: UInt8, forKey key: Key) throws { try set(Scalar(value), key) }
        func encode(_ value: UInt16, forKey key: Key) throws { try set(Scalar(value), key) }
        func encode(_ value: UInt32, forKey key: Key) throws { try set(Scalar(value), key) }
        func encode(_ value: UInt64, forKey key: Key) throws { try set(Scalar(value), key) }
        func encode(_ value: UInt128, forKey key: Key) throws { try set(Scalar(value), key) }

        func encode<Model: Encodable>(_ value: Model, forKey key: Key) throws {
            let (parent, name) = place(of: key)
            if name == nil || Builder.role(of: Model.self) == .flat {
                let path = name == nil ? codingPath : codingPath + [key]
                try value.encode(
                    to: ValueEncoder(node: parent, codingPath: path, builder: builder, isFlat: true)
                )
                return
            }
            let child = try builder.node(of: value, path: codingPath + [key])
            child.take(MemberRole(saidBy: key))
            parent.set(name, to: child)
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

        func superEncoder() -> any Encoder { encoder(at: PathKey(name: "super")) }

        func superEncoder(forKey key: Key) -> any Encoder { encoder(at: key) }

        private func encoder(at key: some CodingKey) -> ValueEncoder {
            ValueEncoder(node: child(key), codingPath: codingPath + [key], builder: builder)
        }

        /// The node of a member, which may have been asked for before.
        private func child(_ key: some CodingKey) -> EncodedTree {
            let (parent, name) = place(of: key)
            guard let name else { return parent }
            if let child = parent.member(name) { return child }
            let child = EncodedTree()
            child.take(MemberRole(saidBy: key))
            parent.set(name, to: child)
            return child
        }

        /// The node that holds a member, made if need be, and the name there; no name is the node itself.
        private func place(of key: some CodingKey) -> (parent: EncodedTree, name: String?) {
            guard let key = key as? any PathCodingKey else {
                return (node, builder.name(of: key))
            }
            let steps = key.path.steps.map { step in
                if case .name(let name) = step { return name }
                builder.refuseProjection(codingPath + [key])
                return "*"
            }
            var parent = node
            for name in steps.dropLast() {
                let next = parent.member(name) ?? EncodedTree()
                next.becomeObject()
                parent.set(name, to: next)
                parent = next
            }
            return (parent, steps.last)
        }
    }
}

extension EncodedTree {
    /// Sets a member, or makes the node what another is if there is no name.
    func set(_ name: String?, to node: EncodedTree) {
        if let name { set(name, to: node) } else { become(node) }
    }
}

extension EncodedTree.Builder {
    /// The name of a key.
    func name<Key: CodingKey>(of key: Key) -> String {
        if strategies.isDefault { return key.stringValue }
        let isVerbatim = KeyKnowledge.with(Key.self) { $0.isVerbatim }
        return isVerbatim ? key.stringValue : strategies.keys.name(for: key.stringValue)
    }

    /// Notes that a path with `*` cannot be written.
    func refuseProjection(_ path: [any CodingKey]) {
        guard failure == nil else { return }
        failure = CodingFailure(
            .unsupported,
            "a path with * collects values and cannot be written",
            pointer: pointer(of: path)
        )
    }
}
