// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import Testing

private struct Times: Codable, Equatable {
    var created: Int
    var updated: Int?
}

private struct Film: Codable, Equatable {
    var title: String
    @Flat var times: Times
    @Flat var owner: Owner?
    var year: Int

    struct Owner: Codable, Equatable {
        var name: String
        var age: Int
    }
}

private struct ByPath: Codable, Equatable {
    var title: String
    var owner: Film.Owner?
    var year: Int

    enum CodingKeys: String, PathCodingKey {
        case title
        case owner = ""
        case year = "info.year"
    }
}

@Suite struct `Flat properties` {
    @Test(arguments: [
        Film(title: "a", times: Times(created: 1, updated: 2), owner: nil, year: 3),
        Film(
            title: "a",
            times: Times(created: 1),
            owner: Film.Owner(name: "x", age: 4),
            year: 3
        ),
    ])
    fileprivate func `every format reads back what it writes`(_ film: Film) throws {
        var json = JSON()
        for sortsKeys in [false, true] {
            json.sortsKeys = sortsKeys
            #expect(try json.decode(Film.self, from: json.encode(film)) == film)
            #expect(try json.decode([Film].self, from: json.encode([film, film])) == [film, film])
        }
        #expect(try XML().decode(Film.self, from: XML().encode(film)) == film)
        let form = try URLEncodedForm().encode(film)
        #expect(try URLEncodedForm().decode(Film.self, from: form) == film)
    }

    @Test func `members are written in place of the property`() throws {
        let film = Film(
            title: "a",
            times: Times(created: 1),
            owner: Film.Owner(name: "x", age: 4),
            year: 3
        )
        let text = #"{"title":"a","created":1,"name":"x","age":4,"year":3}"#
        #expect(try JSON().encodeToString(film) == text)
        var json = JSON()
        json.sortsKeys = true
        let sorted = #"{"age":4,"created":1,"name":"x","title":"a","year":3}"#
        #expect(try json.encodeToString(film) == sorted)
        var xml = XML()
        xml.writesDeclaration = false
        let element =
            "<Film><title>a</title><created>1</created><name>x</name><age>4</age><year>3</year></Film>"
        #expect(try xml.encodeToString(film) == element)
        let form = "title=a&created=1&name=x&age=4&year=3"
        #expect(try URLEncodedForm().encodeToString(film) == form)
    }

    @Test(arguments: [
        Written(
            name: "missing",
            json: #"{"title":"a","created":1,"year":3}"#,
            xml: "<f><title>a</title><created>1</created><year>3</year></f>",
            form: "title=a&created=1&year=3"
        ),
        Written(
            name: "null or left empty",
            json: #"{"name":null,"age":null,"title":"a","created":1,"year":3}"#,
            xml: "<f><title>a</title><created>1</created><year>3</year></f>",
            form: "age=&title=a&created=1&year=3"
        ),
    ])
    func `an optional is nil if all its members are missing`(_ written: Written) throws {
        let film = Film(title: "a", times: Times(created: 1), owner: nil, year: 3)
        for read in try written.read(Film.self) { #expect(read == film) }
    }

    @Test(arguments: [
        Written(
            name: "the first is there",
            json: #"{"title":"a","created":1,"year":3,"name":"x"}"#,
            xml: "<f><title>a</title><created>1</created><name>x</name><year>3</year></f>",
            form: "title=a&created=1&year=3&name=x"
        ),
        Written(
            name: "the last is there",
            json: #"{"age":7,"title":"a","created":1,"year":3}"#,
            xml: "<f age='7'><title>a</title><created>1</created><year>3</year></f>",
            form: "age=7&title=a&created=1&year=3"
        ),
    ])
    func `an optional with only some members reports the missing ones`(_ written: Written) {
        let failures = written.failures(Film.self)
        // The error names the first missing key that the model asks for.
        #expect(failures.allSatisfy { $0.pointer == "/age" || $0.pointer == "/name" })
        #expect(failures.count == 3)
    }

    @Test func `a member of the wrong type is reported with its pointer`() {
        let text = "{\"title\":\"a\",\"created\":1,\"year\":3,\n\"name\":\"x\",\"age\":\"old\"}"
        let failure = #expect(throws: CodingError.self) {
            try JSON().decode(Film.self, from: text)
        }
        #expect(failure?.pointer == "/age" && failure?.line == 2)
    }

    @Test func `an optional with only optional members is nil if none is present`() throws {
        struct Extra: Codable, Equatable {
            var a: Int?
            var b: Int?
        }
        struct Model: Codable, Equatable { @Flat var extra: Extra? }
        #expect(try JSON().decode(Model.self, from: "{}").extra == nil)
        #expect(try JSON().decode(Model.self, from: #"{"x":1}"#).extra == nil)
        #expect(try JSON().decode(Model.self, from: #"{"b":1}"#).extra == Extra(b: 1))
        #expect(try XML().decode(Model.self, from: "<m/>").extra == nil)
        #expect(try XML().decode(Model.self, from: "<m>text</m>").extra == nil)
        #expect(try URLEncodedForm().decode(Model.self, from: "").extra == nil)
    }

    @Test func `flat properties can be nested`() throws {
        struct Inner: Codable, Equatable { var c: Int }
        struct Middle: Codable, Equatable {
            var a: Int
            @Flat var inner: Inner?
            var b: Int
        }
        struct Outer: Codable, Equatable { @Flat var middle: Middle? }
        #expect(try JSON().decode(Outer.self, from: "{}").middle == nil)
        let full = Outer(middle: Middle(a: 1, inner: Inner(c: 2), b: 3))
        #expect(try JSON().encodeToString(full) == #"{"a":1,"c":2,"b":3}"#)
        #expect(try JSON().decode(Outer.self, from: JSON().encode(full)) == full)
        let hollow = Outer(middle: Middle(a: 1, inner: nil, b: 3))
        #expect(try JSON().decode(Outer.self, from: JSON().encode(hollow)) == hollow)
        for text in [#"{"a":1}"#, #"{"b":1}"#, #"{"a":null,"b":1}"#, #"{"a":1,"c":2}"#] {
            let failure = #expect(throws: CodingError.self) {
                try JSON().decode(Outer.self, from: text)
            }
            #expect(failure?.code == .keyNotFound || failure?.code == .valueNotFound)
        }
    }

    @Test func `flat optionals work in large objects with nested members`() throws {
        struct Part: Codable, Equatable {
            var inner: [String: [Int]]
            var missing: Int
        }
        struct Model: Codable { @Flat var part: Part? }
        var members = (0..<200).map { "\"m\($0)\":{\"x\":[1,2]}" }
        #expect(
            try JSON().decode(Model.self, from: "{\(members.joined(separator: ","))}").part == nil
        )
        members.insert("\"inner\":{\"x\":[1,2]}", at: 100)
        let failure = #expect(throws: CodingError.self) {
            try JSON().decode(Model.self, from: "{\(members.joined(separator: ","))}")
        }
        #expect(failure?.pointer == "/missing")
    }

    @Test func `a property with an empty key path is flat`() throws {
        let owner = Film.Owner(name: "x", age: 4)
        for model in [
            ByPath(title: "a", owner: owner, year: 3), ByPath(title: "a", owner: nil, year: 3),
        ] {
            #expect(try JSON().decode(ByPath.self, from: JSON().encode(model)) == model)
            #expect(try XML().decode(ByPath.self, from: XML().encode(model)) == model)
            let form = try URLEncodedForm().encode(model)
            #expect(try URLEncodedForm().decode(ByPath.self, from: form) == model)
        }
        let text = #"{"title":"a","name":"x","age":4,"info":{"year":3}}"#
        #expect(try JSON().encodeToString(ByPath(title: "a", owner: owner, year: 3)) == text)
        let failure = #expect(throws: CodingError.self) {
            try JSON().decode(ByPath.self, from: #"{"title":"a","age":4,"info":{"year":3}}"#)
        }
        #expect(failure?.pointer == "/name")
    }

    @Test func `a flat dictionary contains all members of the object`() throws {
        struct Model: Codable, Equatable {
            var title: String
            @Flat var all: [String: Value]?
        }
        let read = try JSON().decode(Model.self, from: #"{"title":"a","x":1}"#)
        #expect(read.all == ["title": "a", "x": 1])
    }

    @Test func `a flat array or scalar is refused with its pointer`() {
        struct Lists: Encodable { @Flat var list = [1] }
        struct Scalars: Encodable { @Flat var scalar = 1 }
        struct Wide: Encodable { @Flat var scalar: Int128 = 1 }
        struct Infinite: Encodable { @Flat var scalar = Double.infinity }
        struct ByPath: Encodable {
            var a = 1
            var list = [1]
            enum CodingKeys: String, PathCodingKey {
                case a
                case list = ""
            }
        }
        var sorted = JSON()
        sorted.sortsKeys = true
        for json in [JSON(), sorted] {
            for failure in [
                #expect(throws: CodingError.self) { try json.encode(["k": Lists()]) },
                #expect(throws: CodingError.self) { try json.encode(["k": Scalars()]) },
                #expect(throws: CodingError.self) { try json.encode(["k": Wide()]) },
                #expect(throws: CodingError.self) { try json.encode(["k": Infinite()]) },
                #expect(throws: CodingError.self) { try json.encode(["k": ByPath()]) },
            ] {
                #expect(failure?.code == .unsupported && failure?.pointer == "/k")
            }
        }
    }
}
