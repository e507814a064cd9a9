// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The keyed container for members that are found by paths, by the rules of XML, or by converted
/// names that are not in a table.
///
/// It also reads an object in which the decoder counts the members of a flat value.
struct MappedKeyedContainer<Key: CodingKey>: MemberReading {
    let decoder: DocumentDecoder
    private let names: KeyNames?

    init(_ decoder: DocumentDecoder, _ names: KeyNames?) {
        self.decoder = decoder
        self.names = names
    }

    // MARK: - Finding

    /// Returns the path that a key denotes, or `nil` if the key is a name, not a path.
    private func path(of key: Key) -> CodingPath? {
        if plainName(of: key) != nil { return nil }
        if let names, let path = names.name(of: key).path { return path }
        if key.stringValue == "*", context.notation.isMarkup { return CodingPath(steps: [.every]) }
        return names == nil ? (key as? any PathCodingKey)?.path : nil
    }

    /// Returns the node index of the value with a key, or -1 if there is none.
    @inline(__always)
    private func find(_ key: Key, as role: MemberRole = .member) throws -> Int {
        guard let name = plainName(of: key) else { return try findByRules(key, as: role) }
        return noted(context.notation.member(name, of: decoder.node, as: role, in: context))
    }

    /// Returns the name of a key from its type's table of names.
    ///
    /// Returns `nil` if there is no table, or if the name is not a plain XML element name (see
    /// ``KeyName/isElementName``), such as a path or `@id`.
    @inline(__always)
    private func plainName(of key: Key) -> KeyName? {
        guard let names else { return nil }
        let name = names.name(of: key)
        return name.isElementName ? name : nil
    }

    @inline(never)
    private func findByRules(_ key: Key, as role: MemberRole) throws -> Int {
        if let path = path(of: key) {
            if path.isProjection { throw context.mismatch(projection: path, decoder.node) }
            let role = role == .member ? MemberRole(saidBy: key) : role
            return noted(try context.walk(path.steps, from: decoder.node, as: role))
        }
        if let names {
            let name = names.name(of: key)
            return noted(context.notation.member(name, of: decoder.node, as: role, in: context))
        }
        let role = role == .member ? MemberRole(saidBy: key) : role
        let text = name(of: key)
        let index = context.member(text, of: decoder.node, as: role)
        guard index < 0, text != key.stringValue else { return noted(index) }
        // The key may have been created from a name in the document, which must not be converted
        // again.
        return noted(context.member(key.stringValue, of: decoder.node, as: role))
    }

    @inline(__always)
    private func noted(_ index: Int) -> Int {
        if index >= 0 { context.note(found: index, in: decoder.node) }
        return index
    }

    /// Looks up all keys of the key type, so that the decoder counts the members that are present
    /// in the object.
    func noteAll() {
        for key in allKeys { _ = try? find(key) }
    }

    /// Returns the name that a key has in the document.
    private func name(of key: Key) -> String {
        if let names { return names.name(of: key).text }
        let text = key.stringValue
        guard context.hasStrategies, !CodingKeyCache.with(Key.self, { $0.isVerbatim }) else {
            return text
        }
        return context.choices.strategies.keys.name(for: text)
    }

    /// Creates the error for a key that has no value in the document.
    private func missing(_ key: Key) -> DecodingError {
        let steps = path(of: key)?.steps ?? [.name(name(of: key))]
        return context.missing(key, steps, decoder.node)
    }

    func need(_ key: Key) throws -> Int {
        try context.check(decoder.serial)
        let index = try find(key)
        guard index >= 0 else { throw missing(key) }
        return index
    }

    func optional(_ key: Key) throws -> Int? {
        try context.check(decoder.serial)
        let index = try find(key)
        if index == decoder.node, !context.hasText(index) { return nil }
        return index < 0 || context.isAbsent(index) ? nil : index
    }

    func present(_ key: Key) throws -> Int? {
        try context.check(decoder.serial)
        let index = try find(key)
        return index < 0 || context.isNull(index) ? nil : index
    }

    func contains(_ key: Key) -> Bool {
        guard isLive else { return false }
        if let path = path(of: key), path.isProjection {
            let list = path.steps.prefix { $0 != .every }
            return (try? context.walk(list, from: decoder.node)).map { $0 >= 0 } ?? true
        }
        return (try? find(key)).map { $0 >= 0 } ?? true
    }

    // MARK: - Values

    func model<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
        try context.check(decoder.serial)
        let role = context.role(of: type)
        if role == .flat { return try context.flat(type, decoder.node) }
        if let path = path(of: key) {
            if path.isProjection {
                return try context.projection(type, path, decoder.node) ?? absent(type, key)
            }
            if path.steps.isEmpty { return try context.flat(type, decoder.node) }
        }
        let index = try find(key, as: role)
        guard index >= 0 else { return try absent(type, key) }
        if index == decoder.node, key.stringValue == "_0", let empty = context.absent(type) {
            // The key `_0` stands for the payload of an enum case. For most types, the payload is
            // the element itself. For a list, each list element would be a child named `_0`; no
            // child has that name, so the list is empty.
            return empty
        }
        return try context.value(type, index)
    }

    /// True if a type is read from the text of an element, not from its members.
    private func isText<T: Decodable>(_ type: T.Type) -> Bool {
        context.role(of: type) == .text || context.reading(of: type).isScalar
    }

    private func absent<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
        if let empty = context.absent(type) { return empty }
        throw missing(key)
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        try context.check(decoder.serial)
        let role = context.role(of: type)
        if let path = path(of: key) {
            if path.isProjection { return try context.projection(type, path, decoder.node) }
            if path.steps.isEmpty { return try context.flatIfPresent(type, decoder.node) }
        }
        let index = try find(key, as: role)
        guard index >= 0, !context.isAbsent(index) else { return nil }
        if index == decoder.node, isText(type), !context.hasText(index) { return nil }
        return try context.value(type, index)
    }

    // MARK: - Keys

    var allKeys: [Key] {
        guard isLive else { return [] }
        return context.notation.isMarkup ? keysOfElement : context.keys(of: decoder.node)
    }

    /// The keys for the names of attributes and children, each once, and for the text.
    private var keysOfElement: [Key] {
        var keys: [Key] = []
        var seen: Set<[UInt8]> = []
        for name in XMLNotation.names(of: decoder.node, in: context) {
            let spellings = name.hasPrefix("@") ? [name, String(name.dropFirst())] : [name]
            for spelling in spellings {
                let bytes = Array(spelling.utf8)
                guard !seen.contains(bytes), let key: Key = context.key(named: spelling) else {
                    continue
                }
                seen.insert(bytes)
                keys.append(key)
                break
            }
        }
        return keys
    }
}
