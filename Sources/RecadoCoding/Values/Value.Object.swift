// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension Value {
    /// The members of an object in the order in which they were written.
    ///
    /// Keys are compared byte by byte, as formats do, not by canonical equivalence. Two objects are
    /// equal when they have the same members in any order.
    public struct Object: Sendable {
        /// A named value.
        public typealias Member = (key: String, value: Value)

        private var members: [Member] = []
        /// The positions of keys; filled only for objects with many members.
        private var positions: [ExactKey: Int] = [:]

        /// The number of members above which keys are found by hash.
        private static let indexed = 16

        /// Creates an object without members.
        public init() {}

        /// Creates an object from members.
        ///
        /// - Parameter members: The members in order; if keys are equal, the last value is used, at
        ///   the position of the first.
        public init(_ members: some Sequence<(String, Value)>) {
            self.init()
            self.members.reserveCapacity(members.underestimatedCount)
            for (key, value) in members { set(value, for: key) }
        }

        /// Creates an object from members whose keys are known to be distinct.
        package init(distinct members: [Member]) {
            self.members = members
            positions = [:]
            index()
        }

        /// The value of a key, or `nil` if there is none; setting `nil` removes the member.
        ///
        /// - Parameter key: The key.
        public subscript(key: String) -> Value? {
            get { position(of: key).map { members[$0].value } }
            set {
                if let newValue {
                    set(newValue, for: key)
                } else if let position = position(of: key) {
                    members.remove(at: position)
                    positions = [:]
                    index()
                }
            }
        }

        /// Adds a value, which must not be an array, under a name; turns several values under one
        /// name into an array.
        mutating func add(_ value: Value, as name: String) {
            guard let position = position(of: name) else { return set(value, for: name) }
            if case .array(var elements) = members[position].value {
                // The list is moved out of the member first, so that it grows in place.
                members[position].value = .null
                elements.append(value)
                members[position].value = .array(elements)
            } else {
                members[position].value = .array([members[position].value, value])
            }
        }

        /// The keys in order.
        public var keys: [String] { members.map(\.key) }

        private mutating func set(_ value: Value, for key: String) {
            if let position = position(of: key) {
                members[position].value = value
                return
            }
            members.append((key, value))
            if !positions.isEmpty {
                positions[ExactKey(text: key)] = members.count - 1
            } else if members.count > Self.indexed {
                index()
            }
        }

        private func position(of key: String) -> Int? {
            if !positions.isEmpty { return positions[ExactKey(text: key)] }
            return members.firstIndex { $0.key.utf8.elementsEqual(key.utf8) }
        }

        private mutating func index() {
            guard members.count > Self.indexed else { return }
            positions.reserveCapacity(members.count)
            for (position, member) in members.enumerated() {
                positions[ExactKey(text: member.key)] = position
            }
        }

        /// A key that is compared by its bytes.
        private struct ExactKey: Hashable, Sendable {
            let text: String

            static func == (one: ExactKey, other: ExactKey) -> Bool {
                one.text.hasSameBytes(as: other.text)
            }

            func hash(into hasher: inout Hasher) {
                text.hashBytes(into: &hasher)
            }
        }
    }
}

extension Value.Object: RandomAccessCollection {
    /// A named value.
    public typealias Element = Member

    /// The position of a member, from 0.
    public typealias Index = Int

    /// The position of the first member.
    public var startIndex: Int { 0 }

    /// The position after the last member.
    public var endIndex: Int { members.count }

    /// The member at a position.
    ///
    /// - Parameter position: A position from `startIndex` to before `endIndex`.
    public subscript(position: Int) -> Member { members[position] }
}

extension Value.Object: Hashable {
    /// True if two objects have the same members in any order.
    public static func == (one: Value.Object, other: Value.Object) -> Bool {
        one.count == other.count && one.allSatisfy { other[$0.key] == $0.value }
    }

    /// Adds the members to a hasher, regardless of their order.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        var sum = 0
        for member in self {
            var inner = Hasher()
            inner.combine(ExactKey(text: member.key))
            inner.combine(member.value)
            sum ^= inner.finalize()
        }
        hasher.combine(count)
        hasher.combine(sum)
    }
}

extension Value.Object: ExpressibleByDictionaryLiteral {
    /// Creates an object.
    ///
    /// - Parameter elements: The members in order; if keys are equal, the last value is used.
    public init(dictionaryLiteral elements: (String, Value)...) { self.init(elements) }
}
