// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RecadoCoding

/// Returns a tree as text.
///
/// `@` marks an attribute, `+` a key that occurs again, and `.` the last key of an object.
private func outline(_ document: Document, _ index: Int = 0) -> String {
    let node = document.nodes[index]
    guard node.kind == .object else {
        return node.kind == .null ? "null" : "\"\(document.text(of: node))\""
    }
    var parts: [String] = []
    var member = index + 1
    while member < node.end {
        let key = document.nodes[member]
        var name = key.flags.contains(.attribute) ? "@" : ""
        if key.exponent > 0 { name += "{\(document.namespaces[Int(key.exponent)])}" }
        name += document.text(of: key)
        if key.flags.contains(.more) { name += "+" }
        if key.flags.contains(.last) { name += "." }
        parts.append(name + "=" + outline(document, member + 1))
        member = document.end(of: member + 1)
    }
    #expect(parts.count == node.count)
    let isList = node.flags.contains(.repeated) ? "list" : ""
    let isNil = node.flags.contains(.bare) ? "nil" : ""
    return "\(isList)\(isNil)[\(parts.joined(separator: " "))]"
}

@Suite struct `Parsed tree of an XML document` {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let expected: String

        init(_ text: String, _ expected: String) {
            testDescription = text
            self.expected = expected
        }
    }

    private static let xsi = "xmlns:i=\"http://www.w3.org/2001/XMLSchema-instance\""
    private static let xsiName = "{http://www.w3.org/2001/XMLSchema-instance}"

    static let cases = [
        Case("<a/>", "\"\""),
        Case("<a> x </a>", "\" x \""),
        Case(
            "<a>\n  <p:b xmlns:p='u'/>\n\t<c>\n <d/> </c><!--x--> <e/>text\n <g/>\n</a>",
            "[+=\"\n  \" {u}b=\"\" +=\"\n\t\" c=[d.=\"\"] +=\" \" e=\"\" +=\"text\n \" g=\"\" .=\"\n\"]"
        ),
        Case("<a>1<![CDATA[<2>]]><!-- - -->3&lt;4</a>", "\"1<2>3<4\""),
        Case("<a>one\r\ntwo\rthree</a>", "\"one\ntwo\nthree\""),
        Case("<a><b>1</b></a>", "[b.=\"1\"]"),
        Case("<a>\n <b>1</b>\n <b/>\n</a>", "[b+=\"1\" b.=\"\"]"),
        Case("<a><b/><c/><b/><c/></a>", "[b+=\"\" c+=\"\" b=\"\" c.=\"\"]"),
        Case("<a id='7'>x</a>", "[@id=\"7\" .=\"x\"]"),
        Case("<a id='7'> </a>", "[@id.=\"7\"]"),
        Case("<a id='7'><id>8</id></a>", "[@id+=\"7\" id.=\"8\"]"),
        Case("<a b=' x&#10;&amp;\ty '/>", "[@b.=\" x\n& y \"]"),
        Case("<p> <b>x</b> y <i/> </p>", "[+=\" \" b=\"x\" +=\" y \" i=\"\" .=\" \"]"),
        Case(
            "<p> <b><c> <d/>t</c></b> y</p>",
            "[+=\" \" b=[c.=[+=\" \" d=\"\" .=\"t\"]] .=\" y\"]"
        ),
        Case(
            "<p xml:space='preserve'> <b> </b></p>",
            "[@{http://www.w3.org/XML/1998/namespace}space=\"preserve\" =\" \" b.=\" \"]"
        ),
        Case("<a><b nil='true'/><c nil='false'/></a>", "[b=null c.=[@nil.=\"false\"]]"),
        Case("<a><b type='date' nil='true'>\n</b></a>", "[b.=null]"),
        Case("<a><b nil='true' c='1'/></a>", "[b.=nil[@nil=\"true\" @c.=\"1\"]]"),
        Case("<a><b nil='true'>x</b></a>", "[b.=nil[@nil=\"true\" .=\"x\"]]"),
        Case("<a \(xsi)><b i:nil='1'/></a>", "[b.=null]"),
        Case("<a \(xsi)><b i:nil='0'/></a>", "[b.=[@\(xsiName)nil.=\"0\"]]"),
        Case("<a type='array'/>", "list[@type.=\"array\"]"),
        Case("<a type='array'><b>1</b></a>", "list[@type=\"array\" b.=\"1\"]"),
        Case("<a xmlns='u'><b xmlns=''/><c/></a>", "[b=\"\" {u}c.=\"\"]"),
        Case("<a xmlns:p='u'><p:b x='1' p:x='2'/></a>", "[{u}b.=[@x=\"1\" @{u}x.=\"2\"]]"),
    ]

    @Test(arguments: cases)
    func `has the expected layout`(_ example: Case) throws {
        let document = try XML().document(from: example.testDescription)
        #expect(outline(document) == example.expected)
        #expect(document.notation is XMLNotation.Type)
    }

    @Test func `contains the name of the root`() throws {
        let document = try XML().document(from: "<p:a xmlns:p='urn:x'/>")
        #expect(document.rootName == Document.Name(local: "a", namespace: "urn:x"))
    }

    @Test func `marks keys that occur again, even among hundreds`() throws {
        let members = (0..<500).map { "<k\($0 % 100)>\($0)</k\($0 % 100)>" }
        let document = try XML().document(from: "<a>\(members.joined())</a>")
        let keys = document.nodes.all.filter { $0.kind == .key }
        for (index, key) in keys.enumerated() {
            #expect(key.flags.contains(.more) == (index < 400))
            #expect(key.flags.contains(.last) == (index == 499))
        }
    }

    @Test func `contains the expanded text of entities`() throws {
        var xml = XML()
        xml.doctype = .internalSubset
        let text =
            "<!DOCTYPE a [<!ENTITY e '<b>x</b>y'><!ENTITY f 'f'>"
            + "<!ATTLIST a c CDATA 'd'>]><a>&e;&f;<g h='&f;'/></a>"
        let document = try xml.document(from: text)
        #expect(outline(document) == "[@c=\"d\" b=\"x\" =\"yf\" g.=[@h.=\"f\"]]")
    }

    @Test func `contains any number of nodes`() throws {
        for count in [0, 1, 7, 31, 64, 1_000] {
            let text = "<a>\(String(repeating: "<b/>", count: count))</a>"
            let document = try XML().document(from: text)
            #expect(document.nodes.count == 1 + 2 * count)
        }
    }
}
