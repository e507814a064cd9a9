// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XMLParser {
    /// Adds the defaults, resolves the namespaces and compares the attributes of a start tag.
    ///
    /// Namespaces are looked up only if a name in the tag has a prefix, if an attribute may declare
    /// a namespace, or if the document has a document type declaration.
    @inline(__always)
    mutating func finishTag(_ source: ByteReader, _ isQualified: Bool) throws(Problem) {
        if hasDoctype, !isEmptyDoctype { try applyDeclarations(source) }
        if !processesNamespaces {
            // Without namespaces, names stay unresolved.
        } else if isQualified || hasDoctype || name.local != name.start {
            try resolve(source)
        } else {
            name.namespace = namespaces.defaultNumber
        }
        if attributes.count > 1 { try compareAttributes(source) }
    }

    private var isEmptyDoctype: Bool { doctype?.attributes.isEmpty ?? true }

    // MARK: - Defaults

    /// Normalizes the values of attributes with a tokenized type, and adds missing attributes.
    private mutating func applyDeclarations(_ source: ByteReader) throws(Problem) {
        let bytes = source.bytes(Int(name.start), Int(name.end))
        guard let declared = doctype?.attributes[bytes] else { return }
        var own: Set<[UInt8]> = []
        for place in attributes.indices {
            let name = attributes[place].name
            let key = source.bytes(Int(name.start), Int(name.end))
            own.insert(key)
            if declared.tokens.contains(key) { tokenise(place, source) }
        }
        for value in declared.defaults where !own.contains(value.key) {
            guard attributes.count < limits.attributes else {
                throw Problem(.attributes, tokenStart)
            }
            try count(value.key.count + Int(value.text.length), tokenStart)
            var attribute = Attribute(name: value.name)
            attribute.text = value.text
            attributes.append(attribute)
        }
    }

    /// Reduces the white space between the words of a value to single spaces (XML 1.0 §3.3.3).
    private mutating func tokenise(_ place: Int, _ source: ByteReader) {
        let value = bytes(of: attributes[place].text, source)
        let normal = XMLDoctype.tokenised(value)
        guard normal.count != value.count else { return }
        let isWide = attributes[place].text.isWide
        attributes[place].text = Text(side.count, normal.count, isSide: true, isWide: isWide)
        side.append(contentsOf: normal)
        side.append(0)
    }

    /// Copies the bytes of a text.
    func bytes(of text: Text, _ source: ByteReader) -> [UInt8] {
        let (start, length) = (Int(text.offset), Int(text.length))
        return text.isSide
            ? Array(side[start..<(start &+ length)]) : source.bytes(start, start &+ length)
    }

    // MARK: - Namespaces

    private mutating func resolve(_ source: ByteReader) throws(Problem) {
        for place in attributes.indices { try declare(place, source) }
        for place in attributes.indices where !attributes[place].isDeclaration {
            let own = attributes[place].name
            if own.local != own.start {
                attributes[place].name.namespace = try namespaces.number(of: own.prefix, source)
            }
        }
        name.namespace =
            name.local == name.start
            ? namespaces.defaultNumber : try namespaces.number(of: name.prefix, source)
    }

    /// Declares a namespace if an attribute is a namespace declaration.
    @inline(__always)
    private mutating func declare(_ place: Int, _ source: ByteReader) throws(Problem) {
        let own = attributes[place].name
        guard source.half(at: Int(own.start)) == Self.xmln,
            source[Int(own.start) &+ 4] == UInt8(ascii: "s")
        else { return }
        let isDefault = own.local == own.start && own.length == 5
        guard isDefault || own.local == own.start &+ 6 else { return }
        attributes[place].isDeclaration = true
        attributes[place].name.namespace = XMLNamespaces.xmlns
        let prefix = isDefault ? Int(own.end)..<Int(own.end) : Int(own.local)..<Int(own.end)
        let text = attributes[place].text
        let (start, length) = (Int(text.offset), Int(text.length))
        guard text.isSide else {
            return try namespaces.declare(prefix, source.slice(start, length), source)
        }
        let value = Array(side[start..<(start &+ length)])
        try ByteReader.lending(value) { value throws(Problem) in
            try namespaces.declare(prefix, value, source)
        }
    }

    // MARK: - Duplicates

    /// The number of attributes up to which duplicates are found by comparing pairs.
    private static let few = 8

    private mutating func compareAttributes(_ source: ByteReader) throws(Problem) {
        guard attributes.count <= Self.few else { return try compareManyAttributes(source) }
        for place in 1..<attributes.count {
            let one = attributes[place].name
            for other in 0..<place where isEqual(one, attributes[other].name, source) {
                throw Problem(.duplicate, Int(one.start))
            }
        }
    }

    @inline(__always)
    private func isEqual(_ one: Name, _ other: Name, _ source: ByteReader) -> Bool {
        one.length == other.length && one.namespace == other.namespace
            && source.isEqual(Int(one.local), Int(other.local), one.length)
    }

    private mutating func compareManyAttributes(_ source: ByteReader) throws(Problem) {
        var seen = Set<ElementName>(minimumCapacity: attributes.count)
        for attribute in attributes {
            let own = attribute.name
            let local = source.slice(Int(own.local), own.length)
            let name = ElementName(local: local, namespace: Int(own.namespace), isAttribute: true)
            guard seen.insert(name).inserted else { throw Problem(.duplicate, Int(own.start)) }
        }
    }
}
