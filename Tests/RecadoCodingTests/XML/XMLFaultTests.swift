// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import Testing

@Suite struct `Malformed XML` {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let line: Int
        let column: Int

        init(_ text: String, _ line: Int, _ column: Int) {
            testDescription = text
            self.line = line
            self.column = column
        }
    }

    @Test(arguments: [
        Case("", 1, 1), Case("<a>", 1, 4), Case("<a>\n</b>", 2, 3), Case("<a></a>x", 1, 8),
        Case("<a>\n ñ &x; </a>", 2, 4), Case("<a b='1' b='2'/>", 1, 10), Case("<a b=1/>", 1, 6),
        Case("<a>]]></a>", 1, 4), Case("<a><!-- -- --></a>", 1, 9), Case("<a>\u{1}</a>", 1, 4),
        Case("<a b='<'/>", 1, 7), Case("<a>&#0;</a>", 1, 4), Case("<a>&#xD800;</a>", 1, 4),
        Case("<a><?xml version='1.0'?></a>", 1, 6), Case(" <?xml version='1.0'?><a/>", 1, 4),
        Case("<a>\u{FFFF}</a>", 1, 4), Case("<a><b></a></b>", 1, 9), Case("<1/>", 1, 2),
        Case("<?xml version='2.0'?><a/>", 1, 16), Case("<!DOCTYPE a><a/>", 1, 1),
        // Errors of namespaces.
        Case("<p:a/>", 1, 2), Case("<a p:b=''/>", 1, 4), Case("<a:b:c/>", 1, 5),
        Case("<a xmlns:p=''/>", 1, 10), Case("<a xmlns:xml='u'/>", 1, 10),
        Case("<a xmlns:p='http://www.w3.org/XML/1998/namespace'/>", 1, 10),
        Case("<a xmlns:xmlns='u'/>", 1, 10), Case("<xmlns:a/>", 1, 2),
        Case("<a xmlns:p='u' xmlns:q='u' p:x='' q:x=''/>", 1, 35), Case("<a><?p:t?></a>", 1, 7),
    ])
    func `every error has a line and a column`(_ example: Case) throws {
        let bytes = Array(example.testDescription.utf8)
        let failure = try #require(throws: CodingError.self) {
            try XML().document(from: bytes)
        }
        #expect([failure.line, failure.column] == [example.line, example.column])
        let pulled = #expect(throws: CodingError.self) { try XML().events(of: bytes) }
        #expect(pulled?.place == failure.place && pulled?.code == failure.code)
    }

    @Test(arguments: ["", "1", "1.", "2.0", "1.x", "1.0 ", " 1.0"])
    func `an unknown version is refused without affecting later calls`(_ version: String) throws {
        let bytes = Array("<?xml version='\(version)'?><a/>".utf8)
        for _ in 0..<10 {
            #expect(throws: CodingError.self) { _ = try XML().reader(of: bytes) }
            #expect(throws: CodingError.self) { try XML().value(from: bytes) }
        }
        // A former bug wrote a negative count into the storage that all empty arrays share.
        #expect([UInt8]().isEmpty && [String]().isEmpty)
        #expect(try XML().value(from: "<a b=''/>") == ["@b": ""])
    }

    @Test func `a document truncated anywhere is refused`() throws {
        var xml = XML()
        xml.doctype = .internalSubset
        let text = """
            <?xml version="1.0" encoding="UTF-8"?><!DOCTYPE f [<!ENTITY e "<b>ñ</b>">\
            <!ATTLIST f a NMTOKENS "x"><!ELEMENT f (#PCDATA|b)*>]>
            <f:f xmlns:f='urn:ñ' b="1&amp;2"> ñ <![CDATA[x]]>&e;<!-- c --><?p i?>&#x41;</f:f>
            """
        let bytes = Array(text.utf8)
        try xml.events(of: bytes)
        for count in 0..<bytes.count {
            let part = Array(bytes[..<count])
            #expect(throws: CodingError.self) { try xml.events(of: part) }
            #expect(throws: CodingError.self) { try xml.document(from: part) }
        }
    }

    @Test func `event and tree parser agree whether a mutated document is valid`() throws {
        var xml = XML()
        xml.doctype = .internalSubset
        let text =
            "<!DOCTYPE a [<!ENTITY e '<b>&#38;lt;</b>'>]><a x:y='1' xmlns:x='u'>&e;]]<c/> t</a>"
        let bytes = Array(text.utf8)
        let others = Array("<>&;\"'/!?[]-=% \r\u{0}x:".utf8) + [0x80, 0xC3, 0xEF, 0xFF]
        for index in bytes.indices {
            for other in others {
                var changed = bytes
                changed[index] = other
                let isPulled = (try? xml.events(of: changed)) != nil
                let isRead = (try? xml.document(from: changed)) != nil
                #expect(isPulled == isRead)
            }
        }
    }

    @Test func `events before an error are returned`() throws {
        var reader = try XML().reader(of: Array("<a><b/><".utf8))
        for _ in 0..<3 { #expect(try reader.next() != nil) }
        #expect(throws: CodingError.self) { try reader.next() }
        #expect(try reader.next() == nil)
    }
}

@Suite struct `XML encodings` {
    @Test(arguments: [
        ("UTF-8", String.Encoding.utf8), ("ISO-8859-1", .isoLatin1),
        ("windows-1252", .windowsCP1252),
        ("UTF-16", .utf16), ("utf-16be", .utf16BigEndian), ("UTF-16LE", .utf16LittleEndian),
    ])
    func `are detected by BOM and declaration`(_ name: String, _ encoding: String.Encoding) throws {
        let text = "<?xml version='1.0' encoding='\(name)'?><título>ñ é</título>"
        let data = try #require(text.data(using: encoding))
        let document = try XML().document(from: Array(data))
        #expect(document.root.string == "ñ é")
    }

    @Test func `an encoding given by the caller overrides the declaration`() throws {
        var xml = XML()
        xml.encoding = .latin1
        let bytes = Array("<?xml version='1.0' encoding='UTF-8'?><a>".utf8) + [0xF1]
        #expect(try xml.document(from: bytes + Array("</a>".utf8)).root.string == "ñ")
    }

    @Test func `contradictory declarations and invalid bytes are refused`() {
        let documents: [[UInt8]] = [
            Array("<?xml version='1.0' encoding='UTF-16'?><a/>".utf8),
            [0xEF, 0xBB, 0xBF] + Array("<?xml version='1.0' encoding='ISO-8859-1'?><a/>".utf8),
            [0xFE, 0xFF]
                + Array("<?xml version='1.0' encoding='UTF-8'?><a/>".utf16).flatMap {
                    [UInt8($0 >> 8), UInt8($0 & 0xFF)]
                },
            Array("<?xml version='1.0' encoding='EBCDIC-CP-US'?><a/>".utf8),
            Array("<?xml version='1.0' encoding='US-ASCII'?><a>ñ</a>".utf8),
            Array("<?xml version='1.0' encoding='windows-1252'?><a>".utf8) + [0x81, 0x3C, 0x2F],
            [0xFF, 0xFE, 0x3C, 0x00, 0x00, 0xD8, 0x3E, 0x00], [0xFE, 0xFF, 0x00],
        ]
        for document in documents {
            let failure = #expect(throws: CodingError.self) {
                try XML().document(from: document)
            }
            #expect(failure?.place != nil)
        }
    }
}

@Suite(.timeLimit(.minutes(1))) struct `XML limits` {
    private static let open: XML = {
        var xml = XML()
        xml.doctype = .internalSubset
        // With the default of 8 MiB the test would take a minute under a sanitizer.
        xml.limits.amplificationThreshold = 1 << 18
        return xml
    }()

    private func code(_ text: String, _ xml: XML) -> CodingError.Code? {
        do {
            _ = try xml.document(from: text)
            return nil
        } catch { return error.code }
    }

    @Test func `apply to depth, names, attributes, texts and nodes`() {
        func nested(_ depth: Int) -> String {
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        }
        #expect(code(nested(256), XML()) == nil)
        #expect(code(nested(257), XML()) == .tooDeep)
        #expect(code(nested(100_000), XML()) == .tooDeep)
        #expect(code("<\(String(repeating: "n", count: 1_001))/>", XML()) == .tooLarge)
        var small = XML()
        small.limits.textBytes = 10
        small.limits.nodes = 50
        #expect(code("<a>12345678901</a>", small) == .tooLarge)
        #expect(code("<a>12345<![CDATA[678901]]></a>", small) == .tooLarge)
        #expect(code("<a b='12345678901'/>", small) == .tooLarge)
        #expect(code("<a b='\(String(repeating: "&amp;", count: 11))'/>", small) == .tooLarge)
        small.doctype = .internalSubset
        let entities = "<!ENTITY e '&lt;&lt;&lt;'><!ATTLIST a b CDATA '&e;&e;&e;&e;'>"
        #expect(code("<!DOCTYPE a [\(entities)]><a/>", small) == .tooLarge)
        #expect(code("<a>\(String(repeating: "<b/>", count: 100))</a>", small) == .tooLarge)
        small.limits.bytes = 3
        #expect(code("<a/>", small) == .tooLarge)
    }

    @Test func `a hundred thousand attributes are read in linear time`() throws {
        let attributes = (0..<100_000).map { "a\($0)=''" }.joined(separator: " ")
        #expect(code("<a \(attributes)/>", XML()) == .tooLarge)
        var xml = XML()
        xml.limits.attributes = 200_000
        #expect(code("<a \(attributes)/>", xml) == nil)
        #expect(code("<a \(attributes) a7=''/>", xml) == .malformed)
    }

    @Test func `the number of namespaces is limited`() {
        let many = (0..<2_000).map { "<a xmlns:p\($0)='u\($0)'/>" }.joined()
        #expect(code("<r>\(many)</r>", XML()) == .tooLarge)
    }

    @Test func `entity expansion is limited`() {
        var laughs = "<!ENTITY l0 'lol'>"
        for level in 1...12 {
            let references = String(repeating: "&l\(level - 1);", count: 10)
            laughs += "<!ENTITY l\(level) '\(references)'>"
        }
        #expect(code("<!DOCTYPE a [\(laughs)]><a>&l12;</a>", Self.open) == .tooLarge)
        #expect(code("<!DOCTYPE a [\(laughs)]><a b='&l12;'/>", Self.open) == .tooLarge)
        let long = String(repeating: "x", count: 100_000)
        let references = String(repeating: "&l;", count: 50_000)
        let blowUp = "<!DOCTYPE a [<!ENTITY l '\(long)'>]><a>\(references)</a>"
        #expect(code(blowUp, Self.open) == .tooLarge)
        let circle = "<!ENTITY a '&b;'><!ENTITY b '<c>&a;</c>'>"
        #expect(code("<!DOCTYPE a [\(circle)]><a>&a;</a>", Self.open) == .malformed)
        var deep = "<!ENTITY e0 'x'>"
        for level in 1...30 { deep += "<!ENTITY e\(level) '&e\(level - 1);'>" }
        #expect(code("<!DOCTYPE a [\(deep)]><a>&e30;</a>", Self.open) == .tooDeep)
        #expect(code("<!DOCTYPE a [\(deep)]><a>&e15;</a>", Self.open) == nil)
    }

    @Test(arguments: ["<a>&e;</a>", "<a b='&e;'/>"])
    func `an undeclared entity after a parameter entity is refused as unsupported`(_ root: String) {
        // XML 1.0 §4.1, Entity Declared: since erratum E13 such a document may be well-formed.
        let parameter = "<!ENTITY % p '<!---->'>"
        #expect(code("<!DOCTYPE a [\(parameter)%p;]>\(root)", Self.open) == .unsupported)
        let attribute = "<!ATTLIST a c CDATA '&e;'>"
        #expect(code("<!DOCTYPE a [\(parameter)%p;\(attribute)]><a/>", Self.open) == .unsupported)
        #expect(code("<!DOCTYPE a [\(parameter)]>\(root)", Self.open) == .malformed)
        #expect(
            code("<!DOCTYPE a [\(parameter)%p;\(parameter)<!ENTITY e 'x'>]>\(root)", Self.open)
                == nil
        )
        let alone = "<?xml version='1.0' standalone='yes'?>"
        #expect(code("\(alone)<!DOCTYPE a [\(parameter)%p;]>\(root)", Self.open) == .malformed)
    }

    @Test func `expansion of default attributes is limited`() {
        let long = String(repeating: "x", count: 100_000)
        let one = "<!DOCTYPE a [<!ATTLIST b c CDATA '\(long)'>]>"
        #expect(code("\(one)<a>\(String(repeating: "<b/>", count: 50))</a>", Self.open) == nil)
        #expect(
            code("\(one)<a>\(String(repeating: "<b/>", count: 5_000))</a>", Self.open) == .tooLarge
        )
        let many = (0..<1_000).map { "<!ATTLIST b c\($0) CDATA ''>" }.joined()
        let children = String(repeating: "<b/>", count: 20_000)
        #expect(code("<!DOCTYPE a [\(many)]><a>\(children)</a>", Self.open) == .tooLarge)
    }
}
