// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RecadoCoding

/// Tests the fast path for elements that contain only text.
///
/// A document type declaration turns the fast path off, so each document is also read with one, and
/// the results are compared.
@Suite struct `Fast path for XML elements with only text` {
    private static let doctype = "<!DOCTYPE a>"

    /// Returns the nodes of a document as texts, or its error.
    private func outcome(_ text: String, _ xml: XML) -> [String] {
        let shift = text.hasPrefix(Self.doctype) ? Self.doctype.utf8.count : 0
        do throws(CodingError) {
            let document = try xml.document(from: Array(text.utf8))
            return document.nodes.all.map { words(of: $0, in: document, shift) }
        } catch {
            return ["\(error.code) \(error.message) \((error.offset ?? 0) - shift)"]
        }
    }

    private func words(of node: Document.Node, in document: Document, _ shift: Int) -> String {
        let name = "\(node.kind) \(node.flags.rawValue) \(node.exponent)"
        guard !node.isContainer, node.kind != .null else {
            return "\(name) \(Int(node.offset) - shift) \(node.payload)"
        }
        // An empty text has no offset.
        guard node.kind == .key || node.length > 0 else { return name }
        let offset = Int(node.offset) - (node.flags.contains(.side) ? 0 : shift)
        let place = node.kind == .text ? node.count - shift : node.count
        // Text between elements has an empty key whose offset is that of the text.
        return "\(name) \(offset) \(place) '\(document.text(of: node))'"
    }

    private func compare(_ text: String, _ xml: XML) {
        let leaves = outcome(text, xml)
        let general = outcome(Self.doctype + text, xml)
        #expect(leaves == general, "\(text)")
    }

    private static var xml: XML {
        var xml = XML()
        xml.doctype = .internalSubset
        return xml
    }

    // MARK: - Documents

    private static let names = [
        "b", "b", "id", "type", "created-at", "un-nombre-muy-largo", "número", "ñ", "_x.1", "p:b",
        "p:created-at", "q:b", "director", "abcdefghijklmno", "abcdefghijklmnop",
    ]

    private static let attributes = [
        "id='7'", "type=\"integer\"", "type='array'", "nil='true'", "nil='false'", "i:nil='1'",
        "i:type = 'x'", "p:id='8'", "xml:space='preserve'", "xml:space='default'", "número='ñ'",
        "c=' x\t&amp;\n&#xf1; '", "un-atributo-muy-largo=''", "type='a&lt;b'", "nil='tru&#101;'",
        "xmlns='urn:d'", "xmlns:p='urn:r'", "xmlnsx='1'", "space='preserve'",
    ]

    private static let texts = [
        "", "", "x", "Alien", " ", "\n  ", "una película larga, con acentos y más", "a&amp;b",
        "&quot;rojo&quot; y &#241;", "\r\n x", "línea\notra", "]]", "a>b", "<![CDATA[x]]>",
        "x<!-- y -->z", "<?p i?>", "x<!-- y -->", "&#32;",
    ]

    private static let layouts = ["", "", "\n  ", "\n\t", " ", "texto ", "<!-- c -->", "\r\n"]

    private static func element(_ depth: Int, _ random: inout Seeded) -> String {
        let name = names.randomElement(using: &random) ?? "b"
        var tag = name
        for _ in 0..<max(0, Int.random(in: -3..<4, using: &random)) {
            let blank = [" ", " ", "\n", "  "].randomElement(using: &random) ?? " "
            tag += blank + (attributes.randomElement(using: &random) ?? "")
        }
        let end = ["", "", "", " "].randomElement(using: &random) ?? ""
        if Int.random(in: 0..<6, using: &random) == 0 { return "<\(tag)\(end)/>" }
        var content = texts.randomElement(using: &random) ?? ""
        if depth > 0, Int.random(in: 0..<3, using: &random) == 0 {
            content =
                (0..<Int.random(in: 0..<5, using: &random)).map { _ in
                    (layouts.randomElement(using: &random) ?? "") + element(depth - 1, &random)
                }.joined() + (layouts.randomElement(using: &random) ?? "")
        }
        return "<\(tag)\(end)>\(content)</\(name)\(end)>"
    }

    private static func document(_ random: inout Seeded) -> String {
        let elements = (0..<Int.random(in: 1..<8, using: &random)).map { _ in
            (layouts.randomElement(using: &random) ?? "") + element(3, &random)
        }
        return "<a xmlns:p='urn:p' xmlns:q='urn:p'"
            + " xmlns:i='http://www.w3.org/2001/XMLSchema-instance'>\(elements.joined())\n</a>"
    }

    // MARK: - Tests

    @Test(arguments: [XML.Namespaces.process, .ignore])
    func `has the same result as the general path`(_ namespaces: XML.Namespaces) {
        var xml = Self.xml
        xml.namespaces = namespaces
        var random = Seeded(seed: 31)
        for _ in 0..<500 { compare(Self.document(&random), xml) }
    }

    @Test func `has the same errors as the general path`() {
        var random = Seeded(seed: 47)
        let spoilers = Array("<>&;'\"=/ \n\u{1}]!?:ax-1é".unicodeScalars)
        for _ in 0..<800 {
            var scalars = Array(Self.document(&random).unicodeScalars)
            let place = Int.random(in: 0..<scalars.count, using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0: scalars.remove(at: place)
            case 1: scalars.removeSubrange(place...)
            default: scalars[place] = spoilers.randomElement(using: &random) ?? "<"
            }
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars)
            compare(String(text), Self.xml)
        }
    }

    private enum Limit: CaseIterable {
        case depth, nameBytes, attributes, textBytes, namespaces

        func set(_ limits: inout XML.Limits, _ value: Int) {
            switch self {
            case .depth: limits.depth = value
            case .nameBytes: limits.nameBytes = value
            case .attributes: limits.attributes = value
            case .textBytes: limits.textBytes = value
            case .namespaces: limits.namespaces = value
            }
        }
    }

    @Test(arguments: Limit.allCases)
    private func `has the same limits as the general path`(_ limit: Limit) {
        var random = Seeded(seed: 59)
        for _ in 0..<150 {
            var xml = Self.xml
            limit.set(&xml.limits, Int.random(in: 1..<24, using: &random))
            compare(Self.document(&random), xml)
        }
    }

    @Test func `reads many attributes and repeated attributes like the general path`() {
        let many = (0..<40).map { "a\($0)='\($0)'" }
        for count in [1, 7, 8, 9, 40] {
            let tag = many.prefix(count).joined(separator: " ")
            compare("<r><b \(tag)>x</b><b \(tag)/></r>", Self.xml)
            compare("<r><b \(tag) a0=''>x</b></r>", Self.xml)
        }
    }
}
