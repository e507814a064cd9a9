// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import Testing

private struct Film: Codable, Equatable, Hashable { var year: Int }

private struct Page: Codable, Equatable { @Lossy var films: [Film] }

private struct Shelf: Codable, Equatable {
    @Lossy var films: [Film]?
    @Lossy var prices: [String: Int]
    @Lossy var tags: Set<Int>
}

@Suite struct `Lossy collections` {
    @Test func `elements that cannot be read are dropped and reported`() throws {
        let written = Written(
            name: "",
            json: #"{"films":[{"year":1},{"year":"x"},3,null,{},{"year":2}]}"#,
            xml: "<p><films><year>1</year></films><films><year>x</year></films><films>3</films>"
                + "<films/><films><z/></films><films year='2'/></p>",
            form: "films[0][year]=1&films[1][year]=x&films[2]=3&films[3]=&films[4][z]="
                + "&films[5][year]=2"
        )
        for page in try written.read(Page.self) {
            #expect(page.films == [Film(year: 1), Film(year: 2)])
            #expect(page.$films.map(\.index) == [1, 2, 3, 4])
            #expect(page.$films.allSatisfy { $0.key == nil && !$0.description.contains("\n") })
        }
        let dropped = try JSON().decode(Page.self, from: written.json).$films
        #expect(
            dropped.map(\.description) == [
                "element 1: expected Int, found a string",
                "element 2: expected Dictionary<String, Any>, found a number",
                "element 3: expected Dictionary<String, Any>, found null",
                "element 4: no value for the key \"year\"",
            ]
        )
    }

    @Test func `a wrong type is an error, as is a missing array in JSON`() throws {
        for text in [#"{"films":{}}"#, #"{"films":null}"#, "{}"] {
            #expect(throws: CodingError.self) { try JSON().decode(Page.self, from: text) }
        }
        // XML and forms write nothing for an empty list, so a missing one is read as empty.
        #expect(try XML().decode(Page.self, from: "<p/>").films == [])
        #expect(try URLEncodedForm().decode(Page.self, from: "x=1").films == [])
    }

    @Test func `an optional can be missing or null, and nil is omitted`() throws {
        for text in [#"{"prices":{},"tags":[]}"#, #"{"films":null,"prices":{},"tags":[]}"#] {
            let shelf = try JSON().decode(Shelf.self, from: text)
            #expect(shelf.films == nil)
            #expect(try JSON().encodeToString(shelf) == #"{"prices":{},"tags":[]}"#)
        }
        #expect(throws: CodingError.self) {
            try JSON().decode(Shelf.self, from: #"{"films":3,"prices":{},"tags":[]}"#)
        }
    }

    @Test func `dictionaries and sets drop unreadable members and elements`() throws {
        let shelf = try JSON().decode(
            Shelf.self,
            from: #"{"films":[1,{"year":3}],"prices":{"a":1,"b":"x","c":3},"tags":[1,"x",1]}"#
        )
        #expect(shelf.films == [Film(year: 3)] && shelf.$films.map(\.index) == [0])
        #expect(shelf.prices == ["a": 1, "c": 3])
        #expect(shelf.$prices.map(\.key) == ["b"] && shelf.$prices.map(\.index) == [1])
        #expect(shelf.tags == [1] && shelf.$tags.map(\.index) == [1])
    }

    @Test func `lossy collections are written like plain collections`() throws {
        let page = Page(films: [Film(year: 1), Film(year: 2)])
        #expect(try JSON().encodeToString(page) == #"{"films":[{"year":1},{"year":2}]}"#)
        #expect(try XML().decode(Page.self, from: XML().encode(page)) == page)
        let form = try URLEncodedForm().encode(page)
        #expect(try URLEncodedForm().decode(Page.self, from: form) == page)
    }

    @Test func `a later error does not point to a dropped element`() {
        struct Refusal: Error {}
        struct Odd: Decodable {
            init(from decoder: any Decoder) throws {
                let number = try decoder.singleValueContainer().decode(Int.self)
                if number.isMultiple(of: 2) { throw Refusal() }
            }
        }
        struct Model: Decodable {
            init(from decoder: any Decoder) throws {
                _ = try decoder.container(keyedBy: CodingKeys.self)
                    .decode(Lossy<[Odd]>.self, forKey: .list)
                throw Refusal()
            }
            enum CodingKeys: CodingKey { case list }
        }
        let failure = #expect(throws: CodingError.self) {
            try JSON().decode(Model.self, from: #"{"list":[1,2]}"#)
        }
        #expect(failure?.pointer == "" && failure?.underlying is Refusal)
    }

    @Test func `Foundation's coders read and write lossy collections`() throws {
        let data = Data(#"{"films":[{"year":1},{"year":"x"},3,{"year":2}]}"#.utf8)
        let page = try JSONDecoder().decode(Page.self, from: data)
        #expect(
            page.films == [Film(year: 1), Film(year: 2)] && page.$films.map(\.index) == [1, 2]
        )
        let shelf = try JSONDecoder().decode(
            Shelf.self,
            from: Data(#"{"prices":{"a":"x"},"tags":[]}"#.utf8)
        )
        #expect(shelf.films == nil && shelf.prices.isEmpty && shelf.$prices.map(\.key) == ["a"])
        #expect(try JSONDecoder().decode(Page.self, from: JSONEncoder().encode(page)) == page)
    }
}
