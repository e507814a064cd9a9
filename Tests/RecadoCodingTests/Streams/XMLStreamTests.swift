// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Streams of XML` {
    struct Film: Codable, Equatable, Sendable {
        var title: String
        var year: Int
    }

    private let films = [Film(title: "Solaris", year: 1972), Film(title: "Stalker", year: 1979)]

    private func pieces(_ text: String, size: Int = 3) -> CountedPieces {
        CountedPieces(Array(text.utf8), size: size)
    }

    private func pieces(_ bytes: [UInt8], size: Int = 3) -> CountedPieces {
        CountedPieces(bytes, size: size)
    }

    /// Reads a document in pieces of every size, and checks that the result is always the same.
    private func everyWay<Model: Equatable>(
        _ bytes: [UInt8],
        _ values: (CountedPieces) -> DecodedSequence<Model, CountedPieces>
    ) async throws -> [Model] {
        var first: [Model]?
        for size in 1...max(bytes.count, 1) {
            var models: [Model] = []
            for try await model in values(pieces(bytes, size: size)) { models.append(model) }
            if let first { #expect(models == first, "pieces of \(size)") } else { first = models }
        }
        return first ?? []
    }

    /// Returns the error of a document, which must be the same in pieces of several sizes.
    private func failure<Model>(
        _ text: String,
        _ values: (CountedPieces) -> DecodedSequence<Model, CountedPieces>
    ) async -> CodingError? {
        var first: CodingError?
        for size in [1, 2, 3, 7, max(text.utf8.count, 1)] {
            var found: CodingError?
            do {
                for try await _ in values(pieces(text, size: size)) {}
            } catch {
                found = error as? CodingError
            }
            if size > 1 {
                #expect(found?.description == first?.description, "pieces of \(size)")
                #expect(found?.place == first?.place, "pieces of \(size)")
            }
            first = found
        }
        return first
    }

    // MARK: - Elements

    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var path = ""
        var name: String?
        var text: String
    }

    @Test(arguments: [
        Case(
            testDescription: "children of the root",
            text: """
                <films><Film><title>Solaris</title><year>1972</year></Film>\
                <Film><title>Stalker</title><year>1979</year></Film></films>
                """
        ),
        Case(
            testDescription: "untidy surroundings",
            text: """
                \u{FEFF}<?xml version='1.0' encoding='utf-8'?>\r\n<!-- <a> - -> ]]> -->
                <?go ?a <b?><films a='>' b=">/>"> text &amp; \u{E9} <![CDATA[ ]] > <x> ]]>
                <Film ><title>So<!-- > -->laris</title ><year a="/>"> 1972 </year\n></Film>
                <!----><Film><?p?><title><![CDATA[Stalker]]></title><year>19&#55;9</year></Film\t>
                </films>\r<?end?> <!-- --> \n
                """
        ),
        Case(
            testDescription: "a path",
            path: "data.films",
            text: """
                <r><films><no/></films><data><films><f><title>Solaris</title><year>1972</year></f>\
                </films><other><films><no/></films></other><films/><films>\
                <g><title>Stalker</title><year>1979</year></g></films></data><data/></r>
                """
        ),
        Case(
            testDescription: "any name in a path",
            path: "*.l",
            text: """
                <r><a><l><f title="Solaris" year="1972"/></l></a><b/><l><no/></l>\
                <c><l><f year="1979" title="Stalker"></f></l></c></r>
                """
        ),
        Case(
            testDescription: "a name",
            name: "film",
            text: """
                <r><x><film/></x><film title="Solaris" year="1972"/><films/>\
                <film><title>Stalker</title><year>1979</year></film><y>1</y></r>
                """
        ),
        Case(
            testDescription: "a name in a namespace",
            name: "v:film",
            text: """
                <r xmlns:w="urn:w" xmlns:a="urn:a"><film/><a:film/><w:film title="Solaris" year="1972"/>\
                <a:x xmlns:a="urn:w"><a:film/></a:x><film xmlns="urn:w" title="Stalker" year="1979"/></r>
                """
        ),
    ])
    func `the elements at a path or with a name are read`(_ example: Case) async throws {
        var xml = XML()
        xml.prefixes = ["v": "urn:w"]
        let read = try await everyWay(Array(example.text.utf8)) {
            xml.elements(of: Film.self, at: example.path, named: example.name, in: $0)
        }
        #expect(read == films)
    }

    @Test(arguments: ["<films/>", "<films></films>", "<films> <!-- none --> </films>\n"])
    func `a list can be empty`(_ text: String) async throws {
        let read = try await everyWay(Array(text.utf8)) {
            XML().elements(of: Film.self, in: $0)
        }
        #expect(read.isEmpty)
    }

    @Test func `namespace declarations of enclosing elements apply`() async throws {
        struct Entry: Codable, Equatable {
            var a: String
            var b: String

            enum CodingKeys: String, CodingKey {
                case a = "{urn:a}x"
                case b = "{urn:b}x"
            }
        }
        // With so many prefixes, the parser uses another way to look them up.
        let others = (0..<12).map { " xmlns:p\($0)=\"urn:\($0)\"" }.joined()
        let text = """
            <r\(others) xmlns="urn:a" xmlns:b="urn:b"><l xmlns:p3="urn:b"><e><x>1</x><b:x>2</b:x></e>\
            <e xmlns:c="urn:b"><x>1</x><c:x>2</c:x></e><e><x>1</x><p3:x>2</p3:x></e>\
            <b:e xmlns="urn:b" xmlns:b="urn:a"><x>2</x><b:x>1</b:x></b:e></l></r>
            """
        let read = try await everyWay(Array(text.utf8)) {
            XML().elements(of: Entry.self, at: "l", in: $0)
        }
        #expect(read == Array(repeating: Entry(a: "1", b: "2"), count: 4))
        let undone = await failure("<r><a xmlns:n='u'><n:e/></a><a><n:e/></a></r>") {
            XML().elements(of: Value.self, at: "a", in: $0)
        }
        #expect(undone?.message == "element 2: this prefix is not declared")
        #expect(undone?.column == 33)
    }

    @Test func `a colon is part of a name if namespaces are ignored`() async throws {
        var xml = XML()
        (xml.namespaces, xml.root) = (.ignore, "a:r")
        let text = "<a:r><a:l><e>1</e></a:l><b:l><e>2</e></b:l></a:r>"
        let read = try await everyWay(Array(text.utf8)) { [xml] in
            xml.elements(of: String.self, at: "a:l", in: $0)
        }
        #expect(read == ["1"])
    }

    @Test func `white space is kept if an enclosing element preserves it`() async throws {
        let text = "<r xml:space='preserve'><e> <b/> </e><l xml:space='default'/></r>"
        let read = try await everyWay(Array(text.utf8)) { XML().elements(of: Value.self, in: $0) }
        let whole = try XML().value(from: Array(text.utf8))
        #expect(read.first == whole["e"])
    }

    @Test func `UTF-16, ISO-8859-1 and Windows-1252 are read`() async throws {
        func wide(_ text: String, isBig: Bool) -> [UInt8] {
            text.utf16.flatMap { unit -> [UInt8] in
                let (high, low) = (UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit))
                return isBig ? [high, low] : [low, high]
            }
        }
        let text = "<l><e>\u{E9}\u{1F3AC}</e><e>b</e></l>"
        let declared = "<?xml version=\"1.0\" encoding=\"UTF-16\"?>" + text
        for bytes in [
            wide("\u{FEFF}" + text, isBig: true), wide("\u{FEFF}" + declared, isBig: false),
            wide(declared, isBig: true), wide(text, isBig: false),
        ] {
            let read = try await everyWay(bytes) { XML().elements(of: String.self, in: $0) }
            #expect(read == ["\u{E9}\u{1F3AC}", "b"])
        }
        let latin =
            Array("<?xml version='1.0' encoding='ISO-8859-1'?><l><e>".utf8)
            + [0xE9] + Array("</e></l>".utf8)
        #expect(
            try await everyWay(latin) { XML().elements(of: String.self, in: $0) } == ["\u{E9}"]
        )
        var windows = XML()
        windows.encoding = .windows1252
        let euro = Array("<l><e>".utf8) + [0x80] + Array("</e></l>".utf8)
        #expect(
            try await everyWay(euro) { windows.elements(of: String.self, in: $0) } == ["\u{20AC}"]
        )
    }

    @Test func `bytes that are invalid in the encoding are refused`() async throws {
        var ascii = XML()
        ascii.encoding = .ascii
        let found = await failure("<l>\n<e>a\u{E9}</e></l>") {
            ascii.elements(of: String.self, in: $0)
        }
        #expect(found?.code == .malformed && found?.line == 2 && found?.column == 5)
        let bytes: [UInt8] = Array("<l><e>".utf8) + [0xFF] + Array("</e></l>".utf8)
        for size in [1, 4, 100] {
            await #expect(throws: CodingError.self) {
                for try await _ in XML().elements(of: String.self, in: pieces(bytes, size: size)) {
                }
            }
        }
        // The last byte is half of a UTF-16 code unit.
        let half: [UInt8] = [0xFE, 0xFF, 0, 0x3C, 0, 0x61, 0, 0x2F, 0, 0x3E, 0]
        await #expect(throws: CodingError.self) {
            for try await _ in XML().elements(of: String.self, in: pieces(half)) {}
        }
    }

    @Test func `an unknown encoding is refused however the input is split`() async {
        let text = "\u{FEFF}<?xml version='1.0' encoding='UTF-06'?><l><e>a</e></l>"
        for isBig in [true, false] {
            let bytes = text.utf16.flatMap { unit -> [UInt8] in
                let (high, low) = (UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit))
                return isBig ? [high, low] : [low, high]
            }
            for size in [1, 2, 3, 1000] {
                let found = await #expect(throws: CodingError.self) {
                    for try await _ in XML().elements(
                        of: String.self,
                        in: pieces(bytes, size: size)
                    ) {}
                }
                #expect(found?.code == .unsupported)
            }
        }
    }

    // MARK: - Faults

    @Test(arguments: [
        "", " ", "x", "<", "<l", "<l>", "<l><e>", "<l><e/>", "<l><e></e>", "<l></m>", "<l/><l/>",
        "<l/>x", "<l><e></f></l>", "<l><e><f></e></f></l>", "<l></e></l>", "<l>]]></l>",
        "<l>&x;</l>",
        "<l><e>&x;</e></l>", "<l><!-- -- --></l>", "<l><!-- </l>", "<l><![CDATA[</l>", "<l><?x</l>",
        "<l><?xml a?></l>", "<l><!x></l>", "<l><e a=1/></l>", "<l><e a='<'/></l>", "<l><e <f/></l>",
        "<l a='1' a='2'/>", "<l><e a='1' a='2'/></l>", "<l><n:e/></l>", "<n:l/>", "<l>\u{1}</l>",
        "<l><e>\u{1}</e></l>", "<l><e a='x/></l>", "<l><e a='x></e></l>", "<!-- --><!-- ",
        "<l/><!x>", "<?xml version='1.0'", "<?xml version='2.0'?><l/>", "<l/><?xml version='1.0'?>",
        "<l><e/></l", "<l><e/></l x>", "<l><![CDAT[x]]></l>", "<l><e><!--></e></l>", "<l><!--->",
        "<l>\u{FFFE}</l>", "<l/>]]>", "<l><e>]]></e></l>", "<l><></l>", "<l>< e/></l>", "<<l/>",
    ])
    func `a malformed document is refused at the same position as when read whole`(
        _ text: String
    ) async throws {
        let found = await failure(text) { XML().elements(of: Value.self, in: $0) }
        #expect(found?.code == .malformed || found?.code == .unsupported)
        let whole = #expect(throws: CodingError.self) {
            try XML().value(from: Array(text.utf8))
        }
        #expect(found?.line == whole?.line && found?.column == whole?.column)
    }

    @Test func `a truncated document is always refused`() async throws {
        let text = "<l a='1'><!-- c --><e>a&lt;</e><?p i?><e b='2'/>t<![CDATA[x]]></l>"
        for count in 0..<text.utf8.count {
            let cut = String(decoding: Array(text.utf8.prefix(count)), as: UTF8.self)
            let found = await failure(cut) { XML().elements(of: Value.self, in: $0) }
            #expect(found?.code == .malformed, "\(cut)")
        }
    }

    @Test func `a document type declaration is refused`() async throws {
        var xml = XML()
        xml.doctype = .internalSubset
        let text = "<!DOCTYPE l [<!ENTITY a \"aaaaaaaaaa\">]><l><e>&a;</e></l>"
        let found = await failure(text) { xml.elements(of: String.self, in: $0) }
        #expect(found?.code == .unsupported && found?.offset == 0)
    }

    @Test func `an error has the pointer and position of the element`() async throws {
        let text =
            "<r>\r\n<l>\r<e><title>a</title><year>1</year></e>\n <e><title>\u{E9}</title>"
            + "\n<year>x</year></e></l></r>"
        let found = await failure(text) { XML().elements(of: Film.self, at: "l", in: $0) }
        #expect(found?.pointer == "/l/1/year")
        #expect(found?.line == 5 && found?.column == 7)
        #expect(found?.message.hasPrefix("element 2: ") == true)
        let inner = await failure("<r>\n <e/>\n <e><a>&b;</a></e></r>") {
            XML().elements(of: Value.self, in: $0)
        }
        #expect(inner?.line == 3 && inner?.column == 8)
        #expect(inner?.message == "element 2: this entity is not declared")
        let between = await failure("<r>\n <e/>\n <!-- -- --><e/></r>") {
            XML().elements(of: Value.self, in: $0)
        }
        #expect(between?.line == 3 && between?.code == .malformed)
    }

    @Test func `reading can continue after an element that the model refuses`() async throws {
        var values = XML().elements(of: Int.self, in: pieces("<l><e>1</e><e>x</e><e>3</e></l>"))
            .makeAsyncIterator()
        #expect(try await values.next() == 1)
        await #expect(throws: CodingError.self) { try await values.next() }
        #expect(try await values.next() == 3)
        #expect(try await values.next() == nil)
        #expect(try await values.next() == nil)
    }

    @Test func `a wrong root element or path to the list is an error`() async throws {
        var xml = XML()
        xml.root = "films"
        let root = await failure("<movies><e/></movies>") { xml.elements(of: Value.self, in: $0) }
        #expect(root?.code == .typeMismatch)
        let way = await failure("<films><a/></films>") {
            xml.elements(of: Value.self, at: "a.b", in: $0)
        }
        #expect(way?.code == .keyNotFound && way?.pointer == "/a/b")
    }

    // MARK: - Limits

    @Test func `limits apply to elements, and no element is read ahead`() async throws {
        var options = XML.StreamOptions()
        options.elementBytes = 20
        let long = await failure(
            "<l><e>1</e>\n<e>" + String(repeating: "a", count: 30) + "</e></l>"
        ) {
            XML().elements(of: Value.self, in: $0, options: options)
        }
        #expect(long?.code == .tooLarge && long?.line == 2 && long?.column == 1)
        for text in ["<l>", "<l><!--", "<l><e>", "<l><e a='", "<!--", "<l a='", "<?xml ", "<l>&"] {
            let endless = pieces(
                Array(text.utf8) + [UInt8](repeating: 0x61, count: 1 << 16),
                size: 8
            )
            await #expect(throws: CodingError.self) {
                for try await _ in XML().elements(of: Value.self, in: endless, options: options) {}
            }
            // Until the first `>` the encoding is unknown; the parser waits for at most 4 KiB.
            #expect(endless.counter.count <= (1 << 12) / 8 + 8, "\(text)")
        }
        options = XML.StreamOptions()
        options.elements = 1
        let many = await failure("<l><e/><e/></l>") {
            XML().elements(of: Value.self, in: $0, options: options)
        }
        #expect(many?.code == .tooLarge)
        let counted = pieces("<list><e/><e/></list>", size: 1)
        var elements = XML().elements(of: Value.self, in: counted).makeAsyncIterator()
        _ = try await elements.next()
        #expect(counted.counter.count == 10)
    }

    @Test func `many long namespace prefixes are refused as too large`() async throws {
        let names = (0..<20).map { "p\($0)" + String(repeating: "x", count: 900) }
        let text = "<l" + names.map { " xmlns:\($0)='u'" }.joined() + "><e/><e/></l>"
        let found = await failure(text) { XML().elements(of: Value.self, in: $0) }
        #expect(found?.code == .tooLarge)
    }

    @Test(arguments: ["<a>", "<l><a>", "<a b='c'>", "<l><a x='/'>"])
    func `deep nesting is refused early`(_ text: String) async throws {
        let start = text.hasPrefix("<l>") ? "<l>" : ""
        let tag = text.dropFirst(start.count)
        let deep = start + String(repeating: String(tag), count: 100_000)
        let counted = pieces(deep, size: 1 << 12)
        var found: CodingError?
        do {
            for try await _ in XML().elements(of: Value.self, at: "b", in: counted) {}
        } catch {
            found = error as? CodingError
        }
        #expect(found?.code == .tooDeep)
        #expect(counted.counter.count <= 2)
        let items = await #expect(throws: CodingError.self) {
            for try await _ in XML().elements(of: Value.self, in: pieces(deep, size: 1 << 12)) {}
        }
        #expect(items?.code == .tooDeep)
    }

    @Test(arguments: [1, 1000, 1 << 16])
    func `a large list is read in constant memory`(_ size: Int) async throws {
        // The text around an element is longer than the buffer that the scanner keeps.
        let source = Generated(count: size == 1000 ? 20_000 : 2_000, size: size)
        var films = XML.ElementScanner(XML(), named: nil, at: "films")
        var count = 0
        var most = 0
        for await piece in source {
            films.feed(piece)
            while let film = try films.next() {
                count += 1
                #expect(try film.decode(Film.self, by: XML()).year == count)
            }
            most = max(most, films.heldBytes)
        }
        films.finish()
        #expect(try films.next() == nil)
        #expect(count == source.count)
        #expect(most <= 1 << 14 + 4 * size)
    }

    /// A large list that is generated while it is read.
    private struct Generated: AsyncSequence, Sendable {
        let count: Int
        let size: Int

        struct Iterator: AsyncIteratorProtocol {
            let list: Generated
            var next = 0
            var rest: [UInt8] = []

            mutating func next() async -> [UInt8]? {
                while rest.count < list.size, next <= list.count + 1 {
                    if next == 0 {
                        rest += "<catalog xmlns='urn:v'><films n='1'>\n".utf8
                    } else if next <= list.count {
                        rest += "  <film><title>Film \u{E9} &amp; \(next)</title>".utf8
                        rest += "<year>\(next)</year></film>\n".utf8
                    } else {
                        rest += "</films></catalog>".utf8
                    }
                    next += 1
                }
                guard !rest.isEmpty else { return nil }
                let piece = Array(rest.prefix(list.size))
                rest.removeFirst(piece.count)
                return piece
            }
        }

        func makeAsyncIterator() -> Iterator { Iterator(list: self) }
    }
}
