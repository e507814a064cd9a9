// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Testing

@Suite struct `Header fields` {
    @Test func `names are case-insensitive`() {
        let fields: Fields = [.contentType: "text/plain"]
        #expect(fields["CONTENT-type"] == "text/plain")
    }

    @Test func `a string literal can name a registered or an unregistered field`() {
        let fields: Fields = ["X-Api-Key": "one", .accept: "*/*"]
        #expect(fields["x-api-key"] == "one")
        #expect(fields.description == "[X-Api-Key, Accept]")
    }

    @Test(arguments: ["", "two words", "a:b", "a\r\nSet-Cookie", "á"])
    func `a string literal that is not a token becomes Invalid-Field-Name`(_ text: String) {
        let name = FieldName(stringLiteral: text)
        #expect(name == .invalid)
        #expect(name.rawName == "Invalid-Field-Name")
        #expect(FieldName(text) == nil)
    }

    @Test func `order and repeated fields are kept`() {
        var fields: Fields = [.setCookie: "a=1", .accept: "*/*"]
        fields.append("b=2, c", to: .setCookie)
        #expect(fields[values: .setCookie] == ["a=1", "b=2, c"])
        #expect(fields.map(\.name.rawName) == ["Set-Cookie", "Accept", "Set-Cookie"])
    }

    @Test func `setting a value changes the first field of the name and removes the others`() {
        var fields: Fields = [.accept: "a", .host: "h", .accept: "b"]
        fields[.accept] = "c"
        #expect(fields.map(\.value) == ["c", "h"])
        fields[.accept] = nil
        #expect(fields.map(\.value) == ["h"])
    }

    @Test func `control characters in a value become spaces`() {
        let fields: Fields = [.location: "/a\r\nSet-Cookie: x=1\u{0}"]
        #expect(fields[.location] == "/a  Set-Cookie: x=1 ")
        #expect(!Fields.isValid("a\nb"))
        #expect(Fields.isValid("á\tb"))
    }

    @Test func `fields are stored as lines until one is changed or removed`() {
        var fields: Fields = [.accept: "a\r\nb", .host: ""]
        fields.append("c", to: .accept)
        fields.addMissing(from: [.host: "other", .age: "1"])
        #expect(fields.areLines)
        #expect(
            String(decoding: fields.buffer, as: UTF8.self)
                == "Accept: a  b\r\nHost: \r\nAccept: c\r\nAge: 1\r\n"
        )
        fields.removeAll(.date)
        #expect(fields.areLines)
        var (changed, removed) = (fields, fields)
        changed[.age] = "2"
        removed.removeAll(.age)
        #expect(!changed.areLines && !removed.areLines)
        #expect(changed.map(\.value) == ["a  b", "", "c", "2"])
        #expect(removed.map(\.value) == ["a  b", "", "c"])
        #expect(!Fields(buffer: Array("a:b".utf8), entries: []).areLines)
    }

    @Test func `list values are split at commas outside quotes`() {
        let fields: Fields = [.accept: #"a;t="x,y", , b"#, .accept: "c"]
        #expect(fields[list: .accept] == [#"a;t="x,y""#, "b", "c"])
    }

    @Test func `a value that is not UTF-8 is read as ISO 8859-1`() {
        let fields = Fields(
            buffer: [0x61, 0x63, 0x61, 0x66, 0xE9],
            entries: [.init(nameStart: 0, nameLength: 1, valueStart: 1, valueLength: 4)]
        )
        #expect(fields.first { _ in true }?.value == "café")
    }

    @Test func `the description hides values`() {
        let fields: Fields = [.authorization: "Basic c2VjcmV0"]
        #expect(fields.description == "[Authorization]")
    }
}
