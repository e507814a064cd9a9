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
            node.set(key.stringValue, to: try builder.node(of: scalar, path: codingPath + [key]))
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
            node.set(key.stringValue, to: try builder.node(of: value, path: codingPath + [key]))
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
            if let child = node.member(key.stringValue) { return child }
            let child = EncodedTree()
            node.set(key.stringValue, to: child)
            return child
        }
    }
}
