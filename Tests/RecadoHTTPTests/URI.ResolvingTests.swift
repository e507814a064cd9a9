// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Testing

@Suite struct `Resolving and building URIs` {
    /// The normal examples of RFC 3986 §5.4.1.
    static let normal = [
        ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"),
        ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"), ("//g", "http://g"),
        ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
        ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"),
        ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"),
        ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
        ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"),
        ("../..", "http://a/"), ("../../", "http://a/"), ("../../g", "http://a/g"),
    ]

    /// The abnormal examples of RFC 3986 §5.4.2.
    static let abnormal = [
        ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
        ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
        ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
        ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
        ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
        ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
        ("g#s/./x", "http://a/b/c/g#s/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"),
    ]

    @Test(arguments: normal + abnormal)
    func `the examples of RFC 3986 are resolved`(_ reference: String, _ expected: String) throws {
        let base = try URI("http://a/b/c/d;p?q")
        #expect(try base.resolving(reference).description == expected)
    }

    @Test func `a reference with a scheme but no host is refused`() throws {
        // RFC 3986 §5.4.2 accepts “http:g” as it is; RFC 9110 §4.2.1 forbids it, as it has no host.
        let base = try URI("http://a/b/c/d;p?q")
        #expect(throws: URIError(.missingHost, at: 5)) { try base.resolving("http:g") }
    }

    @Test func `base URIs without a path or with other schemes are supported`() throws {
        #expect(try URI("http://a").resolving("b").description == "http://a/b")
        #expect(try URI("http://a:8080/x?y#z").resolving("").description == "http://a:8080/x?y")
        #expect(try URI("urn:a/b").resolving("c").description == "urn:a/c")
        #expect(try URI("urn:a").resolving("b").description == "urn:b")
        #expect(try URI("file:///a/b").resolving("../c").description == "file:///c")
        #expect(try URI("https://a/").resolving("//B:1/c").description == "https://b:1/c")
    }

    @Test func `a path with two leading slashes does not become an authority`() throws {
        #expect(try URI("urn:/a/b").resolving("..//evil").description == "urn:/.//evil")
        #expect(try URI("http://a/b").resolving("/.//evil/x").host == "a")
    }

    @Test(arguments: ["http://u:p@b/", "a b", "//[", "1:2", "%", "http://"])
    func `malformed references are refused`(_ reference: String) throws {
        let base = try URI("http://a/")
        #expect(throws: URIError.self) { try base.resolving(reference) }
    }

    @Test(
        arguments: [
            ("", ""), ("/", "/"), (".", ""), ("..", ""), ("/.", "/"), ("/..", "/"), ("a", "a"),
            ("a/..", "/"), ("a/../b", "/b"), ("../a", "a"), ("./a", "a"), ("a/./b", "a/b"),
            ("/a/b/c/./../../g", "/a/g"), ("mid/content=5/../6", "mid/6"), ("//a/..", "//"),
            ("/a//../b", "/a/b"), ("/a/%2E%2E/b", "/a/%2E%2E/b"), ("/...", "/..."),
        ]
    )
    func `dot segments are removed`(_ path: String, _ expected: String) {
        #expect(URI.removingDotSegments(from: path) == expected)
    }

    @Test func `path segments are appended and escaped`() throws {
        for base in ["https://a/v1", "https://a/v1/"] {
            let uri = try URI(base).appending(segments: "films", "El Camión", "a/b?c#d%")
            #expect(uri.path == "/v1/films/El%20Cami%C3%B3n/a%2Fb%3Fc%23d%25")
        }
        #expect(try URI("http://a?q#f").appending(segments: "b").description == "http://a/b?q#f")
        #expect(try URI("http://a/b").appending(segments: "").description == "http://a/b/")
        #expect(try URI("http://a/b").appending(segments: []).description == "http://a/b")
    }

    @Test(arguments: [".", ".."])
    func `a dot segment cannot be appended`(_ segment: String) throws {
        let base = try URI("http://a/users")
        #expect(throws: URIError(.dotSegment, at: 6)) { try base.appending(segments: segment) }
        #expect(try base.appending(segments: "../x").path == "/users/..%2Fx")
    }

    @Test func `query items are appended to an existing query`() throws {
        let items: QueryItems = ["t": "El Camión", "a&b": "1+1=2"]
        let escaped = "t=El%20Cami%C3%B3n&a%26b=1%2B1%3D2"
        #expect(try URI("http://a/").appending(query: items).query == escaped)
        #expect(try URI("http://a/?").appending(query: items).query == escaped)
        let uri = try URI("http://a/?x=1#f").appending(query: items)
        #expect(uri.description == "http://a/?x=1&\(escaped)#f")
        #expect(try uri.queryItems().map(\.name) == ["x", "t", "a&b"])
        #expect(try URI("http://a/").appending(query: [:]).query == nil)
        #expect(uri.withoutFragment.fragment == nil)
    }

    @Test func `a request built from a URI returns that URI`() throws {
        let uri = try URI("https://a:8443/b?c=d#e")
        let request = try Request(method: .get, uri: uri)
        #expect(request.scheme == "https")
        #expect(request.authority == "a:8443")
        #expect(request.target == "/b?c=d")
        #expect(request.uri == uri.withoutFragment)
        #expect(throws: URIError(.unsupportedScheme, at: 0)) {
            try Request(method: .get, uri: URI("ftp://a/"))
        }
    }

    @Test(
        arguments: [
            ("", "/"), ("a", "*"), ("a/b", "/"), ("a?", "/"), ("u@a", "/"), ("a", "/ "), ("a", "b"),
        ]
    )
    func `a request with an incomplete authority or target has no URI`(
        _ authority: String,
        _ target: String
    ) {
        #expect(Request(method: .get, authority: authority, target: target).uri == nil)
    }
}
