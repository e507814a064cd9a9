// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What is known of a type of keys: its names, and how its containers are made.
class KeyKnowledge {
    /// The prepared names, or `nil` if the keys are too large for that.
    let names: KeyNames?

    fileprivate init(names: KeyNames?) {
        self.names = names
    }

    private static let registry = TypeRegistry<KeyKnowledge>().address

    /// What is known of a type of keys.
    @inline(__always)
    static func with<Key: CodingKey, Result>(
        _ type: Key.Type,
        _ body: (Containers<Key>) throws -> Result
    ) rethrows -> Result {
        let known = unsafe TypeRegistry<KeyKnowledge>(at: registry)
            .knowledge(of: ObjectIdentifier(type)) { make(type) }
        return try unsafe known._withUnsafeGuaranteedRef {
            // It was found by the identity of the type.
            try body(unsafe unsafeDowncast($0, to: Containers<Key>.self))
        }
    }

    @inline(never)
    private static func make<Key: CodingKey>(_ type: Key.Type) -> KeyKnowledge {
        Made<JSONSink.Members<Key>, KeyedReader<Key>>(names: KeyNames(of: type))
    }

    /// Makes the containers of a type of keys.
    class Containers<Key: CodingKey>: KeyKnowledge {
        /// A container that reads members.
        func reading(_ decoder: DocumentDecoder) -> KeyedDecodingContainer<Key> {
            KeyedDecodingContainer(KeyedReader(decoder, names))
        }

        /// A container that writes members as JSON.
        func writing(_ token: Token<JSONSink>) -> KeyedEncodingContainer<Key> {
            KeyedEncodingContainer(JSONSink.Members<Key>(token, names))
        }
    }

    /// Does so without asking the runtime for the types of the containers: they are its own parameters.
    private final class Made<Writing: JSONMembers, Reading: MemberReading>: Containers<Writing.Key>
    where Writing.Key == Reading.Key {
        override func reading(_ decoder: DocumentDecoder) -> KeyedDecodingContainer<Writing.Key> {
            KeyedDecodingContainer(Reading(decoder, names))
        }

        override func writing(_ token: Token<JSONSink>) -> KeyedEncodingContainer<Writing.Key> {
            KeyedEncodingContainer(Writing(token, names))
        }
    }
}

/// The container of members in JSON, made from its parts.
protocol JSONMembers: KeyedEncodingContainerProtocol {
    init(_ token: Token<JSONSink>, _ names: KeyNames?)
}

/// The container of members that are read, made from its parts.
protocol MemberReading: KeyedDecodingContainerProtocol {
    init(_ decoder: DocumentDecoder, _ names: KeyNames?)
}
