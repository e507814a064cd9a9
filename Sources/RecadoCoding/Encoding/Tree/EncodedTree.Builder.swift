// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension EncodedTree {
    /// Builds one tree and records the position of a failure.
    final class Builder {
        let userInfo: [CodingUserInfoKey: any Sendable]
        let strategies: CodingStrategies
        private let depthLimit: Int
        /// The path from the root of the document to the tree.
        private let origin: (path: [any CodingKey], pointer: String)
        /// The JSON Pointer of the latest error, from the root of the document.
        private(set) var failurePointer: String
        /// The first error that a model cannot recover from.
        var failure: CodingError?

        init(
            userInfo: [CodingUserInfoKey: any Sendable],
            strategies: CodingStrategies,
            depthLimit: Int,
            path: [any CodingKey]
        ) {
            self.userInfo = userInfo
            self.strategies = strategies
            self.depthLimit = depthLimit
            origin = (path, AnyCodingKey.pointer(path))
            failurePointer = origin.pointer
        }

        /// Encodes a value into a tree.
        func build<Model: Encodable>(_ value: Model) throws -> EncodedTree {
            let tree = try node(of: value, path: origin.path)
            if let failure { throw failure }
            return tree
        }

        /// Encodes a value at a path.
        func node<Model: Encodable>(of value: Model, path: [any CodingKey]) throws -> EncodedTree {
            if let failure { throw failure }
            do {
                let node: EncodedTree
                if let scalar = try known(value, path: path) {
                    node = EncodedTree(scalar)
                } else {
                    node = EncodedTree()
                    node.role = Self.role(of: Model.self)
                    try value.encode(to: ValueEncoder(node: node, codingPath: path, builder: self))
                }
                failurePointer = origin.pointer
                return node
            } catch {
                let pointer = pointer(of: path)
                if !failurePointer.hasPrefix(pointer) { failurePointer = pointer }
                throw error
            }
        }

        private func known<Model: Encodable>(
            _ value: Model,
            path: [any CodingKey]
        ) throws -> Scalar? {
            guard MemoryLayout<Model>.size <= Scalar.greatestSize else { return nil }
            do throws(Scalar.WritingError) {
                return try Scalar(value, strategies)?.checked(strategies.nonFiniteNumbers)
            } catch {
                throw error.error(for: value, at: names(of: path))
            }
        }

        /// Returns the role that a property of a type has in its object, such as attribute or flat.
        static func role<Model: Encodable>(of type: Model.Type) -> MemberRole {
            EncodingTraits.of(type).with(\.role)
        }

        /// Records a failure if a container at a path is nested too deeply.
        func admit(_ path: [any CodingKey]) {
            if path.count >= depthLimit, failure == nil {
                failure = .encodingTooDeep(limit: depthLimit, pointer: pointer(of: path))
            }
        }

        /// Returns the JSON Pointer of a coding path, with the names that its keys have in the
        /// document.
        func pointer(of path: [any CodingKey]) -> String { AnyCodingKey.pointer(names(of: path)) }

        /// Replaces the keys of a coding path by the names that they have in the document.
        private func names(of path: [any CodingKey]) -> [any CodingKey] {
            path.flatMap { key -> [any CodingKey] in
                if key is AnyCodingKey { return [key] }
                if let path = (key as? any PathCodingKey)?.path {
                    return path.steps.map { AnyCodingKey(stringValue: $0.text) }
                }
                return [AnyCodingKey(stringValue: name(of: key))]
            }
        }
    }
}
