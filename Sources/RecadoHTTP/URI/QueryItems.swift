// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The names and values of a query or of a form, decoded and in their order.
///
/// A name may occur more than once:
///
/// ```swift
/// var items: QueryItems = ["genre": "drama", "genre": "comedy"]
/// items.append(page.map(String.init), to: "page")   // nothing when there is no page
/// items["genre"]                                    // drama
/// items[all: "genre"]                               // drama, comedy
/// items.encoded                                     // genre=drama&genre=comedy
/// ```
///
/// An item without `=` has an empty value and is written with `=`.
public struct QueryItems: Sendable, Hashable {
    /// A name and its value.
    public struct Item: Sendable, Hashable {
        /// The decoded name, which is compared exactly.
        public var name: String
        /// The decoded value; empty for an item without `=`.
        public var value: String

        /// Creates an item from a decoded name and a decoded value.
        ///
        /// - Parameters:
        ///   - name: The name.
        ///   - value: The value.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The default limit on the number of items, which is higher than a form filled in by hand
    /// needs.
    public static let defaultLimit = 1000

    private var items: [Item]

    /// Creates an empty list.
    public init() {
        items = []
    }

    /// Creates a list of items.
    public init(_ items: some Sequence<Item>) {
        self.items = Array(items)
    }

    /// Parses an escaped query or the content of a form (WHATWG URL §5.1).
    ///
    /// `+` means a space, and a `%` that begins no escape is kept, as in browsers.
    ///
    /// - Parameters:
    ///   - text: The escaped query without its question mark, or the form.
    ///   - limit: The greatest number of items to accept.
    /// - Throws: ``QueryItemsError`` if there are more items, or if an item is not UTF-8.
    public init(
        parsing text: some StringProtocol,
        limit: Int = QueryItems.defaultLimit
    ) throws(QueryItemsError) {
        items = []
        let bytes = Array(text.utf8)
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "&")) ?? bytes.count
            let pair = bytes[start..<end]
            start = end + 1
            guard !pair.isEmpty else { continue }
            guard items.count < limit else { throw QueryItemsError(.tooMany(limit: limit)) }
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? end
            let (name, value) = (pair[..<equals], pair[equals...].dropFirst())
            guard let name = Self.text(name), let value = Self.text(value) else {
                throw QueryItemsError(.notUTF8(index: items.count))
            }
            items.append(Item(name: name, value: value))
        }
    }

    /// Parses an untrusted query whose text a server will compare character by character.
    ///
    /// - Parameters:
    ///   - text: The query, without its question mark.
    ///   - limit: The greatest number of items to accept.
    /// - Throws: ``QueryItemsError``, also for a letter with more than 30 combining marks (Unicode
    ///   Standard Annex #15).
    public init(comparing text: some StringProtocol, limit: Int) throws(QueryItemsError) {
        try self.init(parsing: text, limit: limit)
        let unfit = items.firstIndex { !$0.name.isStreamSafe || !$0.value.isStreamSafe }
        if let unfit { throw QueryItemsError(.tooManyMarks(index: unfit)) }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
        String(validating: PercentEncoding.decodeForm(bytes: bytes.span), as: UTF8.self)
    }

    // MARK: - Reading

    /// The first value of a name; setting it replaces every value of that name.
    public subscript(name: String) -> String? {
        get { items.first { $0.name.utf8.elementsEqual(name.utf8) }?.value }
        set {
            guard let newValue else { return removeAll(name) }
            guard let first = items.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) })
            else {
                return append(newValue, to: name)
            }
            items[first].value = newValue
            let rest = items[(first + 1)...].filter { $0.name != name }
            items.replaceSubrange((first + 1)..., with: rest)
        }
    }

    /// Every value of a name, in order.
    public subscript(all name: String) -> [String] {
        items.filter { $0.name.utf8.elementsEqual(name.utf8) }.map(\.value)
    }

    // MARK: - Writing

    /// Adds an item at the end; does nothing if the value is `nil`.
    public mutating func append(_ value: String?, to name: String) {
        if let value { items.append(Item(name: name, value: value)) }
    }

    /// Adds the items of another list.
    public mutating func append(contentsOf others: some Sequence<Item>) {
        items.append(contentsOf: others)
    }

    /// Removes every value of a name.
    public mutating func removeAll(_ name: String) {
        items.removeAll { $0.name.utf8.elementsEqual(name.utf8) }
    }

    /// The list as a URI's query: spaces are `%20`.
    public var encoded: String { encoded(keeping: .query) }

    /// The list as `application/x-www-form-urlencoded` content: spaces are `+` (WHATWG URL §5.2).
    public var formEncoded: String { encoded(keeping: .form) }

    private func encoded(keeping kept: PercentEncoding.CharacterSet) -> String {
        var output: [UInt8] = []
        for item in items {
            if !output.isEmpty { output.append(UInt8(ascii: "&")) }
            PercentEncoding.append(item.name.utf8Span.span, keeping: kept, to: &output)
            output.append(UInt8(ascii: "="))
            PercentEncoding.append(item.value.utf8Span.span, keeping: kept, to: &output)
        }
        return String(decoding: output, as: UTF8.self)
    }
}

// MARK: - Conformances

extension QueryItems: RandomAccessCollection {
    /// The position of the first item.
    public var startIndex: Int { items.startIndex }
    /// The position after the last item.
    public var endIndex: Int { items.endIndex }
    /// The item at a position.
    public subscript(position: Int) -> Item { items[position] }
}

extension QueryItems: ExpressibleByDictionaryLiteral {
    /// Creates a list of names and values, in their order; a name may occur more than once.
    public init(dictionaryLiteral elements: (String, String)...) {
        items = elements.map { Item(name: $0, value: $1) }
    }
}

extension QueryItems: CustomStringConvertible {
    /// The names of the items; values may be secrets and are left out.
    public var description: String {
        "[" + items.map(\.name).joined(separator: ", ") + "]"
    }
}
