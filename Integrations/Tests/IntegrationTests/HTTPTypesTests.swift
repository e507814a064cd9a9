// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import RecadoHTTP
import Testing

@Suite struct `Heads of swift-http-types` {
    @Test func `go there and back, with repeated fields in their order`() throws {
        var request = Request(method: .put, scheme: "https", authority: "h:8080", target: "/a?b=c")
        request.fields.append("one", to: "X-Many")
        request.fields.append("text/plain", to: "Content-Type")
        request.fields.append("two, drei", to: "x-many")
        let head = try #require(HTTPRequest(request))
        #expect(head.method == .put && head.path == "/a?b=c" && head.authority == "h:8080")
        let back = try #require(Request(head, content: Content("content")))
        #expect(back.fields == request.fields && back.target == request.target)
        #expect(back.method == request.method && back.scheme == "https")
        #expect(back.content.length == 7)
    }

    @Test func `have the target of CONNECT as its authority`() throws {
        let head = HTTPRequest(method: .connect, scheme: nil, authority: "h:443", path: nil)
        let request = try #require(Request(head))
        #expect(request.target == "h:443")
        #expect(HTTPRequest(request) == head)
    }

    @Test func `without a target, or with a status that is none, are no messages`() {
        #expect(Request(HTTPRequest(method: .get, scheme: nil, authority: nil, path: nil)) == nil)
        #expect(Response(HTTPResponse(status: .init(code: 999))) != nil || Status(999) == nil)
        var response = Response(status: .created)
        response.fields["Location"] = "/a"
        let head = HTTPResponse(response)
        #expect(head.status == .created && head.headerFields[.location] == "/a")
        #expect(Response(head)?.fields == response.fields)
    }
}
