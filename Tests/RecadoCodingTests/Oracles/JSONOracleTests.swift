// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import Testing

@Suite struct `JSON compared with Foundation` {
    private static let documents = [
        #"{"id":7,"title":"Solaris","tags":["a","b"],"rating":4.5e0,"of":{"x":null,"y":true}}"#,
        #"[1,-2,3.25,1e3,0.5E-2,-0,"\u00e9\n\"\\\/","",[[]],{},{"":[false]}]"#,
        #" { "a b" : [ 1 , 2 ] ,"ñ":"😀\uD83D\uDE00" } "#,
        #"{"a":{"a":{"a":[{"a":9007199254740993,"b":18446744073709551615}]}}}"#,
    ]

    private static let strict: JSON = {
        var json = JSON()
        json.duplicateKeys = .refuse
        return json
    }()

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `mutated documents are accepted alike with the same values`(_ seed: UInt64) {
        var mutations = Mutations(
            Self.documents,
            alphabet: "{}[]:,\"\\/0123456789.eE+-untrfals \n\t\u{1}\u{7F}",
            seed: seed
        )
        for document in mutations.take(3_000) {
            let ours = try? JSON().value(from: document)
            let theirs = try? JSONSerialization.jsonObject(
                with: Data(document),
                options: .fragmentsAllowed
            )
            let text = String(decoding: document, as: UTF8.self)
            switch (ours, theirs) {
            case (nil, nil): continue
            case (let ours?, let theirs?):
                // If a key occurs twice, Foundation may keep either value, so the document is
                // skipped.
                guard (try? Self.strict.value(from: document)) != nil else { continue }
                #expect(Self.isEqual(ours, theirs), "\(text)")
            case (let ours?, nil):
                // Recado keeps numbers that exceed a `Double`, and refuses them only when a
                // `Double` is read.
                #expect(Self.holdsLargeNumber(ours), "only Foundation refuses \(text)")
            case (nil, _?):
                // RFC 8259 §4 and §5 allow no comma after the last element; Foundation does.
                let hasComma = text.contains(#/,[ \t\n\r]*[\]}]/#)
                #expect(hasComma, "only Foundation accepts \(text)")
            }
        }
    }

    private static func isEqual(_ value: Value, _ other: Any) -> Bool {
        switch value {
        case .null: return other is NSNull
        case .bool(let value): return (other as? NSNumber)?.boolValue == value
        case .number(let number):
            guard let other = other as? NSNumber else { return false }
            return abs(number.double - other.doubleValue) <= abs(number.double) * 1e-15
        case .string(let text):
            return (other as? String).map { $0.utf8.elementsEqual(text.utf8) } ?? false
        case .array(let elements):
            guard let other = other as? [Any], other.count == elements.count else { return false }
            return zip(elements, other).allSatisfy { isEqual($0, $1) }
        case .object(let members):
            guard let other = other as? [String: Any], other.count == members.count else {
                return false
            }
            return members.allSatisfy { member in
                other[member.key].map { isEqual(member.value, $0) } ?? false
            }
        }
    }

    private static func holdsLargeNumber(_ value: Value) -> Bool {
        switch value {
        case .number(let number): !number.double.isFinite
        case .array(let elements): elements.contains(where: holdsLargeNumber)
        case .object(let members): members.contains { holdsLargeNumber($0.value) }
        case .null, .bool, .string: false
        }
    }

    @Test(arguments: [11, 12] as [UInt64])
    func `random numbers are read as by strtod`(_ seed: UInt64) throws {
        var random = Seeded(seed: seed)
        func digits(_ count: ClosedRange<Int>) -> String {
            let count = Int.random(in: count, using: &random)
            return String((0..<count).map { _ in Character("\(random.next() % 10)") })
        }
        for _ in 0..<5_000 {
            var text = random.next() % 2 == 0 ? "-" : ""
            text += "\(1 + random.next() % 9)" + digits(0...30)
            if random.next() % 2 == 0 { text += "." + digits(1...40) }
            if random.next() % 2 == 0 { text += "e\(Int.random(in: -360...330, using: &random))" }
            let expected = unsafe strtod(text, nil)
            let read = try? JSON().decode([Double].self, from: "[\(text)]")
            #expect(read == (expected.isFinite ? [expected] : nil), "\(text)")
        }
    }
}
