// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The fields of a header or trailer section, in their order (RFC 9110 §5).
///
/// Names are compared without regard to case and may occur more than once. All fields are in one
/// buffer, so a section costs two allocations whatever its size:
///
/// ```swift
/// fields[.contentType] = "application/json"      // one value
/// fields.append("a=1", to: .setCookie)           // one more value
/// fields[values: .setCookie]                     // every value, each on its own
/// ```
///
/// Values may hold any visible character, spaces and tabs. Control characters, above all CR, LF and
/// NUL, are each replaced with a space when a value is stored (RFC 9110 §5.5), so that no value can
/// begin another field. ``isValid(_:)`` tells whether a value would be stored unchanged.
public struct Fields: Sendable {
    /// One field: the positions of its name and its value in the buffer.
    package struct Entry: Sendable, BitwiseCopyable {
        package var nameStart: UInt32
        package var nameLength: UInt32
        package var valueStart: UInt32
        package var valueLength: UInt32

        package init(nameStart: Int, nameLength: Int, valueStart: Int, valueLength: Int) {
            self.nameStart = UInt32(clamping: nameStart)
            self.nameLength = UInt32(clamping: nameLength)
            self.valueStart = UInt32(clamping: valueStart)
            self.valueLength = UInt32(clamping: valueLength)
        }

        /// The range of the name in the buffer.
        package var nameRange: Range<Int> {
            Int(nameStart)..<(Int(nameStart) + Int(nameLength))
        }

        /// The range of the value in the buffer.
        package var valueRange: Range<Int> {
            Int(valueStart)..<(Int(valueStart) + Int(valueLength))
        }
    }

    package private(set) var buffer: [UInt8]
    package private(set) var entries: [Entry]
    /// True if the buffer is exactly the HTTP/1.1 form of the section: one line for each field, in
    /// order, and nothing else, without control characters in names and values.
    package private(set) var areLines: Bool

    /// Creates an empty section.
    public init() {
        buffer = []
        entries = []
        areLines = true
    }

    /// Creates a section from a buffer and the positions of the names and values in it.
    ///
    /// The caller has checked that names are tokens and that values hold no control characters.
    package init(buffer: [UInt8], entries: [Entry]) {
        self.buffer = buffer
        self.entries = entries
        areLines = false
    }

    /// Swaps the storage of the section with another buffer and its entries.
    ///
    /// The caller must have checked that names are tokens and that values hold no control
    /// characters, or must not use the section again.
    package mutating func exchange(_ buffer: inout [UInt8], _ entries: inout [Entry]) {
        swap(&self.buffer, &buffer)
        swap(&self.entries, &entries)
        areLines = false
    }

    /// The number of fields.
    public var count: Int { entries.count }

    /// True if there are no fields.
    public var isEmpty: Bool { entries.isEmpty }

    // MARK: - Reading

    /// The first value of a name; setting it replaces every value of that name.
    public subscript(name: FieldName) -> String? {
        get {
            for entry in entries where matches(entry, name) { return value(of: entry) }
            return nil
        }
        set {
            guard let newValue else { return removeAll(name) }
            guard let first = entries.firstIndex(where: { matches($0, name) }) else {
                return append(newValue, to: name)
            }
            let replacement = store(name: name.rawName, value: newValue)
            entries[first] = replacement
            areLines = false
            var index = entries.count - 1
            while index > first {
                if matches(entries[index], name) { entries.remove(at: index) }
                index -= 1
            }
        }
    }

    /// Every value of a name, in order, each as it was sent.
    public subscript(values name: FieldName) -> [String] {
        entries.compactMap { matches($0, name) ? value(of: $0) : nil }
    }

    /// The members of a comma-separated list, from every value of the name (RFC 9110 §5.6.1).
    ///
    /// Commas inside quoted strings do not separate, and empty members are left out.
    public subscript(list name: FieldName) -> [Substring] {
        self[values: name].flatMap { FieldList.members(of: $0) }
    }

    /// True if a field of the name is present.
    public func contains(_ name: FieldName) -> Bool { firstPlace(of: name) != nil }

    /// True if the first value of a name equals a text byte for byte; `nil` if there is no such
    /// field.
    package func isFirst(_ name: FieldName, _ text: StaticString) -> Bool? {
        guard let place = firstPlace(of: name) else { return nil }
        let range = entries[place].valueRange
        guard range.count == text.utf8CodeUnitCount else { return false }
        for offset in 0..<range.count {
            if unsafe buffer[range.lowerBound + offset] != text.utf8Start[offset] { return false }
        }
        return true
    }

    private func firstPlace(of name: FieldName) -> Int? {
        // Few names have the same length, so the bytes rarely have to be compared.
        let count = UInt32(truncatingIfNeeded: name.rawName.utf8.count)
        let entries = entries.span
        for index in entries.indices where entries[index].nameLength == count {
            if matches(entries[index], name) { return index }
        }
        return nil
    }

    /// True if the name of any field begins with the given characters, which must be lowercase.
    ///
    /// - Complexity: Compares a few bytes of each field. A false result saves the lookups of all
    ///   names that begin with these characters.
    package func hasNames(beginningWith start: StaticString) -> Bool {
        let count = start.utf8CodeUnitCount
        return entries.contains { entry in
            guard entry.nameLength >= count else { return false }
            for offset in 0..<count {
                let byte = buffer[Int(entry.nameStart) + offset].lowercased
                if unsafe byte != start.utf8Start[offset] { return false }
            }
            return true
        }
    }

    // MARK: - Writing

    /// Adds a field at the end, even if the name is already present.
    public mutating func append(_ value: String, to name: FieldName) {
        entries.append(store(name: name.rawName, value: value))
    }

    /// Adds a field at the end; its value must hold no control characters.
    package mutating func append(plain value: Span<UInt8>, to name: FieldName) {
        entries.append(store(name: name.rawName, value: value))
    }

    /// Adds the fields of another section whose names do not occur in this one.
    package mutating func addMissing(from others: Fields) {
        if isEmpty {
            self = others
            return
        }
        let own = entries
        for entry in others.entries {
            let name = others.nameBytes(of: entry)
            let isThere = own.contains { nameBytes(of: $0).isSameName(as: name) }
            if isThere { continue }
            entries.append(store(name: name.span, value: others.valueBytes(of: entry).span))
        }
    }

    /// Removes every field of the name.
    public mutating func removeAll(_ name: FieldName) {
        let (buffer, count) = (buffer, entries.count)
        entries.removeAll { Self.matches($0, name, in: buffer) }
        if entries.count < count { areLines = false }
    }

    /// True if a value can be sent unchanged: it holds no control character except tabs (RFC 9110
    /// §5.5).
    public static func isValid(_ value: some StringProtocol) -> Bool {
        value.utf8.allSatisfy { !FieldText.isControl($0) }
    }

    // MARK: - Storage

    /// Reserves memory for more fields in one step; if the storage is shared, it is copied first.
    package mutating func reserve(_ fields: Int, bytes: Int) {
        buffer.reserveCapacity(buffer.count + bytes)
        entries.reserveCapacity(entries.count + fields)
    }

    private mutating func store(name: String, value: Span<UInt8>) -> Entry {
        store(name: name.utf8Span.span, value: value)
    }

    private mutating func store(name: Span<UInt8>, value: Span<UInt8>) -> Entry {
        let start = buffer.count
        buffer.append(addingCapacity: name.count + value.count + 4) { line in
            line.append(name)
            line.append(UInt8(ascii: ":"))
            line.append(0x20)
            line.append(value)
            line.append(0x0D)
            line.append(0x0A)
        }
        return Entry(
            nameStart: start,
            nameLength: name.count,
            valueStart: start + name.count + 2,
            valueLength: value.count
        )
    }

    private mutating func store(name: String, value: String) -> Entry {
        let bytes = value.utf8Span.span
        let isPlain = FieldText.isPlain(bytes)
        let entry = store(name: name, value: bytes)
        if isPlain { return entry }
        for index in entry.valueRange where FieldText.isControl(buffer[index]) {
            buffer[index] = 0x20
        }
        return entry
    }

    private func matches(_ entry: Entry, _ name: FieldName) -> Bool {
        Self.matches(entry, name, in: buffer)
    }

    private static func matches(_ entry: Entry, _ name: FieldName, in buffer: [UInt8]) -> Bool {
        guard name.rawName.utf8.count == Int(entry.nameLength) else { return false }
        let wanted = name.rawName.utf8Span.span
        let found = buffer.span.extracting(entry.nameRange)
        for index in wanted.indices where found[index].lowercased != wanted[index].lowercased {
            return false
        }
        return true
    }

    package func nameBytes(of entry: Entry) -> ArraySlice<UInt8> {
        buffer[entry.nameRange]
    }

    package func valueBytes(of entry: Entry) -> ArraySlice<UInt8> {
        buffer[entry.valueRange]
    }

    /// Returns the text of a value: UTF-8 if its bytes are valid, else ISO 8859-1, the historic
    /// encoding.
    package func value(of entry: Entry) -> String {
        let bytes = valueBytes(of: entry)
        // Nearly all values are ASCII, which needs no validation.
        if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}

extension ArraySlice<UInt8> {
    /// True if two names are equal without regard to case.
    fileprivate func isSameName(as other: ArraySlice<UInt8>) -> Bool {
        count == other.count && zip(self, other).allSatisfy { $0.lowercased == $1.lowercased }
    }
}

// MARK: - Sequence

extension Fields: Sequence {
    /// One field of a section.
    public struct Element: Sendable, Hashable {
        /// The field's name.
        public let name: FieldName
        /// The field's value.
        public let value: String
    }

    /// Returns the fields, in their order.
    public func makeIterator() -> some IteratorProtocol<Element> {
        entries.lazy.map { entry in
            let name = String(decoding: nameBytes(of: entry), as: UTF8.self)
            return Element(name: FieldName(known: name), value: value(of: entry))
        }.makeIterator()
    }
}

// MARK: - Equality

extension Fields: Hashable {
    /// True if two sections hold the same fields in the same order.
    public static func == (one: Fields, other: Fields) -> Bool {
        one.count == other.count && zip(one, other).allSatisfy { $0 == $1 }
    }

    /// Hashes every field.
    public func hash(into hasher: inout Hasher) {
        for field in self { hasher.combine(field) }
    }
}

// MARK: - Literals

extension Fields: ExpressibleByDictionaryLiteral {
    /// Creates a section of the given fields, in their order; a name may occur more than once.
    public init(dictionaryLiteral elements: (FieldName, String)...) {
        self.init()
        for (name, value) in elements { append(value, to: name) }
    }
}

extension Fields: CustomStringConvertible {
    /// The names of the fields; values may be secrets and are left out.
    public var description: String {
        "[" + map(\.name.rawName).joined(separator: ", ") + "]"
    }
}
