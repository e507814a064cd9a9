// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import Testing

@Suite struct `XML events from pieces of a document` {
    /// Returns the events of a document that comes in pieces of `size` bytes.
    private func events(
        _ bytes: [UInt8],
        size: Int,
        options: XML.StreamOptions = XML.StreamOptions()
    ) throws(CodingError) -> [XML.Event] {
        var reader = XML().pushReader(options: options)
        var events: [XML.Event] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            reader.feed(Array(bytes[start..<min(start + size, bytes.count)]))
            while let event = try reader.next() { events.append(event) }
        }
        reader.finish()
        while let event = try reader.next() { events.append(event) }
        return events
    }

    @Test(arguments: [
        "<a/>",
        "<?xml version=\"1.0\"?>\n<?xml-stylesheet a?><!-- c --><a b='1' c=\"&lt;&#10;\">x&amp;y\r\nz<b/></a>\n",
        "<x:a xmlns:x='u' xmlns='v'><b x:c='>'><![CDATA[<]]>]]&gt;</b>\r<c>\u{1F3AC}</c></x:a><?p i?>",
        "<a>\r</a>", "<a>  </a>", "<a><!----><![CDATA[]]><?p?></a>",
    ])
    func `events are the same as those of the whole document`(_ text: String) throws {
        let bytes = Array(text.utf8)
        var reader = try XML().reader(of: bytes)
        var whole: [XML.Event] = []
        while let event = try reader.next() { whole.append(event) }
        for size in 1...bytes.count {
            #expect(try events(bytes, size: size) == whole, "pieces of \(size)")
        }
    }

    @Test func `an event is returned as soon as it is complete`() throws {
        var reader = XML().pushReader()
        reader.feed(Array("<list>".utf8))
        guard case .start(let name, _)? = try reader.next() else {
            Issue.record("expected a start tag")
            return
        }
        #expect(name.local == "list")
        reader.feed(Array("text".utf8))
        #expect(try reader.next() == nil)
        reader.feed(Array("<".utf8))
        #expect(try reader.next() == .characters("text"))
        #expect(try reader.next() == nil)
    }

    @Test func `an error is thrown again by later calls`() throws {
        var reader = XML().pushReader()
        reader.feed(Array("<a></b>".utf8))
        _ = try reader.next()
        let first = #expect(throws: CodingError.self) { try reader.next() }
        reader.feed(Array("</a>".utf8))
        reader.finish()
        let second = #expect(throws: CodingError.self) { try reader.next() }
        #expect(first?.column == 6 && second?.column == 6)
    }

    @Test(arguments: [
        ("<?xml version = \"1.0'?>>\r\n<a/>", 23), ("<?xml version='1.0\" ?><a b='c'/>", 20),
        ("<?xml version='1.0' encoding=\"UTF-8?><a b=\"c\"/>", 37),
        ("<?xml version=?>'1.0'?><a/>", 15),
    ])
    func `a malformed declaration is located alike however the input is split`(
        _ text: String,
        _ column: Int
    ) {
        let bytes = Array(text.utf8)
        for size in 1...bytes.count {
            let failure = #expect(throws: CodingError.self) { try events(bytes, size: size) }
            #expect(failure?.line == 1 && failure?.column == column, "pieces of \(size)")
        }
    }

    @Test func `names of open elements are kept when the buffer drops their bytes`() throws {
        let filler = String(repeating: "<x>abc</x>", count: 5_000)
        let text = "<\u{E9}:outer xmlns:\u{E9}='urn:e'><inner>\(filler)</inner></\u{E9}:outer>"
        var reader = XML().pushReader()
        var ends: [XML.Event] = []
        var most = 0
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: 100) {
            reader.feed(Array(bytes[start..<min(start + 100, bytes.count)]))
            while let event = try reader.next() {
                if case .end = event { ends = ends.suffix(2) + [event] }
            }
            most = max(most, reader.heldBytes)
        }
        reader.finish()
        #expect(try reader.next() == nil)
        guard case .end(let outer)? = ends.last, case .end(let inner)? = ends.dropLast().last else {
            Issue.record("expected end tags")
            return
        }
        #expect(inner.local == "inner")
        #expect(outer.qualified == "\u{E9}:outer" && outer.namespace == "urn:e")
        #expect(most <= 1 << 14)
    }

    @Test func `the size of an event is limited`() throws {
        var options = XML.StreamOptions()
        options.elementBytes = 10
        for size in [1, 5, 100] {
            let failure = #expect(throws: CodingError.self) {
                try events(Array("<a>\n<bcdefghijklm/></a>".utf8), size: size, options: options)
            }
            #expect(failure?.code == .tooLarge && failure?.line == 2)
        }
    }

    @Test func `events before an encoding error are returned however the input is split`() throws {
        let text = "<a>b<c/>".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        // The last two bytes are the first half of a surrogate pair.
        let bytes = [0xFF, 0xFE] + text + [0x00, 0xD8, 0x3C, 0x00]
        for size in [1, 3, 100] {
            var reader = XML().pushReader()
            var count = 0
            let failure = #expect(throws: CodingError.self) {
                for start in stride(from: 0, to: bytes.count, by: size) {
                    reader.feed(Array(bytes[start..<min(start + size, bytes.count)]))
                    while try reader.next() != nil { count += 1 }
                }
            }
            #expect(count == 4, "pieces of \(size)")
            #expect(failure?.code == .malformed && failure?.column == 9)
        }
    }

    @Test func `the size limit of a declaration is checked before its syntax`() throws {
        let text = "<?xml version <!-- no comment --> ='1.0'?><a/>"
        for limit in [20, 60] {
            var options = XML.StreamOptions()
            options.elementBytes = limit
            for size in [1, 7, 100] {
                let failure = #expect(throws: CodingError.self) {
                    try events(Array(text.utf8), size: size, options: options)
                }
                #expect(failure?.code == (limit == 20 ? .tooLarge : .malformed), "\(size)")
            }
        }
    }
}

@Suite(.timeLimit(.minutes(1))) struct `Writing XML from a sequence` {
    struct Film: Codable, Equatable, Sendable {
        var title: String
        var year: Int
    }

    private struct Films: AsyncSequence, Sendable {
        let films: [Film]

        struct Iterator: AsyncIteratorProtocol {
            var rest: ArraySlice<Film>

            mutating func next() async -> Film? { rest.popFirst() }
        }

        func makeAsyncIterator() -> Iterator { Iterator(rest: films[...]) }
    }

    private let films = Films(films: [
        Film(title: "Solaris", year: 1972), Film(title: "<Stalker>", year: 1979),
    ])

    private func text(_ xml: XML, _ films: Films) async throws -> String {
        let content = Content(pieces: xml.elements(encoding: films, in: "films"))
        return String(decoding: try await content.collect(upTo: 10_000), as: UTF8.self)
    }

    @Test func `a sequence is written like an array`() async throws {
        var xml = XML()
        for change in 0..<5 {
            switch change {
            case 1: xml.isPretty = true
            case 2: xml.prefixes = ["": "urn:v", "x": "urn:\"x\""]
            case 3: (xml.item, xml.writesDeclaration) = ("movie", false)
            case 4: xml.emptyElements = .long
            default: break
            }
            var array = xml
            array.root = "films"
            #expect(try await text(xml, films) == array.encodeToString(films.films))
        }
        #expect(
            try await text(XML(), Films(films: []))
                == "<?xml version=\"1.0\" encoding=\"UTF-8\"?><films></films>"
        )
    }

    @Test func `the written elements are read back unchanged`() async throws {
        let written = XML().elements(encoding: films, in: "films")
        var back: [Film] = []
        for try await film in XML().elements(of: Film.self, in: written) { back.append(film) }
        #expect(back == films.films)
    }

    @Test func `an invalid root name is an error`() async throws {
        var written = XML().elements(encoding: films, in: "1 2").makeAsyncIterator()
        await #expect(throws: CodingError.self) { try await written.next() }
    }
}
