// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoAuthentication
import RecadoClient
import RecadoHTTP
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A directory that is removed when the test ends.
private final class Directory {
    let path: String

    init() throws {
        var template = Array("/tmp/recado-credentials-XXXXXX".utf8CString)
        let made = unsafe template.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.baseAddress.flatMap { unsafe mkdtemp($0) } != nil
        }
        try #require(made)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    func file(_ name: String, _ text: String? = nil, mode: mode_t = 0o600) throws -> String {
        let path = "\(self.path)/\(name)"
        if let text {
            let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, mode)
            try #require(descriptor >= 0)
            let bytes = Array(text.utf8)
            #expect(unsafe write(descriptor, bytes, bytes.count) == bytes.count)
            fchmod(descriptor, mode)
            close(descriptor)
        }
        return path
    }

    var names: [String] {
        guard let stream = unsafe opendir(path) else { return [] }
        defer { unsafe _ = closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }

    deinit {
        for name in names { unsafe unlink("\(path)/\(name)") }
        unsafe rmdir(path)
    }
}

@Suite(.timeLimit(.minutes(1)))
struct `Credential stores` {
    static let space = ProtectionSpace(origin: "https://example.org", realm: "films")
    static let other = ProtectionSpace(origin: "https://example.com", realm: "films")

    @Test(arguments: ["memory", "file"])
    func `credentials are stored, found, replaced and removed`(kind: String) async throws {
        let directory = try Directory()
        let store: any CredentialStore =
            kind == "memory"
            ? MemoryCredentialStore() : FileCredentialStore(path: try directory.file("store"))
        #expect(try await store.credentials(for: Self.space, failures: 0) == nil)
        for password in ["one", "two \"quoted\" ñ"] {
            try await store.store(
                BasicCredentials(user: "ana", password: password),
                for: Self.space
            )
            let found = try await store.credentials(for: Self.space, failures: 0)
            #expect(found?.user == "ana")
            #expect(found?.password == password)
        }
        #expect(try await store.credentials(for: Self.other, failures: 0) == nil)
        try await store.store(BasicCredentials(user: "leo", password: "x"), for: Self.other)
        try await store.remove(for: Self.space)
        #expect(try await store.credentials(for: Self.space, failures: 0) == nil)
        #expect(try await store.credentials(for: Self.other, failures: 0)?.user == "leo")
    }

    @Test
    func `NoCredentialStore stores nothing`() async throws {
        let store: any CredentialStore = NoCredentialStore()
        try await store.store(BasicCredentials(user: "ana", password: "x"), for: Self.space)
        #expect(try await store.credentials(for: Self.space, failures: 0) == nil)
    }

    @Test
    func `the file has mode 600, and no temporary files remain`() throws {
        let directory = try Directory()
        let path = try directory.file("store")
        let store = FileCredentialStore(path: path)
        for number in 0..<3 {
            try store.store(
                BasicCredentials(user: "ana", password: "\(number)"),
                for: Self.space
            )
        }
        var status = stat()
        #expect(unsafe stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(directory.names == ["store"])
    }

    @Test(arguments: [mode_t(0o640), 0o604, 0o666, 0o620])
    func `a file with permissions for other users is refused`(mode: mode_t) throws {
        let directory = try Directory()
        let path = try directory.file("netrc", "machine a login b password hunter2", mode: mode)
        #expect(throws: CredentialFileError.readableByOthers(mode: UInt32(mode))) {
            try Netrc.read(path)
        }
        #expect(throws: CredentialFileError.readableByOthers(mode: UInt32(mode))) {
            try FileCredentialStore(path: path).credentials(for: Self.space, failures: 0)
        }
    }

    @Test
    func `a malformed file is an error that does not quote the file`() throws {
        let directory = try Directory()
        let path = try directory.file("store", #"{"credentials": ["hunter2"]}"#)
        let store = FileCredentialStore(path: path)
        let error = #expect(throws: CredentialFileError.self) {
            try store.store(BasicCredentials(user: "ana", password: "x"), for: Self.space)
        }
        #expect(error == .malformed(line: 1, .notAStore))
        #expect(error?.description.contains("hunter2") == false)
        #expect(throws: CredentialFileError.notAFile) {
            try FileCredentialStore(path: directory.path).remove(for: Self.space)
        }
    }

    @Test
    func `concurrent changes are all stored`() async throws {
        let directory = try Directory()
        let store = FileCredentialStore(path: try directory.file("store"))
        let spaces = (0..<20).map { ProtectionSpace(origin: "https://h\($0)", realm: "r") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for space in spaces {
                group.addTask {
                    try store.store(BasicCredentials(user: "ana", password: "x"), for: space)
                }
            }
            try await group.waitForAll()
        }
        for space in spaces {
            #expect(try store.credentials(for: space, failures: 0) != nil)
        }
    }
}

@Suite
struct `Netrc files` {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var text: String
        var host = "example.org"
        var found: String?
    }

    static let cases: [Case] = [
        Case(
            testDescription: "one line",
            text: "machine example.org login ana password p",
            found: "ana p"
        ),
        Case(
            testDescription: "many lines",
            text: "machine\n example.org\n\tlogin ana\n password p\n",
            found: "ana p"
        ),
        Case(
            testDescription: "the host in capitals",
            text: "machine Example.ORG login ana password p",
            found: "ana p"
        ),
        Case(testDescription: "another host", text: "machine example.com login ana password p"),
        Case(
            testDescription: "a host below",
            text: "machine org login ana password p"
        ),
        Case(
            testDescription: "the default",
            text: "machine a login b password c\ndefault login guest password g",
            found: "guest g"
        ),
        Case(
            testDescription: "the first entry counts",
            text: "machine example.org login a password b machine example.org login c password d",
            found: "a b"
        ),
        Case(
            testDescription: "quotes and escapes",
            text: #"machine example.org login "ana b" password "a\"b\\c\td""#,
            host: "example.org",
            found: nil
        ),
        Case(
            testDescription: "comments",
            text: "# first\nmachine example.org # here\n login ana password p # there",
            found: "ana p"
        ),
        Case(
            testDescription: "a password with number signs",
            text: "machine example.org login ana password #p#",
            found: "ana #p#"
        ),
        Case(
            testDescription: "an account",
            text: "machine example.org login ana account x password p",
            found: "ana p"
        ),
        Case(
            testDescription: "a macro",
            text: "macdef init\nmachine example.org login no\n\nmachine example.org password p",
            found: " p"
        ),
        Case(testDescription: "nothing", text: "\n \n# nothing\n"),
    ]

    @Test(arguments: cases)
    func `entries are found by their host`(_ example: Case) throws {
        if example.testDescription == "quotes and escapes" {
            #expect(throws: CredentialFileError.malformed(line: 1, .unusable)) {
                try Netrc(parsing: example.text)
            }
            let netrc = try Netrc(parsing: example.text.replacing(#"\t"#, with: ""))
            #expect(netrc.credentials(forHost: example.host)?.password == #"a"b\cd"#)
            return
        }
        let found = try Netrc(parsing: example.text).credentials(forHost: example.host)
        #expect(found.map { "\($0.user) \($0.password)" } == example.found)
    }

    @Test(arguments: [
        ("machine", 1, CredentialFileError.Reason.missingValue),
        ("machine a login", 1, .missingValue),
        ("\nmachine a\nlogin b password \"c\n", 3, .openQuote),
        ("machine a\nhunter2", 2, .unexpectedWord),
        ("login a", 1, .unexpectedWord),
        ("machine a login b:c password d", 1, .unusable),
    ])
    func `the error for a malformed file names the line`(
        text: String,
        line: Int,
        reason: CredentialFileError.Reason
    ) {
        let error = #expect(throws: CredentialFileError.self) { try Netrc(parsing: text) }
        #expect(error == .malformed(line: line, reason))
        #expect(error?.description.contains("hunter2") == false)
    }

    @Test
    func `printed entries contain no password`() throws {
        let netrc = try Netrc(parsing: "machine a login ana password hunter2")
        var dumped = ""
        dump(netrc, to: &dumped)
        for text in ["\(netrc)", String(reflecting: netrc), dumped] {
            #expect(!text.contains("hunter2"))
        }
    }

    @Test
    func `a missing file has no entries`() throws {
        #expect(try Netrc.read("/nowhere/netrc").credentials(forHost: "a") == nil)
    }

    @Test
    func `entries apply to servers of the host but not to proxies`() throws {
        let netrc = try Netrc(parsing: "machine example.org login ana password p")
        for origin in ["https://example.org", "http://example.org:8080"] {
            let space = ProtectionSpace(origin: origin, realm: "r")
            #expect(netrc.credentials(for: space, failures: 0)?.user == "ana")
        }
        let proxy = ProtectionSpace(side: .proxy, origin: "", realm: "r")
        #expect(try Netrc(parsing: "default login a").credentials(for: proxy, failures: 0) == nil)
    }
}
