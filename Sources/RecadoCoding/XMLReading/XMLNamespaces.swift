// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The namespaces of a document by number, and the prefixes that are bound at the current position.
struct XMLNamespaces {
    /// The namespaces of the document, each with a number.
    private(set) var names = NamespaceNames()
    /// The numbers of all namespaces after the first `few`, by name; only the first `few` are
    /// searched linearly.
    private var numbers: [[UInt8]: Int16] = [:]
    /// The number of the default namespace, which applies to elements without a prefix.
    private(set) var defaultNumber: Int16 = 0
    /// All prefixes that were ever declared.
    private var prefixes: [Prefix] = []
    /// The indexes of all prefixes after the first `few`, by their bytes; only the first `few` are
    /// searched linearly.
    private var index: [[UInt8]: Int] = [:]
    /// For each namespace declaration in the open elements, the previous namespace of its prefix,
    /// or the previous default namespace.
    ///
    /// The previous namespace applies again when the element ends. Its number is −1 if the prefix
    /// had no namespace.
    private(set) var undo: [Change] = []
    private let limit: Int

    static let xml: Int16 = 1
    static let xmlns: Int16 = 2
    static let schemaInstance: Int16 = 3

    /// The number of prefixes, and of namespaces without a fixed number, that are searched
    /// linearly, because hashing would take longer.
    private static let few = 8

    private struct Prefix {
        var offset: Int
        let length: Int
        /// The number of the prefix's namespace, or −1 if it has none at the current position.
        var number: Int16
    }

    struct Change {
        /// The index of the prefix, or −1 for the default namespace.
        let prefix: Int
        let number: Int16
    }

    init(limit: Int) {
        self.limit = min(limit, 32_000)
    }

    /// Declares a prefix, or the default namespace if the prefix is empty.
    mutating func declare(
        _ prefix: Range<Int>,
        _ value: ByteReader,
        _ source: ByteReader
    ) throws(XMLProblem) {
        let at = prefix.lowerBound
        let isXML = prefix.count == 3 && source.has("xml", at: at)
        let known = number(of: value)
        // Namespaces in XML 1.0 §3: `xml` and `xmlns` and their namespaces are reserved.
        if prefix.count == 5, source.has("xmlns", at: at) { throw XMLProblem(.reserved, at) }
        if isXML != (known == Self.xml) || known == Self.xmlns {
            throw XMLProblem(.reserved, at)
        }
        if value.isEmpty, !prefix.isEmpty { throw XMLProblem(.unbinding, at) }
        if isXML { return }
        if undo.isEmpty { undo.reserveCapacity(4) }
        var number = known ?? 0
        if known == nil { number = try add(value, at) }
        if prefix.isEmpty {
            undo.append(Change(prefix: -1, number: defaultNumber))
            defaultNumber = number
        } else {
            let found = find(prefix, source)
            let place: Int
            if let found { place = found } else { place = try add(prefix, source) }
            undo.append(Change(prefix: place, number: prefixes[place].number))
            prefixes[place].number = number
        }
    }

    /// Returns the number of the namespace for a prefix.
    func number(of prefix: Range<Int>, _ source: ByteReader) throws(XMLProblem) -> Int16 {
        if let place = find(prefix, source), prefixes[place].number >= 0 {
            return prefixes[place].number
        }
        if prefix.count == 3, source.has("xml", at: prefix.lowerBound) { return Self.xml }
        let isReserved = prefix.count == 5 && source.has("xmlns", at: prefix.lowerBound)
        throw XMLProblem(isReserved ? .reserved : .prefix, prefix.lowerBound)
    }

    /// Undoes all namespace declarations after the first `count`.
    mutating func restore(_ count: Int) {
        while undo.count > count, let change = undo.popLast() {
            if change.prefix < 0 {
                defaultNumber = change.number
            } else {
                prefixes[change.prefix].number = change.number
            }
        }
    }

    /// Copies the prefixes to the end of other bytes; their offsets refer to these bytes
    /// afterwards.
    mutating func move(from source: ByteReader, to bytes: inout [UInt8]) {
        for place in prefixes.indices {
            let prefix = prefixes[place]
            prefixes[place].offset = bytes.count
            source.slice(prefix.offset, prefix.length).append(to: &bytes)
        }
    }

    /// Adjusts the offsets of the prefixes after bytes were inserted before them.
    mutating func shift(by count: Int) {
        for place in prefixes.indices { prefixes[place].offset += count }
    }

    private func find(_ prefix: Range<Int>, _ source: ByteReader) -> Int? {
        let (offset, length) = (prefix.lowerBound, prefix.count)
        for place in 0..<min(prefixes.count, Self.few) {
            let known = prefixes[place]
            if known.length == length, source.isEqual(known.offset, offset, length) { return place }
        }
        guard prefixes.count > Self.few else { return nil }
        return index[source.bytes(offset, offset &+ length)]
    }

    private mutating func add(_ prefix: Range<Int>, _ source: ByteReader) throws(XMLProblem) -> Int
    {
        guard prefixes.count < limit else { throw XMLProblem(.namespaces, prefix.lowerBound) }
        let place = prefixes.count
        if place == 0 { prefixes.reserveCapacity(4) }
        prefixes.append(Prefix(offset: prefix.lowerBound, length: prefix.count, number: -1))
        if place >= Self.few {
            index[source.bytes(prefix.lowerBound, prefix.upperBound)] = place
        }
        return place
    }

    private mutating func add(
        _ name: ByteReader,
        _ at: Int
    ) throws(XMLProblem) -> Int16 {
        guard names.own.count < limit else { throw XMLProblem(.namespaces, at) }
        let number = Int16(truncatingIfNeeded: names.add(name.text))
        if names.own.count > Self.few { numbers[name.array] = number }
        return number
    }

    /// Returns the number of a namespace; `nil` if it was never declared.
    private func number(of value: ByteReader) -> Int16? {
        if let place = names.number(of: value, few: Self.few) {
            return Int16(truncatingIfNeeded: place)
        }
        return numbers.isEmpty ? nil : numbers[value.array]
    }
}
