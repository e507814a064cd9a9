// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import Synchronization
import Testing

/// A cookie jar with a clock that tests set.
final class TimedJar: Sendable {
    static let start: Int64 = 1_700_000_000

    let jar: CookieJar
    private let time: TestTime

    init(limits: CookieJar.Limits = CookieJar.Limits(), suffixes: PublicSuffixes = .builtIn) {
        let time = TestTime()
        self.time = time
        jar = CookieJar(publicSuffixes: suffixes, limits: limits) { time.now }
    }

    func wait(_ seconds: Int64) { time.advance(seconds) }

    @discardableResult
    func set(_ field: String, from uri: String = "https://a.example/dir/page") throws -> Bool {
        jar.set(field, from: try URI(uri))
    }

    func sent(to uri: String = "https://a.example/dir/page") throws -> String? {
        jar.header(for: try URI(uri))
    }
}

/// A wall clock that tests set.
final class TestTime: Sendable {
    private let seconds = Mutex(TimedJar.start)

    var now: HTTPDate { HTTPDate(secondsSince1970: seconds.withLock { $0 }) }

    func advance(_ count: Int64) {
        seconds.withLock { $0 += count }
    }
}

@Suite
struct `Cookies` {
    // MARK: - Parsing

    static let big = String(repeating: "x", count: 4095)

    static let fields: [(field: String, sent: String?)] = [
        ("a=1", "a=1"), ("  a  =  1  ; Secure", "a=1"), ("a=b=c", "a=b=c"), ("a=", "a="),
        ("a", "a"), ("=a", "a"), ("", nil), ("=", nil), (" ; Secure", nil),
        (#"a="quoted; Secure"#, #"a="quoted"#), ("a=1,b=2", "a=1,b=2"), ("ñ=ü", "ñ=ü"),
        ("a=\(big)", "a=\(big)"), ("a=\(big)x", nil), ("\(big)xx=", nil),
        ("a=1\r\nSet-Cookie: b=2", nil), ("a=1\0", nil), ("a=1\u{7F}", nil), ("a=1\tb", "a=1\tb"),
        ("a=1; Path=/\u{1}", nil),
    ]

    @Test(arguments: fields)
    func `Set-Cookie is read leniently, and invalid fields are ignored`(
        field: String,
        sent: String?
    ) throws {
        let jar = TimedJar()
        try jar.set(field)
        #expect(try jar.sent() == sent)
    }

    static let ages: [(field: String, lives: Int64, dies: Int64)] = [
        ("a=1; Max-Age=60", 59, 60),
        ("a=1; max-age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT", 59, 60),
        ("a=1; Expires=Tue, 14-Nov-2023 22:14:20 GMT", 59, 60),
        ("a=1; Max-Age=60; Max-Age=10", 9, 10),
        ("a=1; Max-Age=60; Max-Age=x", 59, 60),
        ("a=1; Max-Age=99999999999999999999", 34_559_999, 34_560_000),
        ("a=1; Expires=Fri, 31 Dec 9999 23:59:59 GMT", 34_559_999, 34_560_000),
    ]

    @Test(arguments: ages)
    func `a cookie expires by Max-Age or Expires, after 400 days at most`(
        field: String,
        lives: Int64,
        dies: Int64
    ) throws {
        let jar = TimedJar()
        try jar.set(field)
        jar.wait(lives)
        #expect(try jar.sent() == "a=1")
        jar.wait(dies - lives)
        #expect(try jar.sent() == nil)
        #expect(jar.jar.cookies.isEmpty)
    }

    static let endless = [
        "a=1; Max-Age=", "a=1; Max-Age=+5", "a=1; Max-Age=1.5", "a=1; Expires=soon", "a=1; Expires",
        "a=1; Max-Age=\(String(repeating: "0", count: 1024))1",
    ]

    @Test(arguments: endless)
    func `a cookie with an invalid lifetime is a session cookie`(field: String) throws {
        let jar = TimedJar()
        try jar.set(field)
        jar.wait(1_000_000_000)
        #expect(try jar.sent() == "a=1")
        jar.jar.endSession()
        #expect(try jar.sent() == nil)
    }

    static let ends = [
        "a=; Max-Age=0", "a=; Max-Age=-1", "a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
        "a=; Max-Age=-99999999999999999999",
    ]

    @Test(arguments: ends)
    func `an expired cookie removes the stored cookie`(field: String) throws {
        let jar = TimedJar()
        try jar.set("a=1")
        #expect(try jar.sent() == "a=1")
        try jar.set(field)
        #expect(try jar.sent() == nil)
    }

    @Test
    func `the attributes of a cookie are read and stored`() throws {
        let jar = TimedJar()
        try jar.set("a=1; Secure; HttpOnly; SameSite=lAx; Partitioned; Unknown=x; Path=/x; path=y")
        let cookie = try #require(jar.jar.cookies.first)
        #expect(cookie.isSecure && cookie.isHTTPOnly && cookie.isPartitioned && cookie.isHostOnly)
        #expect(cookie.sameSite == .lax)
        #expect(cookie.path == "/dir")
        #expect(cookie.expires == nil)
        try jar.set("b=1; SameSite=whatever; Path=/\(String(repeating: "p", count: 1024))")
        let other = try #require(jar.jar.cookies.last)
        #expect(other.sameSite == .unspecified)
        #expect(other.path == "/dir")
    }

    // MARK: - Where they go

    static let scopes: [(field: String, uri: String, isSent: Bool)] = [
        ("a=1", "https://a.example/dir/other", true), ("a=1", "https://a.example/dir", true),
        ("a=1", "https://a.example/dirt", false), ("a=1", "https://a.example/", false),
        ("a=1; Path=/", "https://a.example", true), ("a=1; Path=/x/", "https://a.example/x", false),
        ("a=1; Path=/x/", "https://a.example/x/y", true),
        ("a=1", "https://a.example:8443/dir/", true),
        ("a=1", "http://a.example/dir/", true), ("a=1; Secure", "http://a.example/dir/", false),
        ("a=1", "https://www.a.example/dir/", false), ("a=1", "https://example/dir/", false),
        ("a=1; Domain=a.example", "https://www.a.example/dir/", true),
        ("a=1; Domain=.A.Example", "https://x.y.a.example/dir/", true),
        ("a=1; Domain=a.example", "https://nota.example/dir/", false),
        ("a=1; Domain=a.example", "https://a.example.evil.test/dir/", false),
        ("a=1; Domain=", "https://www.a.example/dir/", false),
    ]

    @Test(arguments: scopes)
    func `a cookie is sent only to matching hosts, paths and schemes`(
        field: String,
        uri: String,
        isSent: Bool
    ) throws {
        let jar = TimedJar()
        try jar.set(field)
        #expect(try jar.sent(to: uri) == (isSent ? "a=1" : nil))
    }

    static let refused: [(name: String, field: String, uri: String)] = [
        ("another domain", "a=1; Domain=b.example", "https://a.example/"),
        ("the domain below", "a=1; Domain=www.a.example", "https://a.example/"),
        ("a sibling", "a=1; Domain=x.a.example", "https://y.a.example/"),
        ("a public suffix", "a=1; Domain=example", "https://a.example/"),
        ("a registry", "a=1; Domain=co.uk", "https://shop.co.uk/"),
        ("a host of others' sites", "a=1; Domain=github.io", "https://evil.github.io/"),
        ("an address's rest", "a=1; Domain=0.0.1", "https://127.0.0.1/"),
        ("part of an address", "a=1; Domain=1", "https://127.0.0.1/"),
        ("a domain outside ASCII", "a=1; Domain=ñ.example", "https://a.example/"),
        ("secure from http", "a=1; Secure", "http://a.example/"),
        ("for all sites but insecure", "a=1; SameSite=None", "https://a.example/"),
        ("partitioned but insecure", "a=1; Partitioned", "https://a.example/"),
        ("__Secure- without Secure", "__Secure-a=1", "https://a.example/"),
        ("__Host- without Path", "__Host-a=1; Secure", "https://a.example/x/"),
        ("__Host- with another path", "__Host-a=1; Secure; Path=/x", "https://a.example/x/"),
        (
            "__Host- with a domain", "__Host-a=1; Secure; Path=/; Domain=a.example",
            "https://a.example/"
        ),
        ("a prefix in other letters", "__hOsT-a=1; Path=/", "https://a.example/"),
        ("a prefix in a value without name", "=__Host-a=1; Secure; Path=/", "https://a.example/"),
    ]

    @Test(arguments: refused)
    func `a cookie that the URL may not set is ignored`(
        name: String,
        field: String,
        uri: String
    ) throws {
        let jar = TimedJar()
        #expect(try !jar.set(field, from: uri), "\(name)")
        #expect(jar.jar.cookies.isEmpty)
    }

    static let accepted: [(field: String, uri: String)] = [
        ("__Host-a=1; Secure; Path=/", "https://a.example/x/"),
        ("__Secure-a=1; Secure", "https://a.example/"),
        ("a=1; Domain=localhost", "http://localhost/"),
        ("a=1; Domain=127.0.0.1", "http://127.0.0.1/"),
        ("a=1", "http://[::1]:8080/"), ("a=1; Domain=github.io", "https://github.io/"),
    ]

    @Test(arguments: accepted)
    func `every kind of host can set cookies for itself`(field: String, uri: String) throws {
        let jar = TimedJar()
        #expect(try jar.set(field, from: uri))
        #expect(jar.jar.cookies.first?.isHostOnly == true)
        #expect(try jar.sent(to: uri) != nil)
    }

    @Test
    func `a response by http cannot overwrite a secure cookie`() throws {
        let jar = TimedJar()
        try jar.set("s=1; Secure; Path=/login; Domain=a.example", from: "https://a.example/")
        let attempts: [(String, String, Bool)] = [
            ("s=evil; Path=/login", "http://a.example/", false),
            ("s=evil; Path=/login/en", "http://www.a.example/", false),
            ("s=evil; Path=/login; Domain=a.example", "http://x.a.example/", false),
            ("s=; Max-Age=0; Path=/login; Domain=a.example", "http://a.example/", false),
            ("s=other; Path=/", "http://a.example/", true),
            ("t=other; Path=/login", "http://a.example/", true),
            ("s=2; Secure; Path=/login; Domain=a.example", "https://a.example/", true),
        ]
        for (field, uri, isKept) in attempts {
            #expect(try jar.set(field, from: uri) == isKept, "\(field) from \(uri)")
        }
        #expect(try jar.sent(to: "https://a.example/login") == "s=2; t=other; s=other")
    }

    // MARK: - Order and number

    @Test
    func `cookies are ordered by path length, then by creation time`() throws {
        let jar = TimedJar()
        for field in ["b=1; Path=/", "a=1; Path=/", "c=1; Path=/dir", "b=2; Path=/"] {
            try jar.set(field)
        }
        #expect(try jar.sent() == "c=1; b=2; a=1")
        #expect(jar.jar.cookies.map(\.name) == ["b", "a", "c"])
    }

    @Test
    func `cookies with equal names and different scopes are distinct`() throws {
        let jar = TimedJar()
        try jar.set("a=host; Path=/")
        try jar.set("a=domain; Path=/; Domain=a.example")
        try jar.set("A=case; Path=/")
        #expect(try jar.sent() == "a=host; a=domain; A=case")
        #expect(try jar.sent(to: "https://www.a.example/") == "a=domain")
    }

    @Test
    func `a full domain drops expired, then insecure, then unused cookies`() throws {
        let jar = TimedJar()
        try jar.set("login=1; Secure; Path=/login")
        try jar.set("old=1; Max-Age=1; Path=/old")
        jar.wait(2)
        for number in 0..<48 { try jar.set("n\(number)=1; Path=/n\(number)") }
        _ = try jar.sent(to: "https://a.example/n0")
        try jar.set("last=1")
        #expect(jar.jar.cookies.count == 50)
        #expect(try jar.sent(to: "https://a.example/n1") != nil)
        for number in 0..<48 { try jar.set("x\(number)=1; Path=/x") }
        let names = Set(jar.jar.cookies.map(\.name))
        #expect(names.count == 50)
        #expect(names.contains("login"))
        #expect(!names.contains("n2"))
        #expect(names.contains("x0") && names.contains("x47"))
    }

    @Test
    func `cookies of a thousand hosts never exceed the limit`() throws {
        var limits = CookieJar.Limits()
        limits.cookies = 100
        let jar = TimedJar(limits: limits)
        try jar.set("first=1; Path=/", from: "https://a.example/")
        for number in 0..<1000 {
            try jar.set("a=1", from: "https://h\(number).b.example/")
            _ = try jar.sent(to: "https://a.example/")
        }
        #expect(jar.jar.cookies.count == 100)
        #expect(try jar.sent(to: "https://a.example/") == "first=1")
    }

    @Test(arguments: [
        ("__Http-a=1; Secure; HttpOnly", true), ("__Http-a=1; Secure", false),
        ("__http-a=1; HttpOnly", false), ("__Http-a=1; Secure; HttpOnly; Domain=a.example", true),
        ("__Host-Http-a=1; Secure; HttpOnly; Path=/", true),
        ("__Host-Http-a=1; Secure; Path=/", false),
        ("__Host-Http-a=1; Secure; HttpOnly; Path=/dir", false),
        ("__Host-Http-a=1; Secure; HttpOnly; Path=/; Domain=a.example", false),
        ("=__Http-a=1; Secure; HttpOnly", false), ("__Httpa=1", true),
    ])
    func `cookies with the prefixes __Http- and __Host-Http- need their attributes`(
        field: String,
        isKept: Bool
    ) throws {
        #expect(try TimedJar().set(field, from: "https://a.example/") == isKept)
    }

    // MARK: - Public suffixes

    @Test
    func `rules of the public suffix list are applied`() throws {
        let list = """
            // ===BEGIN ICANN DOMAINS===
            com
            co.uk // comment
            *.ck
            !www.ck
            公司.cn
            个人.hk
            !müller.ck
            ایران.ir
            """
        let jar = TimedJar(suffixes: PublicSuffixes(list: list))
        let cases: [(String, String, Bool)] = [
            ("com", "a.com", false), ("a.com", "x.a.com", true), ("co.uk", "a.co.uk", false),
            ("uk", "a.uk", false), ("other.ck", "a.other.ck", false), ("www.ck", "a.www.ck", true),
            ("b.other.ck", "a.b.other.ck", true), ("com.es", "a.com.es", true),
            ("com.", "a.com.", false), ("a.com.", "x.a.com.", true), ("co.uk.", "a.co.uk.", false),
            ("xn--55qx5d.cn", "a.xn--55qx5d.cn", false), ("xn--ciqpn.hk", "a.xn--ciqpn.hk", false),
            ("xn--mller-kva.ck", "a.xn--mller-kva.ck", true),
            ("xn--mgba3a4f16a.ir", "a.xn--mgba3a4f16a.ir", false),
        ]
        for (domain, host, isKept) in cases {
            #expect(
                try jar.set("a=1; Domain=\(domain)", from: "https://\(host)/") == isKept,
                "\(domain)"
            )
        }
    }

    @Test
    func `a printed cookie does not contain its value`() throws {
        let jar = TimedJar()
        try jar.set("s=hunter2; Domain=a.example")
        let cookie = try #require(jar.jar.cookies.first)
        var dumped = ""
        dump(cookie, to: &dumped)
        for text in ["\(cookie)", String(reflecting: cookie), dumped] {
            #expect(!text.contains("hunter2"))
        }
        #expect("\(cookie)" == "s=… for *.a.example/dir")
    }
}
