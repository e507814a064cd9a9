// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import Testing

@Suite struct `URL-encoded form encoding` {
    private func text(
        _ value: some Encodable,
        _ arrays: URLEncodedForm.ArrayStyle = .brackets
    ) throws -> String {
        var form = URLEncodedForm()
        form.arrays = arrays
        return try form.encodeToString(value)
            .replacing("%5B", with: "[")
            .replacing("%5D", with: "]")
    }

    private struct Person: Encodable {
        let name: String
        var roles: [String] = []
        var address: Address?
    }

    private struct Address: Encodable {
        let city: String
        let zip: Int?
    }

    @Test func `members are written as pairs, and nil members are omitted`() throws {
        let person = Person(name: "Ana", address: Address(city: "Murcia", zip: nil))
        #expect(try text(person) == "name=Ana&address[city]=Murcia")
    }

    @Test func `brackets are escaped`() throws {
        let form = try URLEncodedForm().encodeToString(["a": ["b": [1]]])
        #expect(form == "a%5Bb%5D%5B%5D=1")
    }

    @Test(arguments: [
        ("a b", "a+b"), ("a+b", "a%2Bb"), ("ñ", "%C3%B1"), ("~!'()", "%7E%21%27%28%29"),
        ("*-._", "*-._"), ("&=", "%26%3D"), ("\u{0}\n", "%00%0A"), ("", ""), ("100%", "100%25"),
    ])
    func `text is escaped as WHATWG specifies`(value: String, expected: String) throws {
        #expect(try text(["k": value]) == "k=\(expected)")
        #expect(try text([value: "v"]) == "\(expected)=v")
    }

    @Test func `arrays are written in three styles`() throws {
        let person = Person(name: "Ana", roles: ["x", "y"])
        #expect(try text(person) == "name=Ana&roles[]=x&roles[]=y")
        #expect(try text(person, .indexes) == "name=Ana&roles[0]=x&roles[1]=y")
        #expect(try text(person, .repeats) == "name=Ana&roles=x&roles=y")
    }

    @Test(arguments: [URLEncodedForm.ArrayStyle.brackets, .repeats])
    func `array elements with members get indexes`(style: URLEncodedForm.ArrayStyle) throws {
        let people = ["p": [Address(city: "A", zip: 1), Address(city: "B", zip: 2)]]
        let expected = "p[0][city]=A&p[0][zip]=1&p[1][city]=B&p[1][zip]=2"
        #expect(try text(people, style) == expected)
        let matrix = try text(["m": [[1, 2], [3]]], .brackets)
        #expect(matrix == "m[0][]=1&m[0][]=2&m[1][]=3")
    }

    @Test func `a member after a nested member is written at the top level`() throws {
        struct Model: Encodable {
            let a = ["x": ["y": 1]]
            let list = [["z": 1]]
            let b = 2
        }
        #expect(try text(Model()) == "a[x][y]=1&list[0][z]=1&b=2")
    }

    @Test func `nil and empty containers are omitted`() throws {
        struct Model: Encodable {
            let list: [Int] = []
            let none: [Int?] = [nil, 2]
            let empty: [String: Int] = [:]
            let text = ""
        }
        #expect(try text(Model()) == "none[]=2&text=")
    }

    @Test func `scalars of every type are written as text`() throws {
        struct Model: Encodable {
            let yes = true
            let number = -7
            let large = 1e21
            let price = 8.5
            let date = Date(timeIntervalSince1970: 0)
            let data = Data([0xFB, 0xFF])
            let unsigned = UInt64.max
        }
        let expected =
            "yes=true&number=-7&large=1e%2B21&price=8.5&date=1970-01-01T00%3A00%3A00Z"
            + "&data=%2B%2F8%3D&unsigned=18446744073709551615"
        #expect(try text(Model()) == expected)
    }

    @Test func `pairs can be sorted by name`() throws {
        var form = URLEncodedForm()
        form.sortsKeys = true
        #expect(try form.encodeToString(["b": "1", "a": "2"]) == "a=2&b=1")
    }

    @Test func `a scalar or an array as the root value is refused`() throws {
        for (name, encode) in [
            ("scalar", { try URLEncodedForm().encode(1) }),
            ("array", { try URLEncodedForm().encode(["a"]) }),
            ("bools", { try URLEncodedForm().encode([true]) }),
        ] {
            let failure = #expect(throws: CodingError.self, "\(name)") { _ = try encode() }
            #expect(failure?.code == .unsupported)
        }
    }

    @Test func `failures have a pointer`() throws {
        let value = ["a b": [["x/": Double.nan]]]
        let failure = #expect(throws: CodingError.self) { try URLEncodedForm().encode(value) }
        #expect(failure?.pointer == "/a b/0/x~1")
    }

    @Test func `a child that throws writes nothing`() throws {
        struct Model: Encodable {
            enum CodingKeys: CodingKey { case a, b, c }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(1, forKey: .a)
                try? container.encode(["x": [1, Double.nan]], forKey: .b)
                try container.encode(["y": 2], forKey: .c)
            }
        }
        #expect(try text(Model()) == "a=1&c[y]=2")
    }

    @Test func `depth is limited`() throws {
        var form = URLEncodedForm()
        form.limits.depth = 2
        #expect(try form.encodeToString(["a": ["b": 1]]) == "a%5Bb%5D=1")
        let failure = #expect(throws: CodingError.self) {
            try form.encode(["a": ["b": ["c": 1]]])
        }
        #expect(failure?.code == .tooDeep)
    }
}
