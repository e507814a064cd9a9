// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Attacks on static files` {
    private let outer: TestDirectory
    private let files: StaticFiles

    init() throws {
        outer = try TestDirectory()
        try outer.write("secret.txt", "secret")
        outer.makeDirectory("site")
        outer.makeDirectory("site/sub")
        outer.makeDirectory("site/.git")
        try outer.write("site/open.txt", "open")
        try outer.write("site/.htpasswd", "secret")
        try outer.write("site/.git/config", "secret")
        try outer.write("site/sub/.env", "secret")
        outer.makeDirectory("site/sub/.well-known")
        try outer.write("site/sub/.well-known/x", "secret")
        outer.link("site/link.txt", to: "../secret.txt")
        outer.link("site/inner.txt", to: "open.txt")
        outer.link("site/up", to: "..")
        outer.link("site/absolute", to: "/")
        outer.link("site/index.html", to: "../secret.txt")
        outer.link("site/open.txt.gz", to: "../secret.txt")
        outer.makePipe("site/pipe")
        files = try StaticFiles(root: "\(outer.path)/site")
    }

    @Test(arguments: [
        "dots": "/../secret.txt",
        "dots below a directory": "/sub/../../secret.txt",
        "dots within the root": "/sub/../open.txt",
        "escaped dots": "/%2e%2e/secret.txt",
        "half escaped dots": "/.%2E/secret.txt",
        "a dot": "/./open.txt",
        "an escaped slash": "/..%2Fsecret.txt",
        "an escaped slash within the root": "/sub%2f..%2fopen.txt",
        "an escaped backslash": "/..%5Csecret.txt",
        "a backslash": "/..\\secret.txt",
        "escapes of escapes": "/%252e%252e/secret.txt",
        "escapes of escaped slashes": "/..%252fsecret.txt",
        "overlong UTF-8": "/%c0%ae%c0%ae/secret.txt",
        "an overlong slash": "/..%c0%afsecret.txt",
        "full-width dots": "/%EF%BC%8E%EF%BC%8E/secret.txt",
        "NUL": "/open.txt%00",
        "NUL before an ending": "/open.txt%00.html",
        "a line end": "/open.txt%0a",
        "an escape that is none": "/open.txt%zz",
        "two slashes": "//open.txt",
        "two slashes before a host": "//example.org/open.txt",
        "an absolute path": "//etc/passwd",
        "an escaped absolute path": "/%2Fetc%2Fpasswd",
        "a hidden file": "/.htpasswd",
        "an escaped hidden file": "/%2ehtpasswd",
        "a hidden directory": "/.git/config",
        "a hidden file below": "/sub/.env",
        "a known directory in the wrong place": "/sub/.well-known/x",
        "a link out": "/link.txt",
        "a link to a file within": "/inner.txt",
        "a link to a directory": "/up/secret.txt",
        "a link to the root of all": "/absolute/etc/passwd",
        "an index that is a link": "/",
        "a pipe": "/pipe",
        "nothing but dots": "/..",
        "three dots": "/...",
        "a blank at the end": "/open.txt%20",
        "a stream of another system": "/open.txt::$DATA",
    ])
    func `hidden files, links and paths outside the root are not found`(
        attack: String,
        target: String
    ) async throws {
        let answer = try await files.answer(target)
        #expect(answer.status == .notFound)
        #expect(!answer.text.contains("secret") && !answer.text.contains("root:"))
    }

    @Test func `a precompressed file that is a symbolic link is not sent`() async throws {
        let answer = try await files.answer("/open.txt", [.acceptEncoding: "gzip"])
        #expect(answer.text == "open")
        #expect(answer.response.fields[.contentEncoding] == nil)
    }

    @Test func `names and paths that are too long are not found`() async throws {
        let long = String(repeating: "a", count: 300)
        let deep = String(repeating: "/sub", count: 2_000)
        for target in ["/\(long)", deep, "/sub/\(long)/x"] {
            #expect(try await files.answer(target).status == .notFound)
        }
    }

    @Test func `a redirect never leads to another host`() async throws {
        for target in ["//sub", "///sub", "/%2Fsub", "/\\sub"] {
            #expect(try await files.answer(target).response.fields[.location] == nil)
        }
        #expect(try await files.answer("/sub").status == .notFound)
    }

    @Test func `a file without read permission is not found`() async throws {
        try outer.write("site/closed.txt", "secret")
        _ = unsafe chmod("\(outer.path)/site/closed.txt", 0)
        // The superuser can read every file.
        let expected: Status = geteuid() == 0 ? .ok : .notFound
        #expect(try await files.answer("/closed.txt").status == expected)
    }

    @Test func `a directory replaced by a symbolic link is not followed`() async throws {
        try outer.write("site/sub/secret.txt", "fine")
        #expect(try await files.answer("/sub/secret.txt").text == "fine")
        _ = unsafe rename("\(outer.path)/site/sub", "\(outer.path)/site/moved")
        outer.link("site/sub", to: "..")
        #expect(try await files.answer("/sub/secret.txt").status == .notFound)
    }

    @Test func `a root directory that is a symbolic link works`() async throws {
        outer.link("current", to: "site")
        let files = try StaticFiles(root: "\(outer.path)/current")
        #expect(try await files.answer("/open.txt").text == "open")
    }
}
