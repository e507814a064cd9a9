// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Testing

@Suite struct `Lists in field values` {
    @Test(
        arguments: [
            ("", []), (" \t", []), ("a", ["a"]), (" a ,\tb ", ["a", "b"]), (",,a,,", ["a"]),
            ("\"a,b\",c", ["\"a,b\"", "c"]), ("\"a\\\",b\",c", ["\"a\\\",b\"", "c"]),
            ("\"a,b", ["\"a,b"]), ("\"a\\", ["\"a\\"]), (" \u{301}a", ["\u{301}a"]),
        ]
    )
    func `members are split at commas and trimmed`(_ value: String, _ members: [String]) {
        #expect(
            FieldList.members(of: value).map { Array($0.utf8) } == members.map { Array($0.utf8) }
        )
    }
}
