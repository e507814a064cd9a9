// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XMLParser {
    /// The meaning of a reference, and the index after the reference.
    struct Reference {
        enum Meaning {
            case scalar(Unicode.Scalar)
            /// An entity, identified by its number.
            case entity(Int)
            /// The reference itself, which is kept as text.
            case literal
        }

        let meaning: Meaning
        let next: Int
    }

    /// Reads the reference at an ampersand (XML 1.0 §4.1).
    mutating func reference(_ source: ByteReader, _ at: Int) throws(Problem) -> Reference {
        if source[at &+ 1] == UInt8(ascii: "#") {
            let (scalar, next) = try Self.characterReference(source, at, limit)
            return Reference(meaning: .scalar(scalar), next: next)
        }
        let start = at &+ 1
        if let (byte, length) = Self.predefined(source, start) {
            return Reference(meaning: .scalar(Unicode.Scalar(byte)), next: start &+ length)
        }
        let end = processesNamespaces ? source.simpleNameEnd(start) : source.nameEnd(start)
        guard end > start, source[end] == UInt8(ascii: ";") else {
            throw end >= limit ? Problem(.end, end) : Problem(.reference, at)
        }
        guard let doctype, let entity = doctype.entities[source.bytes(start, end)] else {
            if keepsUnknownReferences { return Reference(meaning: .literal, next: end &+ 1) }
            let mayBeElsewhere = doctype?.isIncomplete == true && !isStandalone
            throw Problem(mayBeElsewhere ? .unread : .undeclared, at)
        }
        if keepsUnknownReferences, doctype.texts[entity].kind != .internal {
            return Reference(meaning: .literal, next: end &+ 1)
        }
        return Reference(meaning: .entity(entity), next: end &+ 1)
    }

    /// Returns the character of one of the five predefined entities (XML 1.0 §4.6), and the length
    /// of its name with the semicolon; `nil` for other entities.
    @inline(__always)
    static func predefined(_ source: ByteReader, _ at: Int) -> (character: UInt8, length: Int)? {
        let word = source.word(at: at)
        switch word & 0xFF_FFFF {
        case 0x3B_746C: return (UInt8(ascii: "<"), 3)
        case 0x3B_7467: return (UInt8(ascii: ">"), 3)
        default: break
        }
        switch word & 0xFF_FFFF_FFFF {
        case 0x3B_746F_7571: return (UInt8(ascii: "\""), 5)
        case 0x3B_736F_7061: return (UInt8(ascii: "'"), 5)
        default: return word & 0xFFFF_FFFF == 0x3B70_6D61 ? (UInt8(ascii: "&"), 4) : nil
        }
    }

    /// Reads `&#…;` or `&#x…;`.
    static func characterReference(
        _ source: ByteReader,
        _ at: Int,
        _ limit: Int
    ) throws(Problem) -> (Unicode.Scalar, next: Int) {
        let isHex = source[at &+ 2] == UInt8(ascii: "x")
        let start = isHex ? at &+ 3 : at &+ 2
        var value: UInt32 = 0
        var next = start
        while let digit = digit(source[next], isHex) {
            // Values above U+10FFFF are clamped, because all of them are invalid.
            value = min(value &* (isHex ? 16 : 10) &+ digit, 0x11_0000)
            next &+= 1
        }
        guard next > start, source[next] == UInt8(ascii: ";") else {
            throw next >= limit ? Problem(.end, next) : Problem(.characterReference, at)
        }
        guard ByteReader.isCharacter(value), let scalar = Unicode.Scalar(value) else {
            throw Problem(.characterReference, at)
        }
        return (scalar, next &+ 1)
    }

    private static func digit(_ byte: UInt8, _ isHex: Bool) -> UInt32? {
        switch byte {
        case 0x30...0x39: UInt32(byte) &- 0x30
        case 0x41...0x46 where isHex: UInt32(byte) &- 0x37
        case 0x61...0x66 where isHex: UInt32(byte) &- 0x57
        default: nil
        }
    }

    /// Appends a character in UTF-8.
    static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        if scalar.isASCII {
            bytes.append(UInt8(truncatingIfNeeded: scalar.value))
        } else {
            bytes.append(contentsOf: String(scalar).utf8)
        }
    }

    // MARK: - Entities

    /// Starts to read the text of an entity in place of its reference.
    mutating func enter(_ number: Int, _ start: Int, _ next: Int) throws(Problem) {
        let entity = try use(number, start)
        let frame = Frame(entity: number, start: start, position: next, limit: limit, floor: floor)
        frames.append(frame)
        floor = elements.count
        position = entity.offset
        limit = entity.offset &+ entity.length
    }

    /// Ends an entity; returns the index after its reference, where reading continues.
    mutating func leave(_ frame: Frame) -> Int {
        frames.removeLast()
        floor = frame.floor
        limit = frame.limit
        return frame.position
    }

    /// Checks a reference to an entity and counts the bytes that it adds, by the rules of expat and
    /// libxml2.
    private mutating func use(_ number: Int, _ at: Int) throws(Problem) -> XMLDoctype.Entity {
        guard let entity = doctype?.texts[number] else { throw Problem(.undeclared, at) }
        switch entity.kind {
        case .external: throw Problem(.external, at)
        case .unparsed: throw Problem(.unparsed, at)
        case .`internal`: break
        }
        guard !frames.contains(where: { $0.entity == number }) else {
            throw Problem(.recursion, at)
        }
        guard frames.count < limits.entityDepth else { throw Problem(.entityDepth, at) }
        try count(entity.length, at)
        return entity
    }

    /// The cost of a reference in bytes, in addition to its text, because replacing it takes time
    /// however short the text is.
    static var referenceCost: Int { 20 }

    /// Counts the bytes that a reference or a default adds; throws if there are too many.
    mutating func count(_ length: Int, _ at: Int) throws(Problem) {
        expanded += length + Self.referenceCost
        let read = max(origin ?? frames.first?.start ?? at, 1)
        let total = expanded.addingReportingOverflow(read)
        let most = limits.amplification.multipliedReportingOverflow(by: read)
        guard !total.overflow,
            total.partialValue <= limits.amplificationThreshold
                || most.overflow || total.partialValue <= most.partialValue
        else { throw Problem(.amplification, at) }
    }

    // MARK: - Values of attributes

    /// Appends a value with its references replaced and its white space normalized (§3.3.3);
    /// returns the index of its end.
    ///
    /// The value of an attribute ends at its quotation mark; the text of an entity ends where the
    /// entity ends. Line endings are normalized only in the document itself.
    mutating func appendValue(
        _ source: ByteReader,
        _ start: Int,
        _ end: Int,
        _ quote: UInt8?,
        _ isPrimary: Bool,
        _ value: inout [UInt8]
    ) throws(Problem) -> Int {
        var at = start
        while at < end {
            let byte = source[at]
            if byte == quote { break }
            switch byte {
            case UInt8(ascii: "&"):
                at = try appendReference(source, at, &value)
                guard value.count <= limits.textBytes else { throw Problem(.textBytes, start) }
                continue
            case UInt8(ascii: "<"): throw Problem(.lessThan, at)
            case 0x0D where isPrimary && source[at &+ 1] == 0x0A: break
            case 0x09, 0x0A, 0x0D: value.append(0x20)
            case 0..<0x20: throw Problem(.character, at)
            default: value.append(byte)
            }
            at &+= 1
            guard value.count <= limits.textBytes else { throw Problem(.textBytes, start) }
        }
        guard quote == nil || at < end else { throw Problem(.end, at) }
        try source.check(start, at)
        return at
    }

    private mutating func appendReference(
        _ source: ByteReader,
        _ at: Int,
        _ value: inout [UInt8]
    ) throws(Problem) -> Int {
        let reference = try reference(source, at)
        switch reference.meaning {
        case .scalar(let scalar): Self.append(scalar, to: &value)
        case .literal: value += source.bytes(at, reference.next)
        case .entity(let number):
            try enter(number, at, reference.next)
            // The text is read from the declarations, because it may not have been appended to the
            // source yet.
            let start = position &- textStart
            limit = limit &- textStart
            do throws(Problem) {
                try ByteReader.lending(doctype?.bytes ?? []) { texts throws(Problem) in
                    _ = try appendValue(texts, start, limit, nil, false, &value)
                }
            } catch { throw Problem(error.reason == .end ? .reference : error.reason, at) }
            if let frame = frames.last { _ = leave(frame) }
        }
        return reference.next
    }
}
