// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension EncodedTree {
    /// The encoder of one node, which is also its single value container.
    struct ValueEncoder: Encoder, SingleValueEncodingContainer {
        let node: EncodedTree
        let codingPath: [any CodingKey]
        let builder: Builder
        /// True if the value is flat, so that its members are added to the node.
        var isFlat = false

        var userInfo: [CodingUserInfoKey: Any] { builder.userInfo }

        func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
            KeyedEncodingContainer(MemberContainer<Key>(node, at: codingPath, builder: builder))
        }

        func unkeyedContainer() -> any UnkeyedEncodingContainer {
            guard !isFlat else {
                builder.refuseFlat(codingPath)
                return ElementContainer(EncodedTree(), at: codingPath, builder: builder)
            }
            return ElementContainer(node, at: codingPath, builder: builder)
        }

        func singleValueContainer() -> any SingleValueEncodingContainer { self }

        private func put(_ scalar: Scalar) throws {
            guard !isFlat else { throw builder.refuseFlat(codingPath) }
            node.become(EncodedTree(scalar))
        }

        func encodeNil() throws {
            if !isFlat { try put(.null) }
        }

        func encode(_ value: Int128) throws { try put(Scalar(value)) }
        func encode(_ value: UInt128) throws { try put(Scalar(value)) }

        func encode<Integer: FixedWidthInteger & Encodable>(_ value: Integer) throws {
            try put(Scalar(value))
        }

        func encode<Model: Encodable>(_ value: Model) throws {
            if isFlat {
                if EncodingTraits.of(Model.self).with(\.writing) == .scalar {
                    throw builder.refuseFlat(codingPath)
                }
                return try value.encode(to: self)
            }
            node.become(try builder.node(of: value, path: codingPath))
        }
    }

    /// The unkeyed container of a node.
    struct ElementContainer: UnkeyedEncodingContainer {
        private let node: EncodedTree
        let codingPath: [any CodingKey]
        private let builder: Builder

        init(_ node: EncodedTree, at path: [any CodingKey], builder: Builder) {
            (self.node, codingPath, self.builder) = (node, path, builder)
            builder.admit(path)
            node.becomeArray()
        }

        var count: Int { node.count }

        private var nextPath: [any CodingKey] { codingPath + [AnyCodingKey(intValue: node.count)] }

        private func put(_ scalar: Scalar) { node.append(EncodedTree(scalar)) }

        func encodeNil() { put(.null) }

        func encode(_ value: Int128) { put(Scalar(value)) }
        func encode(_ value: UInt128) { put(Scalar(value)) }
        func encode<Integer: FixedWidthInteger & Encodable>(_ value: Integer) { put(Scalar(value)) }

        func encode<Model: Encodable>(_ value: Model) throws {
            node.append(try builder.node(of: value, path: nextPath))
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type
        ) -> KeyedEncodingContainer<Nested> {
            let (path, child) = (nextPath, EncodedTree())
            node.append(child)
            return KeyedEncodingContainer(
                MemberContainer<Nested>(child, at: path, builder: builder)
            )
        }

        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
            let (path, child) = (nextPath, EncodedTree())
            node.append(child)
            return ElementContainer(child, at: path, builder: builder)
        }

        func superEncoder() -> any Encoder {
            let (path, child) = (nextPath, EncodedTree())
            node.append(child)
            return ValueEncoder(node: child, codingPath: path, builder: builder)
        }
    }
}
