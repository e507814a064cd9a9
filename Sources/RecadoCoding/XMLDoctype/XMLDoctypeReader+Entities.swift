// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XMLDoctypeReader {
    // MARK: - Declarations

    /// Reads the declaration of an entity (XML 1.0 §4.2).
    mutating func entity() throws(Problem) {
        try blank()
        var isParameter = false
        if source[at] == UInt8(ascii: "%") {
            at += 1
            try blank()
            isParameter = true
        }
        let name = try name(isSimple: true)
        try blank()
        let byte = source[at]
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
            let text = try entityValue()
            skip()
            try expect(">")
            if isParameter { declare(name, parameter: text) } else { declare(name, text) }
            return
        }
        _ = try identifier(isNotation: false)
        var kind = XMLDoctype.Entity.Kind.external
        let isSpaced = skip()
        if !isParameter, take("NDATA") {
            guard isSpaced else { throw problem(.blank) }
            try blank()
            _ = try self.name(isSimple: true)
            kind = .unparsed
            skip()
        }
        try expect(">")
        if isParameter { declare(name, parameter: nil) } else { declare(name, nil, kind) }
    }

    /// Declares a parameter entity, unless it is already declared (§4.2).
    private mutating func declare(_ name: [UInt8], parameter text: [UInt8]?) {
        guard !isBlind, parameters[name] == nil else { return }
        parameters.updateValue(text, forKey: name)
    }

    private mutating func declare(
        _ name: [UInt8],
        _ text: [UInt8]?,
        _ kind: XMLDoctype.Entity.Kind = .internal
    ) {
        guard !isBlind, doctype.entities[name] == nil else { return }
        doctype.entities[name] = doctype.texts.count
        var entity = XMLDoctype.Entity(kind: kind)
        if let text {
            entity.offset = append(text)
            entity.length = text.count
        }
        doctype.texts.append(entity)
    }

    /// Appends the text of an entity; returns its offset in the extended source.
    private mutating func append(_ text: [UInt8]) -> Int {
        let offset = parser.textStart + doctype.bytes.count
        doctype.bytes += text
        doctype.bytes.append(0)
        return offset
    }

    /// Appends the name and the default of an attribute to the extended source.
    mutating func store(_ name: [UInt8], _ value: [UInt8]) -> XMLDoctype.Default {
        let start = append(name)
        let offset = append(value)
        var local = start
        if parser.processesNamespaces, let colon = name.firstIndex(of: UInt8(ascii: ":")) {
            local += colon + 1
        }
        return XMLDoctype.Default(
            key: name,
            name: XMLParser.Name(start, local, start + name.count),
            text: XMLParser.Text(offset, value.count, isWide: value.contains { $0 >= 0x80 })
        )
    }

    /// Reads the text of an entity: replaces character references and keeps entity references.
    private mutating func entityValue() throws(Problem) -> [UInt8] {
        let (start, end) = try literal()
        try check(start, end)
        var text: [UInt8] = []
        var next = start
        while next < end {
            let byte = source[next]
            switch byte {
            case UInt8(ascii: "%"):
                // In the value of an entity, only the external subset may refer to a parameter
                // entity (§2.8, PEs in Internal Subset).
                throw problem(.parameter, next)
            case UInt8(ascii: "&") where source[next + 1] == UInt8(ascii: "#"):
                let scalar: Unicode.Scalar
                do throws(Problem) {
                    (scalar, next) = try XMLParser.characterReference(source, next, end)
                } catch { throw problem(.characterReference, next) }
                text += String(scalar).utf8
                continue
            case UInt8(ascii: "&"):
                let stop = reference(source, next + 1)
                guard stop > next + 1 else { throw problem(.reference, next) }
                text += source.bytes(next, stop)
                next = stop
                continue
            case 0x0D where open.isEmpty:
                if source[next + 1] != 0x0A { text.append(0x0A) }
            default: text.append(byte)
            }
            next += 1
        }
        return text
    }

    /// Returns the index after an entity's name and semicolon; the start itself if there is no such
    /// name.
    private func reference(_ source: ByteReader, _ start: Int) -> Int {
        let end = parser.processesNamespaces ? source.simpleNameEnd(start) : source.nameEnd(start)
        return end > start && source[end] == UInt8(ascii: ";") ? end + 1 : start
    }

    // MARK: - Parameter entities

    /// Reads the declarations in a parameter entity.
    mutating func parameterReference() throws(Problem) {
        let start = at
        at += 1
        let name = try name(isSimple: true)
        try expect(";")
        if open.isEmpty { place = start }
        doctype.isIncomplete = true
        guard let known = parameters[name] else {
            guard !parser.isStandalone else { throw problem(.undeclared, start) }
            return skipUnread()
        }
        guard let text = known else { return skipUnread() }
        guard !open.contains(name) else { throw problem(.recursion, start) }
        guard open.count < parser.limits.entityDepth else { throw problem(.entityDepth, start) }
        try parser.count(text.count, place)
        let outer = (source, at, limit)
        open.append(name)
        try ByteReader.lending(text) { bytes throws(Problem) in
            source = bytes
            at = 0
            limit = text.count
            try declarations()
        }
        open.removeLast()
        (source, at, limit) = outer
    }

    private mutating func skipUnread() {
        if !parser.isStandalone { isBlind = true }
    }
}
