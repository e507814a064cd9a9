// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import Testing

@Suite struct `Names in JSON Pointers` {
    @Test(arguments: [
        ("", ""), ("a", "a"), ("/", "~1"), ("~", "~0"), ("~1", "~01"), ("~0/~", "~00~1~0"),
        ("\u{301}a/", "\u{301}a~1"), ("//", "~1~1"),
    ])
    func `are escaped and unescaped without loss`(_ name: String, _ token: String) {
        #expect(JSONPointer.token(name) == token)
        #expect(JSONPointer.name(token[...]) == name)
    }

    @Test func `keep a tilde that does not begin an escape`() {
        #expect(JSONPointer.name("~2~") == "~2~")
    }

    @Test func `can begin with a combining mark`() throws {
        let failure = #expect(throws: CodingError.self) {
            try JSON().decode(
                [String: [String: Int]].self,
                from: "{\"\u{301}a\":{\"\u{301}b\":\"x\"}}"
            )
        }
        #expect(failure.map { Array($0.pointer.utf8) } == Array("/\u{301}a/\u{301}b".utf8))
    }
}
