// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Testing

@testable import RecadoApps

@Suite struct `A recorded HTTP message` {
    @Test func `shows no secrets in its URL and header fields`() {
        let request = Request(
            method: .get,
            scheme: "https",
            authority: "example.org",
            target: "/films;token=hunter2/7?page=2&pin=hunter2",
            fields: ["X-Userkey": "hunter2", "Referer": "/a#code=hunter2", .accept: "a/b"]
        )
        let head = WireMessage(request, content: []).head
        #expect(!head.contains("hunter2"))
        #expect(head.hasPrefix("GET /films;token=…/7?page=2&pin=… HTTP/1.1\r\n"))
        #expect(head.contains("Accept: a/b\r\n"))
    }
}
