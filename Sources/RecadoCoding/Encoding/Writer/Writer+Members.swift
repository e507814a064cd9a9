// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Writer {
    /// Begins a member.
    ///
    /// - Returns: The length of the output before the member; `nil` if the member must be left out.
    @inline(never)
    func begin(_ level: UInt32, _ serial: UInt64, _ name: String) throws -> Int? {
        guard try enter(level, serial) else { return nil }
        let (level, length) = (Int(truncatingIfNeeded: level), output.count)
        sink.name(name, in: &frames[level], level: level, into: &output)
        return length
    }

    /// Begins a member whose key is not in a table of names, such as the key of a dictionary.
    ///
    /// - Returns: The length of the output before the member; `nil` if the member must be left out.
    @inline(never)
    func begin(_ level: UInt32, _ serial: UInt64, text: String) throws -> Int? {
        guard try enter(level, serial) else { return nil }
        let (level, length) = (Int(truncatingIfNeeded: level), output.count)
        guard insert(text, &frames[level].keys, level) else {
            // The object will be encoded again as a tree, in which the new value of the key
            // replaces the old one.
            markOutOfOrder(level)
            return nil
        }
        sink.name(text, in: &frames[level], level: level, into: &output)
        return length
    }

    /// Records that an object has used a key; returns false if it was already used.
    private func insert(_ text: String, _ keys: inout WrittenKeys, _ level: Int) -> Bool {
        while texts.count <= level { texts.append([]) }
        // A large set is not reused, because clearing it takes time proportional to its capacity.
        if !keys.hasTexts { texts[level].removeAll(keepingCapacity: texts[level].capacity < 64) }
        keys.hasTexts = true
        return texts[level].insert(Array(text.utf8)).inserted
    }

    /// Begins a member whose key is in a table of names.
    ///
    /// - Returns: The length of the output before the member; `nil` if the member must be left out.
    @inline(never)
    func begin(
        _ level: UInt32,
        _ serial: UInt64,
        _ name: KeyName,
        _ place: Int,
        of names: KeyNames
    ) throws -> Int? {
        guard try enter(level, serial) else { return nil }
        let (level, length) = (Int(truncatingIfNeeded: level), output.count)
        guard frames[level].keys.insert(place, of: names) else {
            // The object will be encoded again as a tree, in which the new value of the key
            // replaces the old one.
            markOutOfOrder(level)
            return nil
        }
        sink.name(name, in: &frames[level], level: level, into: &output)
        return length
    }

    /// Begins a member with a key of any type.
    ///
    /// - Returns: The length of the output before the member; `nil` if the member must be left out.
    @inline(__always)
    func begin(
        _ token: Token<Target>,
        _ key: some CodingKey,
        _ names: KeyNames?
    ) throws -> Int? {
        if let names {
            let place = KeyNames.place(of: key)
            let name = names.name(of: key, at: place)
            return try begin(token.level, token.serial, name, place, of: names)
        }
        let name = isPlain ? key.stringValue : try name(of: key, token.serial)
        // Code that uses `AnyCodingKey` never repeats a key, so these keys are not recorded.
        let length =
            type(of: key) == AnyCodingKey.self
            ? try begin(token.level, token.serial, name)
            : try begin(token.level, token.serial, text: name)
        if Target.self == XMLSink.self, length != nil { markNode(of: key) }
        return length
    }

    /// Records the role (such as attribute) that a key selects by itself, for a key that is not in
    /// a table of names.
    private func markNode<Key: CodingKey>(of key: Key) {
        let role = MemberRole(saidBy: key)
        if role != .member { sink.mark(role) }
    }

    /// Returns the name of a key that is not in a table of names.
    @inline(never)
    private func name<Key: CodingKey>(of key: Key, _ serial: UInt64) throws -> String {
        guard isOfCall(serial) else { throw Self.staleError }
        let isVerbatim = CodingKeyCache.with(Key.self) { $0.isVerbatim }
        return isVerbatim ? key.stringValue : strategies.keys.name(for: key.stringValue)
    }
}
