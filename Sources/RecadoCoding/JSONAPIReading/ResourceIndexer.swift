// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Finds the resources and identifiers in a parsed JSON text and marks their nodes.
///
/// It also checks the rules of JSON:API, and throws with the position of a violation.
struct ResourceIndexer {
    let format: JSONAPI
    /// The parsed JSON, whose nodes are marked in place.
    let document: Document
    let texts: NodeView
    var table = ResourceTable.Builder()
    /// The node indexes of the identifiers that have a local name instead of an identity.
    private var localLinks: [Int] = []
    /// The node index of the primary data, or 0 if there is none.
    private(set) var data = 0

    private init(_ document: Document, _ format: JSONAPI, _ texts: NodeView) {
        (self.document, self.format, self.texts) = (document, format, texts)
    }

    /// Parses a JSON:API document.
    static func document(_ bytes: [UInt8], _ format: JSONAPI) throws(CodingError) -> Document {
        let json = try Document.json(bytes, format.json)
        let table = try ByteReader.lending(json.bytes) { bytes throws(CodingError) in
            try ByteReader.lending(json.side) { side throws(CodingError) in
                let texts = json.nodes.view(over: bytes, side: side)
                var indexer = ResourceIndexer(json, format, texts)
                try indexer.index()
                return ResourceTable(indexer.table)
            }
        }
        return Document(
            bytes: json.bytes,
            side: json.side,
            nodes: json.nodes,
            notation: JSONAPINotation.self,
            resources: table
        )
    }

    private mutating func index() throws(CodingError) {
        guard node(0).kind == .object else {
            throw failure(.typeMismatch, "expected a document of JSON:API, which is an object", 0)
        }
        if format.isStrict { try checkDocument() }
        data = member(.data, of: 0)
        let included = member(.included, of: 0)
        try checkTop(included)
        if data != 0 { try indexData() }
        if included != 0 {
            try need(.array, included, "an array of resources")
            for resource in elements(of: included) { try indexResource(resource, isIncluded: true) }
        }
        for link in localLinks where target(of: link) == nil {
            throw failure(
                .invalidValue,
                "expected the local name of a resource in this document",
                member(.lid, of: link)
            )
        }
        if format.checksFullLinkage { try checkLinkage() }
        if let include = format.include { restrict(to: include) }
    }

    private func checkTop(_ included: Int) throws(CodingError) {
        let errors = member(.errors, of: 0)
        if data != 0, errors != 0 {
            throw failure(.invalidValue, "expected either data or errors, found both", errors)
        }
        if included != 0, data == 0 {
            throw failure(.invalidValue, "expected data where there is included", included)
        }
        let hasExtension = members(of: 0).contains {
            texts.slice(of: node($0)).firstIndex(of: UInt8(ascii: ":")) != nil
        }
        if data == 0, errors == 0, member(.meta, of: 0) == 0, !hasExtension {
            throw failure(.keyNotFound, "expected data, errors or meta", 0)
        }
        if errors != 0 { try need(.array, errors, "an array of errors") }
    }

    private mutating func indexData() throws(CodingError) {
        switch node(data).kind {
        case .null: break
        case .object: try indexResource(data, isIncluded: false)
        case .array:
            for resource in elements(of: data) { try indexResource(resource, isIncluded: false) }
        default:
            throw failure(.typeMismatch, "expected a resource, an array of them or null", data)
        }
    }

    // MARK: - Resources

    private mutating func indexResource(_ index: Int, isIncluded: Bool) throws(CodingError) {
        guard table.entries.count < format.limits.resources else {
            let most = format.limits.resources
            throw failure(.tooLarge, "expected no more than \(most) resources", index)
        }
        try need(.object, index, "a resource")
        mark(index, .resource)
        var entry = try identity(of: index)
        entry.isIncluded = isIncluded
        if isIncluded, entry.id == 0, entry.lid == 0 {
            throw failure(.keyNotFound, "expected an id", index)
        }
        if entry.relationships != 0 { try indexRelationships(Int(entry.relationships)) }
        if format.isStrict {
            try checkFields(of: index)
            try checkObjects([.links, .meta], of: index)
        }
        if let other = table.add(entry, texts) {
            let first = document.pointer(to: Int(other.node))
            throw failure(
                .duplicateKey,
                "expected each resource once, found one with the type and the id of \(first)",
                index
            )
        }
    }

    /// Reads the type and identity of an object; makes the identity an untyped text, which models
    /// may read as any scalar type.
    private mutating func identity(of object: Int) throws(CodingError) -> ResourceTable.Entry {
        var entry = ResourceTable.Entry(node: UInt32(truncatingIfNeeded: object))
        for key in members(of: object) {
            let value = UInt32(truncatingIfNeeded: key + 1)
            if isKey(key, .type) {
                entry.type = value
            } else if isKey(key, .id) {
                entry.id = value
            } else if isKey(key, .lid) {
                entry.lid = value
            } else if isKey(key, .relationships) {
                try need(.object, key + 1, "an object of relationships")
                entry.relationships = value
            } else if isKey(key, .attributes) {
                try need(.object, key + 1, "an object of attributes")
            }
        }
        guard entry.type != 0 else { throw failure(.keyNotFound, "expected a type", object) }
        try need(.string, Int(entry.type), "the name of a type, a string")
        if format.isStrict { try checkType(Int(entry.type)) }
        for name in [entry.id, entry.lid] where name != 0 {
            try need(.string, Int(name), "an identity, a string")
            document.nodes[Int(name)].kind = .text
        }
        return entry
    }

    private mutating func indexRelationships(_ object: Int) throws(CodingError) {
        for key in members(of: object) {
            let relationship = key + 1
            guard node(relationship).kind == .object else {
                if format.isStrict { try need(.object, relationship, "a relationship") }
                continue
            }
            if format.isStrict { try checkObjects([.links, .meta], of: relationship) }
            let linkage = member(.data, of: relationship)
            if linkage == 0 {
                try checkSays(relationship)
                continue
            }
            switch node(linkage).kind {
            case .null: break
            case .object: try indexLink(linkage)
            case .array: for link in elements(of: linkage) { try indexLink(link) }
            default:
                throw failure(.typeMismatch, "expected an identifier, an array or null", linkage)
            }
        }
    }

    private func checkSays(_ relationship: Int) throws(CodingError) {
        guard format.isStrict, member(.links, of: relationship) == 0,
            member(.meta, of: relationship) == 0
        else { return }
        throw failure(.keyNotFound, "expected links, data or meta", relationship)
    }

    private mutating func indexLink(_ link: Int) throws(CodingError) {
        try need(.object, link, "an identifier")
        let entry = try identity(of: link)
        guard entry.id != 0 || entry.lid != 0 else {
            throw failure(.keyNotFound, "expected an id", link)
        }
        if format.isStrict { try checkObjects([.meta], of: link) }
        mark(link, .resource)
        if format.include == nil { mark(link, .link) }
        if entry.id == 0 { localLinks.append(link) }
    }
}

// MARK: - The tree

extension ResourceIndexer {
    @inline(__always)
    func node(_ index: Int) -> Document.Node { texts.node(index) }

    /// Sets a flag of a node.
    func mark(_ index: Int, _ flag: Document.Node.Flags) {
        document.nodes[index].flags.insert(flag)
    }

    /// Returns the keys of an object, without those that are ignored because another key is equal.
    func members(of object: Int) -> Children { Children(texts, of: object, .object, step: 1) }

    /// Returns the node indexes of an array's elements.
    func elements(of array: Int) -> Children { Children(texts, of: array, .array, step: 0) }

    @inline(__always)
    func isKey(_ key: Int, _ name: MemberToken) -> Bool { texts.isKey(key, name) }

    /// Returns the node index of a member's value, or 0 if there is none.
    func member(_ name: MemberToken, of object: Int) -> Int {
        for key in members(of: object) where isKey(key, name) { return key + 1 }
        return 0
    }

    /// Returns the resource to which an identifier refers, or `nil` if there is none.
    func target(of link: Int) -> ResourceTable.Entry? {
        let type = member(.type, of: link)
        let id = member(.id, of: link)
        if id != 0 { return table.find(type, id, isLocal: false, in: texts) }
        return table.find(type, member(.lid, of: link), isLocal: true, in: texts)
    }

    /// Returns the node indexes of the identifiers in a relationship.
    func links(of relationship: Int) -> [Int] {
        let linkage = member(.data, of: relationship)
        switch linkage == 0 ? .null : node(linkage).kind {
        case .object: return [linkage]
        case .array: return Array(elements(of: linkage))
        default: return []
        }
    }

    func need(
        _ kind: Document.Node.Kind,
        _ index: Int,
        _ expectation: String
    ) throws(CodingError) {
        let found = node(index).kind
        guard found != kind else { return }
        throw failure(.typeMismatch, "expected \(expectation), found \(found.name)", index)
    }

    func failure(_ code: CodingError.Code, _ message: String, _ index: Int) -> CodingError {
        CodingError(
            code,
            message,
            pointer: document.pointer(to: index),
            place: document.place(of: index)
        )
    }
}

extension ResourceIndexer {
    /// A sequence of the node indexes of keys or elements.
    struct Children: Sequence, IteratorProtocol {
        private let texts: NodeView
        private var position: Int
        private let end: Int
        /// The distance from a key to its value; 0 for elements.
        private let step: Int

        /// Creates the sequence of a container's children; it is empty if the node has another
        /// kind.
        init(_ texts: NodeView, of index: Int, _ kind: Document.Node.Kind, step: Int) {
            let node = texts.node(index)
            (self.texts, self.step) = (texts, step)
            (position, end) = (index + 1, node.kind == kind ? node.end : 0)
        }

        mutating func next() -> Int? {
            while position < end {
                let index = position
                position = texts.end(of: index + step)
                if step == 0 || !texts.node(index).isShadowed { return index }
            }
            return nil
        }
    }
}
