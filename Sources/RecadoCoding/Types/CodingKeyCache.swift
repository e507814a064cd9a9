// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Cached facts about a key type: its names, and methods that create its containers.
class CodingKeyCache {
    /// The prepared names, or `nil` if the key type is too large for a table of names.
    let names: KeyNames?
    /// True if the texts of the keys are paths.
    let isPath: Bool
    /// True if the keys state their kind of XML node, such as attribute or text.
    let hasNodes: Bool
    /// True if the texts of the keys are data, such as dictionary keys, to which no naming rule
    /// applies.
    let isVerbatim: Bool
    /// True if the texts of the keys are names, not paths.
    var isPlain: Bool { !isPath }

    /// The prepared names by the number of the rule that converts them.
    private let converted = Mutex<[UInt32: KeyNames]>([:])

    fileprivate init<Key: CodingKey>(_ type: Key.Type) {
        names = KeyNames(of: type, .asDeclared)
        isPath = type is any PathCodingKey.Type
        hasNodes = type is any XMLCodingKey.Type
        // The standard library's key type for dictionaries is not public.
        isVerbatim = type is any VerbatimKey.Type || "\(type)" == "_DictionaryCodingKey"
    }

    /// Returns the names that a rule makes of the keys; `nil` if the key type has no table of
    /// names, or already has one for each of sixteen rules.
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
        /// Creates a container that reads members by their plain names.
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
            // A key type with a table of names is an enum, so that all of its keys belong to the
            // model and can be counted.
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

        /// Creates a container that finds members by rules.
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

    /// Creates containers of the types that are its generic parameters, so that they are not looked
    /// up at run time.
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
    /// Returns the prepared names of a container's keys by the current strategies; `nil` if there
    /// are none.
    ///
    /// Keys that are paths cannot be written in order. Their value is therefore encoded again
    /// through a tree, in which members of one object may come at different times.
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
