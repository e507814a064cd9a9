// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct `HTML pages instead of values` {
    struct Page: CustomTestStringConvertible {
        let name: String
        var type = "text/html; charset=utf-8"
        let content: String
        let expected: String
        var testDescription: String { name }
    }

    private static let hint = ", perhaps of a login or of a network that asks for one"

    static let pages = [
        Page(
            name: "a login",
            content: "<!DOCTYPE html><HTML><Title lang=en>\n Log in &amp; go\u{1B}[1m </TITLE>",
            expected: "a page with the title “Log in & go [1m”"
        ),
        Page(name: "no title", content: "<p>Hello", expected: "a page without a title"),
        Page(
            name: "a title that does not end",
            content: "<html><title>" + String(repeating: "a", count: 100_000),
            expected: "a page with the title “\(String(repeating: "a", count: 79))…”"
        ),
        Page(
            name: "a title that repeats a secret",
            content: "<title>No key hunter2 here</title>",
            expected: "a page with the title “No key … here”"
        ),
        Page(
            name: "a page that says it is JSON",
            type: "application/json",
            content: "\n\u{FEFF}<html><title>Portal</title>",
            expected: "a page with the title “Portal”"
        ),
    ]

    @Test(arguments: pages)
    func `the error contains the title of the page`(_ page: Page) async throws {
        let stub = StubTransport(.ok, [.contentType: page.type], page.content)
        let client = try Client(stub)
        let error = await callError { () throws(CallError<Never>) in
            let _: [Int] = try await client.get("films", query: ["key": "hunter2"])
        }
        let found = try #require(error)
        #expect(found.kind == .unreadable)
        #expect(found.description.hasSuffix(page.expected + Self.hint), "\(found)")
        #expect(!found.description.contains("hunter2"))
    }

    @Test
    func `other media types are not reported as pages`() async throws {
        let client = try Client(
            StubTransport(.ok, [.contentType: "text/plain"], "<title>a</title>")
        )
        let error = await callError { () throws(CallError<Never>) in
            let _: [Int] = try await client.get("films")
        }
        #expect(
            error?.description.hasSuffix("the answer is text/plain, not application/json") == true
        )
    }
}
