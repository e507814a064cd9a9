// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import Testing

@testable import RecadoPostgreSQL

@Suite struct `Messages of refused connections` {
    @Test func `contain no error codes or source locations after several attempts`() {
        let error = StoreError(refusal: [
            #"connection to server at "db" (10.0.0.1), port 5432 failed: FATAL:  28P01: no password"#,
            "LOCATION:  auth_failed, auth.c:331",
            #"connection to server at "db" (10.0.0.1), port 5432 failed: FATAL:  28000: no entry"#,
            "LOCATION:  ClientAuthentication, auth.c:543",
        ])
        #expect(error.sqlState == "28P01")
        #expect(
            error.message
                == #"connection to server at "db" (10.0.0.1), port 5432 failed: FATAL:  no password; "#
                + #"connection to server at "db" (10.0.0.1), port 5432 failed: FATAL:  no entry"#
        )
    }

    @Test(
        arguments: [
            "could not translate host name", "a:  b: c", "x:  ABCD: e", "x:  abcde: f", ":  ", "",
        ]
    )
    func `are unchanged if they contain no error code`(text: String) {
        let error = StoreError(refusal: [text])
        #expect(error.message == text)
        #expect(error.sqlState == nil)
    }
}
