// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

extension Parameter {
    /// The parameters of content in XML, as `Hash.from_xml` finds them.
    static func xml(_ bytes: [UInt8]) throws(Unreadable) -> Parameter {
        var choices = XML()
        choices.doctype = .internalSubset
        var tree = XMLTreeOfParameters()
        do {
            var reader = try choices.reader(
                of: EntityEscaping.escaped(Array(bytes.drop(while: Self.isBlank)))
            )
            while let event = try reader.next() { try tree.take(event) }
        } catch {
            throw Unreadable()
        }
        return try tree.root.parameter()
    }
}

extension Parameter {
    /// White space before an XML declaration is forgiven.
    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }
}

/// An element or an attribute before anybody has asked for its type.
private indirect enum Raw {
    case text(String)
    case map([String: Raw])
    case list([Raw])

    static let content = "__content__"

    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// Adds a value under a name; the second of a name makes a list of both.
    static func merge(_ value: Raw, as name: String, into members: inout [String: Raw]) {
        switch members[name] {
        case nil: members[name] = value
        case .list(let values): members[name] = .list(values + [value])
        case let other?: members[name] = .list([other, value])
        }
    }

    // MARK: - Types

    func parameter() throws(Unreadable) -> Parameter {
        switch self {
        case .text(let text): return .text(text)
        case .list(let values): return .list(try Self.parameters(values))
        case .map(let members): return try Self.parameter(of: members)
        }
    }

    private static func parameters(_ values: [Raw]) throws(Unreadable) -> [Parameter] {
        var parameters: [Parameter] = []
        for value in values { parameters.append(try value.parameter()) }
        return parameters
    }

    private static func parameter(of members: [String: Raw]) throws(Unreadable) -> Parameter {
        let type = members["type"]?.text
        // They could make programs of content.
        if type == "yaml" || type == "symbol" { throw Unreadable() }
        if type == "array" { return .list(try elements(of: members)) }
        let content = members[content]?.text
        let isNil = members["nil"]?.text == "true"
        if let content, members.count == 1 || !content.isBlank {
            return typed(content, as: type)
        }
        if type == "file" { return .map([:]) }
        if type == "string", !isNil { return .text("") }
        if members.isEmpty || isNil || (type != nil && members.count == 1) { return .null }
        var result: [String: Parameter] = [:]
        for (name, value) in members { result[name] = try value.parameter() }
        return .map(result)
    }

    private static func elements(of members: [String: Raw]) throws(Unreadable) -> [Parameter] {
        for value in members.values {
            switch value {
            case .text: continue
            case .list(let values): return try parameters(values)
            case .map: return [try value.parameter()]
            }
        }
        return []
    }

    private static func typed(_ content: String, as type: String?) -> Parameter {
        switch type {
        case "integer":
            if case .number(let number) = content.rubyInteger {
                .number(Value.Number(number))
            } else {
                .text(content)
            }
        case "boolean": .bool(["1", "true"].contains(content.filter { !$0.isWhitespace }))
        case "float", "double", "decimal":
            Double(content.filter { !$0.isWhitespace }).flatMap { Value.Number($0) }
                .map(Parameter.number) ?? .text(content)
        case "base64Binary":
            .text(Base64.decode(content).map { String(decoding: $0, as: UTF8.self) } ?? "")
        default: .text(content)
        }
    }
}

/// Collects the events of a document.
private struct XMLTreeOfParameters {
    private struct Element {
        let name: String
        var members: [String: Raw] = [:]
        var text: String?
    }

    /// As deep as Rails goes.
    private static let depth = 100

    private var open: [Element] = []
    private(set) var root = Raw.map([:])

    mutating func take(_ event: XML.Event) throws(Unreadable) {
        switch event {
        case .start(let name, let attributes):
            guard open.count < Self.depth else { throw Unreadable() }
            var element = Element(name: Self.key(name.local))
            for attribute in attributes {
                let key = Self.key(attribute.name.qualified)
                Raw.merge(.text(attribute.value), as: key, into: &element.members)
            }
            open.append(element)
        case .end:
            guard var element = open.popLast() else { return }
            if let text = element.text {
                Raw.merge(.text(text), as: Raw.content, into: &element.members)
            }
            if open.isEmpty {
                root = .map([element.name: .map(element.members)])
            } else {
                let index = open.count - 1
                Raw.merge(.map(element.members), as: element.name, into: &open[index].members)
            }
        case .characters(let text), .cdata(let text):
            guard !open.isEmpty else { return }
            open[open.count - 1].text = (open[open.count - 1].text ?? "") + text
        case .comment, .processingInstruction, .doctype: break
        }
    }

    private static func key(_ name: String) -> String { name.replacing("-", with: "_") }
}

/// Escapes references to entities that a document does not declare, for they stand for themselves here.
private enum EntityEscaping {
    private static let known: Set<String> = ["amp", "lt", "gt", "quot", "apos"]

    static func escaped(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "&")), !bytes.contains(0) else { return bytes }
        let declared = known.union(declarations(bytes))
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var at = 0
        while at < bytes.count {
            if let end = endOfSkipped(bytes, at) {
                result += bytes[at..<end]
                at = end
                continue
            }
            result.append(bytes[at])
            if bytes[at] == UInt8(ascii: "&"), let name = reference(bytes, at + 1),
                !declared.contains(name)
            {
                result += Array("amp;".utf8)
            }
            at += 1
        }
        return result
    }

    /// The name of the entity that a reference names; `nil` for a number and for what is none.
    private static func reference(_ bytes: [UInt8], _ start: Int) -> String? {
        let rest = bytes[start...].prefix(64)
        guard rest.first != UInt8(ascii: "#"), let end = rest.firstIndex(of: UInt8(ascii: ";")),
            end > start,
            rest[start..<end].allSatisfy({ byte in
                byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
                    || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ":")
                    || Character(Unicode.Scalar(byte)).isLetter
                    || Character(Unicode.Scalar(byte)).isNumber
            })
        else { return nil }
        return String(decoding: rest[start..<end], as: UTF8.self)
    }

    /// The entities that the internal subset declares with a value of its own.
    private static func declarations(_ bytes: [UInt8]) -> Set<String> {
        let text = String(decoding: bytes, as: UTF8.self)
        var names: Set<String> = []
        for piece in text.split(separator: "<!ENTITY", omittingEmptySubsequences: false).dropFirst()
        {
            let words = piece.split(maxSplits: 1, whereSeparator: \.isWhitespace)
            if words.count == 2, words[1].hasPrefix("\"") || words[1].hasPrefix("'") {
                names.insert(String(words[0]))
            }
        }
        return names
    }

    /// The end of what is taken as it stands: comments, CDATA sections, the document type.
    private static func endOfSkipped(_ bytes: [UInt8], _ start: Int) -> Int? {
        guard bytes[start] == UInt8(ascii: "<") else { return nil }
        for (beginning, end) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<!DOCTYPE", "]")]
        where bytes[start...].starts(with: beginning.utf8) {
            var at = start + beginning.utf8.count
            while at < bytes.count {
                // Without an internal subset, a document type ends with its tag.
                if beginning == "<!DOCTYPE", bytes[at] == UInt8(ascii: ">") { break }
                if beginning == "<!DOCTYPE", bytes[at] == UInt8(ascii: "[") {
                    while at < bytes.count, bytes[at] != UInt8(ascii: "]") { at += 1 }
                    break
                }
                if bytes[at...].starts(with: end.utf8) { break }
                at += 1
            }
            return min(bytes.count, at + 1)
        }
        return nil
    }
}
