// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Cached facts about a type of keys: its names, and the means to create its containers.
class CodingKeyCache {
    /// The prepared names, or `nil` if the keys are too large to prepare names.
    let names: KeyNames?
    /// True if the texts of the keys are paths.
    let isPath: Bool
    /// True if the keys state their kind of node in XML.
    let hasNodes: Bool
    /// True if the texts of the keys are data, to which no naming rule applies.
    let isVerbatim: Bool
    /// True if the texts of the keys are the names themselves, unless a rule converts them.
    var isPlain: Bool { !isPath }

    /// The prepared names by the number of the rule that converts them.
    private let converted = Mutex<[UInt32: KeyNames]>([:])

    fileprivate init<Key: CodingKey>(_ type: Key.Type) {
        names = KeyNames(of: type, .asDeclared)
        isPath = type is any PathCodingKey.Type
        hasNodes = type is any XMLCodingKey.Type
        // The type that the standard library uses to encode dictionaries has no public name.
        isVerbatim = type is any VerbatimKey.Type || "\(type)" == "_DictionaryCodingKey"
    }

    /// The names prepared by a rule, or `nil` if there are none, or too many rules.
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

    /// Calls a function with the facts about a type of keys.
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

    /// Creates the containers of a type of keys.
    class Containers<Key: CodingKey>: CodingKeyCache {
        /// A container that reads members.
        func reading(
            _ decoder: DocumentDecoder,
            _ names: KeyNames?,
            _ slot: KeySlotReference?
        ) -> KeyedDecodingContainer<Key> {
            KeyedDecodingContainer(KeyedReader(decoder, names, slot))
        }

        /// A container that reads members of XML, members by paths, or members whose names a rule
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
            // Keys of one byte are those of an enumeration: only they belong to the model.
            if isProbed, self.names != nil, !isVerbatim {
                MappedKeyedContainer<Key>(decoder, names).noteAll()
            }
            return ruled(decoder, names)
        }

        /// A container that reads the members of a JSON:API resource.
        final func readingResource(
            _ decoder: DocumentDecoder,
            _ names: KeyNames?
        ) -> KeyedDecodingContainer<Key> {
            KeyedDecodingContainer(ResourceReader(decoder, names))
        }

        /// A container that finds members by rules.
        fileprivate func ruled(
            _ decoder: DocumentDecoder,
            _ names: KeyNames?
        ) -> KeyedDecodingContainer<Key> {
            KeyedDecodingContainer(MappedKeyedContainer(decoder, names))
        }

        /// A container that writes members as XML.
        func writing(_ token: Token<XMLSink>, _ names: KeyNames?) -> KeyedEncodingContainer<Key> {
            KeyedEncodingContainer(XMLSink.Members<Key>(token, names))
        }

        /// A container that writes members as JSON.
        func writing(_ token: Token<JSONSink>, _ names: KeyNames?) -> KeyedEncodingContainer<Key> {
            KeyedEncodingContainer(JSONSink.Members<Key>(token, names))
        }

        /// A container that writes the attributes of a resource as JSON.
        final func attributes(
            _ token: Token<JSONSink>,
            _ names: KeyNames?,
            _ fields: FieldCollector
        ) -> KeyedEncodingContainer<Key> {
            KeyedEncodingContainer(
                AttributeWriter<JSONSink.Members<Key>>(token, names, fields)
            )
        }

        /// A container that writes members as JSON, if keys are paths or names are converted.
        @inline(never)
        func writingByRules(_ token: Token<JSONSink>) -> KeyedEncodingContainer<Key> {
            writing(token, token.writer.names(of: Key.self, for: token))
        }
    }

    /// Creates containers of the types given as its generic parameters, without looking these up
    /// at run time.
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

/// The container of members in JSON, created from its parts.
protocol JSONMembers: KeyedEncodingContainerProtocol {
    init(_ token: Token<JSONSink>, _ names: KeyNames?)
}

/// The container of members in XML, created from its parts.
protocol XMLMembers: KeyedEncodingContainerProtocol {
    init(_ token: Token<XMLSink>, _ names: KeyNames?)
}

/// Keys whose texts are data, such as those of a dictionary.
protocol VerbatimKey: CodingKey {}

extension Writer {
    /// The prepared names of the keys of a container, if the strategies have any.
    ///
    /// Keys that are paths make this way of encoding impossible: the value is encoded again through
    /// a tree, in which members may come from several positions.
    func names<Key: CodingKey>(of type: Key.Type, for token: Token<Target>) -> KeyNames? {
        CodingKeyCache.with(type) { known in
            guard isOfCall(token.serial) else { return nil }
            if known.isPath {
                spoil(Int(truncatingIfNeeded: token.level))
                return nil
            }
            return known.names(by: strategies.keys, of: type)
        }
    }
}
