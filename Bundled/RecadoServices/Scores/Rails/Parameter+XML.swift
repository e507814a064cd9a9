// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

extension Parameter {
    /// The options of REXML in Rails: internal subsets and at most 100 nested levels are allowed.
    private static let xml = {
        var xml = XML()
        xml.doctype = .internalSubset
        xml.keepsUnknownReferences = true
        xml.limits.depth = 100
        // Entities may expand a document to twice its length or to 64 KiB, whichever is more.
        xml.limits.amplification = 2
        xml.limits.amplificationThreshold = 1 << 16
        return xml
    }()

    /// Parses the parameters of XML content, as `Hash.from_xml` does.
    static func xml(_ bytes: [UInt8]) throws(Unreadable) -> Parameter {
        var collector = ElementCollector()
        do {
            // White space before an XML declaration is tolerated.
            var reader = try xml.reader(of: Array(bytes.drop(while: isBlank)))
            while let event = try reader.next() { try collector.take(event) }
        } catch {
            throw Unreadable()
        }
        return try collector.root.parameter()
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }
}

/// Builds the raw parameters of a document.
private struct ElementCollector {
    private struct Element {
        let name: ParameterName
        var members = RawMembers()
        var text: String?
    }

    private var open: [Element] = []
    /// The number of elements and attributes so far.
    private var count = 0
    private(set) var root = RawParameter.map(RawMembers())

    mutating func take(_ event: XML.Event) throws(Unreadable) {
        switch event {
        case .start(let name, let attributes):
            count += 1 + attributes.count
            guard count <= Parameter.limit else { throw Unreadable() }
            var element = Element(name: Self.name(name.local))
            for attribute in attributes {
                element.members.add(.text(attribute.value), Self.name(attribute.name.qualified))
            }
            open.append(element)
        case .end:
            guard var element = open.popLast() else { return }
            if let text = element.text { element.members.add(.text(text), RawMembers.content) }
            guard let last = open.indices.last else {
                var members = RawMembers()
                members.add(.map(element.members), element.name)
                root = .map(members)
                return
            }
            open[last].members.add(.map(element.members), element.name)
        case .characters(let text), .cdata(let text):
            guard let last = open.indices.last else { return }
            if open[last].text == nil { open[last].text = "" }
            open[last].text?.append(text)
        case .comment, .processingInstruction, .doctype: break
        }
    }

    private static func name(_ name: String) -> ParameterName {
        let hyphen = UInt8(ascii: "-")
        guard name.utf8.contains(hyphen) else { return ParameterName(name) }
        let bytes = name.utf8.map { $0 == hyphen ? UInt8(ascii: "_") : $0 }
        return ParameterName(String(decoding: bytes, as: UTF8.self))
    }
}
