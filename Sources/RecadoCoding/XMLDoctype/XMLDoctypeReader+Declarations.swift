// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XMLDoctypeReader {
    /// Reads declarations up to the end of the subset or of the parameter entity.
    mutating func declarations() throws(Problem) {
        while true {
            skip()
            switch source[at] {
            case UInt8(ascii: "]") where open.isEmpty: return
            case UInt8(ascii: "%"): try parameterReference()
            case UInt8(ascii: "<"): try declaration()
            default:
                guard at >= limit, !open.isEmpty else { throw problem(.subset) }
                return
            }
        }
    }

    private mutating func declaration() throws(Problem) {
        if source.has("<!--", at: at) {
            try section(at + 4, UInt8(ascii: "-"))
        } else if take("<!ELEMENT") {
            try element()
        } else if take("<!ATTLIST") {
            try attributeList()
        } else if take("<!ENTITY") {
            try entity()
        } else if take("<!NOTATION") {
            try notation()
        } else if source.has("<?", at: at) {
            at += 2
            let start = at
            let target = try name(isSimple: true)
            if target.count == 3, source.half(at: start) & 0xDF_DFDF == 0x4C_4D58 {
                throw problem(.target, start)
            }
            if !source.has("?>", at: at) { try blank() }
            try section(at, UInt8(ascii: "?"))
        } else {
            throw problem(.subset)
        }
    }

    private mutating func section(_ start: Int, _ mark: UInt8) throws(Problem) {
        do throws(Problem) {
            at = try source.section(start, until: mark, limit).next
        } catch {
            throw placed(error)
        }
    }

    private mutating func notation() throws(Problem) {
        try blank()
        let name = try name(isSimple: true)
        try blank()
        let (publicID, systemID) = try identifier(isNotation: true)
        skip()
        try expect(">")
        let text = String(decoding: name, as: UTF8.self)
        notations.append(.init(name: text, publicID: publicID, systemID: systemID))
    }

    // MARK: - Elements

    /// Reads the content model of an element (XML 1.0 §3.2), which is checked but not used.
    private mutating func element() throws(Problem) {
        try blank()
        _ = try name()
        try blank()
        if !take("EMPTY"), !take("ANY") {
            try expect("(")
            skip()
            if take("#PCDATA") { try mixed() } else { try children() }
        }
        skip()
        try expect(">")
    }

    private mutating func mixed() throws(Problem) {
        var hasNames = false
        while true {
            skip()
            if take(")") {
                let isRepeated = take("*")
                guard isRepeated || !hasNames else { throw problem(.subset) }
                return
            }
            try expect("|")
            skip()
            _ = try name()
            hasNames = true
        }
    }

    /// Reads nested groups of names, after the first bracket.
    private mutating func children() throws(Problem) {
        // The separator in each open group; 0 until the first separator has been read.
        var groups: [UInt8] = [0]
        while true {
            skip()
            if take("(") {
                guard groups.count < parser.limits.depth else { throw problem(.depth) }
                groups.append(0)
                continue
            }
            _ = try name()
            takeOccurrence()
            // After a name or a group come the ends of any number of groups, then a separator.
            while let separator = groups.last {
                skip()
                if take(")") {
                    groups.removeLast()
                    takeOccurrence()
                    continue
                }
                let byte = source[at]
                guard byte == UInt8(ascii: "|") || byte == UInt8(ascii: ","),
                    separator == 0 || separator == byte
                else { throw problem(.subset) }
                groups[groups.count - 1] = byte
                at += 1
                break
            }
            if groups.isEmpty { return }
        }
    }

    private mutating func takeOccurrence() {
        _ = take("?") || take("*") || take("+")
    }

    // MARK: - Attributes

    private mutating func attributeList() throws(Problem) {
        try blank()
        let element = try name()
        while true {
            let isSpaced = skip()
            if take(">") { return }
            guard isSpaced else { throw problem(.blank) }
            try attribute(of: element)
        }
    }

    private mutating func attribute(of element: [UInt8]) throws(Problem) {
        let start = at
        let name = try name()
        try blank()
        let isText = try type()
        try blank()
        let value = try defaultValue()
        if isBlind { return }
        // The list is moved out of the dictionary, so that it grows in place.
        var list = doctype.attributes.removeValue(forKey: element) ?? XMLDoctype.Attributes()
        defer { doctype.attributes[element] = list }
        // If an attribute is declared more than once, the first declaration is used (§3.3).
        guard list.declared.insert(name).inserted else { return }
        guard list.declared.count <= parser.limits.attributes else {
            throw problem(.attributes, start)
        }
        if !isText { list.tokens.insert(name) }
        if let value {
            list.defaults.append(store(name, isText ? value : XMLDoctype.tokenised(value)))
        }
    }

    /// Reads the type of an attribute; returns true if it is character data.
    private mutating func type() throws(Problem) -> Bool {
        if take("CDATA") { return true }
        if take("NOTATION") {
            try blank()
            try expect("(")
            try alternatives(areNames: true)
            return false
        }
        if take("(") {
            try alternatives(areNames: false)
            return false
        }
        // Longer words come first, because some words are prefixes of others.
        let words: [StaticString] = [
            "IDREFS", "IDREF", "ID", "ENTITIES", "ENTITY", "NMTOKENS", "NMTOKEN",
        ]
        for word in words where take(word) { return false }
        throw problem(.subset)
    }

    private mutating func alternatives(areNames: Bool) throws(Problem) {
        while true {
            skip()
            if areNames {
                _ = try name(isSimple: true)
            } else {
                let end = source.nameTokenEnd(at)
                guard end > at else { throw problem(.name) }
                at = end
            }
            skip()
            if take(")") { return }
            try expect("|")
        }
    }

    private mutating func defaultValue() throws(Problem) -> [UInt8]? {
        if take("#REQUIRED") || take("#IMPLIED") { return nil }
        if take("#FIXED") { try blank() }
        let (start, end) = try literal()
        try check(start, end)
        var value: [UInt8] = []
        // The declarations are moved to the parser, so that they are not copied when they change.
        parser.doctype = doctype
        defer { (parser.doctype, parser.origin) = (nil, nil) }
        (parser.origin, parser.limit) = (open.isEmpty ? nil : place, limit)
        do throws(Problem) {
            _ = try parser.appendValue(source, start, end, nil, open.isEmpty, &value)
        } catch { throw placed(error) }
        return value
    }
}
