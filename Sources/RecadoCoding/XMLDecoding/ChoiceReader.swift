// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// A keyed container for one part of mixed content (a child element or a run of text).
///
/// The part appears as an object with one member: the part itself, under its own name.
///
/// With this container, an enum whose cases have payloads is read from elements with different
/// names.
struct ChoiceReader<Key: CodingKey>: MemberReading {
    let decoder: DocumentDecoder

    init(_ decoder: DocumentDecoder, _ names: KeyNames?) {
        self.decoder = decoder
    }

    private var name: String { context.ownName(decoder.node) }

    var allKeys: [Key] { isLive ? context.key(named: name).map { [$0] } ?? [] : [] }

    func contains(_ key: Key) -> Bool {
        guard isLive else { return false }
        let name = name
        return key.stringValue.hasSameBytes(as: name)
            || context.name(for: key).hasSameBytes(as: name)
    }

    func need(_ key: Key) throws -> Int {
        try context.check(decoder.serial)
        guard contains(key) else { throw context.missing(key, decoder.node) }
        // From here on, the part is read like any other element.
        context.state.item = -1
        return decoder.node
    }

    func optional(_ key: Key) throws -> Int? { contains(key) ? try need(key) : nil }

    func present(_ key: Key) throws -> Int? { try optional(key) }

    func model<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
        try context.value(type, need(key))
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        try optional(key).map { try context.value(type, $0) }
    }
}

extension TreeDecoder {
    /// Returns the key for a name in the document; `nil` if the type has none.
    func key<Key: CodingKey>(named name: String) -> Key? {
        let key: Key? =
            hasStrategies
            ? choices.strategies.keys.key(named: name) : Key(stringValue: name)
        guard let key else { return nil }
        // An enum may accept a Unicode-equivalent name, which a lookup by bytes would not find.
        let text = key.stringValue
        return text == name && !text.hasSameBytes(as: name) ? nil : key
    }

    /// Returns the name of a key in the document.
    func name(for key: some CodingKey) -> String {
        hasStrategies ? choices.strategies.keys.name(for: key.stringValue) : key.stringValue
    }

    /// Returns the name of a part of mixed content; `#text` for characters.
    func ownName(_ index: Int) -> String { XMLNotation.name(of: node(index &- 1), in: self) }
}
