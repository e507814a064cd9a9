// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Testing

@testable import RecadoApps

/// A letter may carry any number of combining marks.
///
/// Comparing such a letter takes time that grows with the square of their number: minutes for as
/// many as here.
@Suite(.timeLimit(.minutes(1))) struct `Characters with many combining marks` {
    private static let letter = "a" + String(repeating: "\u{301}\u{316}", count: 200_000)
    private static let home = "/apps/videoclub"

    @Test func `are kept unchanged when line ends are normalized`() {
        let text = Self.letter + "\r\n\r\u{301}\r\r\n" + Self.letter
        let plain = Self.letter + "\n\r\u{301}\r\n" + Self.letter
        #expect(text.withPlainLineEnds.utf8.elementsEqual(plain.utf8))
        #expect(Self.letter.withPlainLineEnds.utf8.elementsEqual(Self.letter.utf8))
    }

    @Test func `in a Cookie field do not hide other cookies`() {
        var request = Request(method: .get, authority: "localhost", target: "/")
        request.fields[.cookie] = "\(Self.letter)=1;\u{301}x=2; recado-theme=dark"
        #expect(Cookie.value(of: "theme", in: request) == "dark")
        request.fields[.cookie] = Self.letter
        #expect(Cookie.value(of: "theme", in: request) == nil)
    }

    @Test func `form fields with very long names are ignored`() async throws {
        var browser = Browser(try await AppStand().application)
        try await browser.go("\(Self.home)/login")
        var form = browser.filled(
            "\(Self.home)/login",
            ["login-user": "test123", "login-password": "test123"]
        )
        form[String(repeating: "n", count: 65)] = "left out"
        form["other"] = "kept"
        form["login-user"] = ""
        try await browser.send(.post, "\(Self.home)/login", form: form)
        #expect(browser.status == .unprocessableContent)
        #expect(browser.page.contains("value=\"kept\""))
        #expect(!browser.page.contains("left out"))
    }
}
