// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Cached facts about a type of coding keys: its names, and methods that create its containers.
class CodingKeyCache {
    /// The table with the names of the keys; `nil` if values of the key type are too large for a
    /// table.
    let names: KeyNames?
    /// True if the texts of the keys are paths.
    let isPath: Bool
    /// True if the keys select a kind of XML node, such as attribute or text (see
    /// ``XMLCodingKey``).
    let hasNodes: Bool
    /// True if the texts of the keys are data, such as dictionary keys, to which no naming rule
    /// applies.
    let isVerbatim: Bool
    /// True if the texts of the keys are names, not paths.
    var isPlain: Bool { !isPath }

    /// The tables of converted names, by the number of the naming rule.
    private let converted = Mutex<[UInt32: KeyNames]>([:])

    fileprivate init<Key: CodingKey>(_ type: Key.Type) {
        names = KeyNames(of: type, .asDeclared)
        isPath = type is any PathCodingKey.Type
        hasNodes = type is any XMLCodingKey.Type
        // The standard library's key type for dictionaries is not public.
        isVerbatim = type is any VerbatimKey.Type || "\(type)" == "_DictionaryCodingKey"
    }

    /// Returns the table of the names into which a naming rule converts the keys.
    ///
    /// Returns `nil` if the key type has no table of names, or if sixteen other rules already have
    /// a table for it.
    func names<Key: CodingKey>(by naming: KeyNaming, of type: Key.Type) -> KeyNames? {
        if naming.isIdentity || isVerbatim { return names }
        guard names != nil else { return nil }
        return converted.withLock { converted in
            if let names = converted[naming.identity] { return names }
            guard converted.count < 16, let names = KeyNames(of: type, naming) else { return nil }
            converted[naming.identity] = names
            return names
        }
    }

    private static let registry = TypeRegistry<CodingKeyCache>()

    /// Calls a function with the facts about a key type.
    @inline(__always)
    static func with<Key: CodingKey, Result>(
        _ type: Key.Type,
        _ body: (Containers<Key>) throws -> Result
    ) rethrows -> Result {
        try registry.with(type, { make(type) }, body)
    }

    @inline(never)
    private static func make<Key: CodingKey>(_ type: Key.Type) -> Containers<Key> {
        Made<
            JSONSink.Members<Key>, XMLSink.Members<Key>, KeyedReader<Key>,
            MappedKeyedContainer<Key>
        >(type)
    }

    /// Creates the containers of a key type.
    class Containers<Key: CodingKey>: CodingKeyCache {
        /// Creates a container that finds members directly by the names of their keys.
        func reading(
            _ decoder: DocumentDecoder,
            _ names: KeyNames?,
            _ slot: KeySlotReference?
        ) -> KeyedDecodingContainer<Key> {
            KeyedDecodingContainer(KeyedReader(decoder, names, slot))
        }

        /// Creates a container that reads members in XML, by paths, or by names that a rule
        /// converts.
        @inline(never)
        func readingByRules(_ decoder: DocumentDecoder) -> KeyedDecodingContainer<Key> {
            let context = decoder.context
            let isProbed = context.isProbed(decoder.node)
            let names =
                isPath || !context.convertsKeys
                ? self.names : self.names(by: context.choices.strategies.keys, of: Key.self)
            if !isPath, !isProbed, context.isResource(decoder.node) {
                return readingResource(decoder, names)
            }
            let isMarkup = context.notation.isMarkup
            let isPlain = !isPath && !isMarkup && (names != nil || !context.convertsKeys)
            if isPlain, !isProbed { return reading(decoder, names, nil) }
            // A key type with a table of names is an enum, so all of its keys are members of the
            // model; those present in the object are counted.
            if isProbed, self.names != nil, !isVerbatim {
                MappedKeyedContainer<Key>(decoder, names).noteAll()
            }
            return ruled(decoder, names)
        }

        /// Creates a container that reads the members of a JSON:API resource.
        final func readingResource(
            _ decoder: DocumentDecoder,
            _ names: KeyNames?
        ) -> KeyedDecodingContainer<Key> {
            KeyedDecodingContainer(ResourceReader(decoder, names))
        }

        /// Creates a container that finds members by the rules of paths, name conversion or XML.
        fileprivate func ruled(
            _ decoder: DocumentDecoder,
            _ names: KeyNames?
        ) -> KeyedDecodingContainer<Key> {
            KeyedDecodingContainer(MappedKeyedContainer(decoder, names))
        }

        /// Creates a container that writes members as XML.
        func writing(_ token: Token<XMLSink>, _ names: KeyNames?) -> KeyedEncodingContainer<Key> {
            KeyedEncodingContainer(XMLSink.Members<Key>(token, names))
        }

        /// Creates a container that writes members as JSON.
        func writing(_ token: Token<JSONSink>, _ names: KeyNames?) -> KeyedEncodingContainer<Key> {
            KeyedEncodingContainer(JSONSink.Members<Key>(token, names))
        }

        /// Creates a container that writes the attributes of a resource as JSON.
        final func attributes(
            _ token: Token<JSONSink>,
            _ names: KeyNames?,
            _ fields: FieldCollector
        ) -> KeyedEncodingContainer<Key> {
            KeyedEncodingContainer(
                AttributeWriter<JSONSink.Members<Key>>(token, names, fields)
            )
        }

        /// Creates a container that writes members as JSON if keys are paths or names are
        /// converted.
        @inline(never)
        func writingByRules(_ token: Token<JSONSink>) -> KeyedEncodingContainer<Key> {
            writing(token, token.writer.names(of: Key.self, for: token))
        }
    }

    /// Creates the containers, whose types are the generic parameters of this class, so that the
    /// runtime need not look the types up.
    private final class Made<
        Writing: JSONMembers,
        XMLWriting: XMLMembers,
        Reading: SharedMemberReading,
        Ruled: MemberReading
    >: Containers<Writing.Key>
    where
        Writing.Key == Reading.Key,
        Writing.Key == XMLWriting.Key,
        Writing.Key == Ruled.Key
    {
        override func reading(
            _ decoder: DocumentDecoder,
            _ names: KeyNames?,
            _ slot: KeySlotReference?
        ) -> KeyedDecodingContainer<Writing.Key> {
            KeyedDecodingContainer(Reading(decoder, names, slot))
        }

        override func ruled(
            _ decoder: DocumentDecoder,
            _ names: KeyNames?
        ) -> KeyedDecodingContainer<Writing.Key> {
            KeyedDecodingContainer(Ruled(decoder, names))
        }

        override func writing(
            _ token: Token<JSONSink>,
            _ names: KeyNames?
        ) -> KeyedEncodingContainer<Writing.Key> {
            KeyedEncodingContainer(Writing(token, names))
        }

        override func writing(
            _ token: Token<XMLSink>,
            _ names: KeyNames?
        ) -> KeyedEncodingContainer<Writing.Key> {
            KeyedEncodingContainer(XMLWriting(token, names))
        }
    }
}

/// A keyed container that writes JSON.
protocol JSONMembers: KeyedEncodingContainerProtocol {
    init(_ token: Token<JSONSink>, _ names: KeyNames?)
}

/// A keyed container that writes XML.
protocol XMLMembers: KeyedEncodingContainerProtocol {
    init(_ token: Token<XMLSink>, _ names: KeyNames?)
}

/// Keys whose texts are data, such as those of a dictionary.
protocol VerbatimKey: CodingKey {}

extension Writer {
    /// Returns the table with the names of a container's keys under the current strategies; `nil`
    /// if there is no such table.
    ///
    /// Keys that are paths cannot be written immediately, because a model may encode the members of
    /// one object of the document at different times. A value with such keys is therefore encoded
    /// again through a tree.
    func names<Key: CodingKey>(of type: Key.Type, for token: Token<Target>) -> KeyNames? {
        CodingKeyCache.with(type) { known in
            guard isOfCall(token.serial) else { return nil }
            if known.isPath {
                markOutOfOrder(Int(truncatingIfNeeded: token.level))
                return nil
            }
            return known.names(by: strategies.keys, of: type)
        }
    }
}
