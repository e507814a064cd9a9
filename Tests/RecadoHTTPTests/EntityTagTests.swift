// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Testing

@Suite struct `Entity tags` {
    @Test(arguments: [
        ("\"x\"", "x", false), ("W/\"x\"", "x", true), ("\"\"", "", false),
        (" \"a,b\\\" ", "a,b\\", false),
    ])
    func `tags are parsed and written`(_ text: String, _ value: String, _ isWeak: Bool) throws {
        let tag = try #require(EntityTag(text))
        #expect(tag.value == value)
        #expect(tag.isWeak == isWeak)
        #expect(EntityTag(tag.description) == tag)
        #expect(EntityTag(value: value, isWeak: isWeak) == tag)
    }

    @Test(arguments: [
        "", "x", "\"", "\"x", "x\"", "w/\"x\"", "W\"x\"", "W/x", "\"a b\"", "\"a\"b", "\"a\n\"",
        "*",
    ])
    func `malformed tags are refused`(_ text: String) {
        #expect(EntityTag(text) == nil)
    }

    @Test(arguments: ["a\"b", "a b", "\r\n", "\u{7F}"])
    func `values with quotes, spaces or control characters are refused`(_ value: String) {
        #expect(EntityTag(value: value) == nil)
    }

    @Test func `strong and weak comparison follow the table of RFC 9110`() throws {
        let tags = try ["W/\"1\"", "W/\"1\"", "W/\"2\"", "\"1\"", "\"1\""].map {
            try #require(EntityTag($0))
        }
        let rows = [
            (0, 1, false, true), (0, 2, false, false), (0, 3, false, true), (3, 4, true, true),
        ]
        for (one, other, strong, weak) in rows {
            #expect(tags[one].isStronglyEqual(to: tags[other]) == strong)
            #expect(tags[one].isWeaklyEqual(to: tags[other]) == weak)
        }
    }

    @Test func `conditions match tags strongly and weakly`() throws {
        let tag = EntityTag(value: "a,b")
        let weak = EntityTag(value: "a,b", isWeak: true)
        let any = try #require(EntityTagCondition([" * "]))
        #expect(any.matchesStrongly(tag))
        #expect(any.matchesWeakly(weak))
        #expect(!any.matchesStrongly(nil))
        #expect(!any.matchesWeakly(nil))
        let list = try #require(EntityTagCondition(["\"x\", \"a,b\"", ", W/\"c\" ,"]))
        #expect(list.matchesStrongly(tag))
        #expect(!list.matchesStrongly(weak))
        #expect(list.matchesWeakly(weak))
        #expect(!list.matchesWeakly(EntityTag(value: "y")))
        #expect(!list.matchesWeakly(nil))
        #expect("\(list)" == #""x", "a,b", W/"c""#)
    }

    @Test(arguments: [
        [], [""], [","], ["x"], ["\"a\" \"b\""], ["*", "*"], ["\"a\", *"], ["\"a\"", "b"],
    ])
    func `malformed conditions are refused`(_ values: [String]) {
        #expect(EntityTagCondition(values) == nil)
    }

    @Test func `a condition of more than a hundred tags is refused`() {
        let tags = Array(repeating: "\"a\"", count: 100)
        #expect(EntityTagCondition(tags) != nil)
        #expect(EntityTagCondition(tags + ["\"a\""]) == nil)
    }
}
