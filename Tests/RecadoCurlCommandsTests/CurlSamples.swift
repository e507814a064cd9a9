// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// Generates random requests and commands, the same ones for the same seed.
struct CurlSamples: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }

    private mutating func pick<T>(_ choices: [T], or other: T) -> T {
        choices.randomElement(using: &self) ?? other
    }

    private static let pieces = [
        "a", "B7", " ", "'", "\"", "\\", "`", "$", "$HOME", "${x}", "$(id)", "!", "!!", "%", "%20",
        "%s", "&", ";", "|", "<", ">", "*", "?", "[a]", "{b,c}", "#", "~", "@", "@-", "-", "--",
        "=",
        ":", "é", "日本", "👩‍👩‍👧", "\u{301}", "^", "(", ")", ",",
    ]

    mutating func text(of extra: [String] = []) -> String {
        let count = Int.random(in: 0...12, using: &self)
        return (0..<count).map { _ in pick(Self.pieces + extra, or: "a") }.joined()
    }

    private mutating func fieldValue() -> String {
        let text = text(of: ["\t"])
        // Trims bytes and not characters, as the reader of the field does.
        var bytes = Array(text.utf8.drop { $0 == 0x20 || $0 == 0x09 })
        while bytes.last == 0x20 || bytes.last == 0x09 { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func target() -> String {
        let paths = [
            "/", "/films/7", "/a//b/../c/.", "/it's", "/%27%0A", "/a?b=c&d=%20", "/?", "*",
        ]
        let path = pick(paths, or: "/")
        guard path == "/" else { return path }
        return "/a?q=" + PercentEncoding.encode(text(), keeping: .unreserved)
    }

    private mutating func content() -> [UInt8] {
        switch Int.random(in: 0..<5, using: &self) {
        case 0: []
        case 1: Array(text(of: ["\n", "\r\n", "\t", "\0", "\u{7F}", "\u{1B}[0m"]).utf8)
        case 2: (0..<40).map { _ in UInt8.random(in: 0...255, using: &self) }
        case 3: Array(String(repeating: text() + "x", count: large()).utf8)
        default: Array(text(of: ["\n"]).utf8)
        }
    }

    /// Returns how often to repeat a text: one time in twenty so often that it exceeds a command
    /// line.
    private mutating func large() -> Int {
        Int.random(in: 0..<20, using: &self) == 0 ? 20_000 : 300
    }

    mutating func request() -> Request {
        var fields: Fields = [:]
        let names: [FieldName] = [
            .contentType, .authorization, .accept, .cookie, "X-A", "x-b", "X!#$%&'*+.^_`|~",
        ]
        for _ in 0..<Int.random(in: 0...5, using: &self) {
            fields.append(fieldValue(), to: pick(names, or: .accept))
        }
        let methods: [Method] = [
            .get, .head, .post, .put, .delete, .options, Method("it's") ?? .get,
        ]
        return Request(
            method: pick(methods, or: .get),
            scheme: pick(["http", "https"], or: "http"),
            authority: pick(["example.org", "127.0.0.1:8080", "[::1]:81"], or: "example.org"),
            target: target(),
            fields: fields,
            content: Content(content())
        )
    }

    /// Returns a command made of random words, valid or not.
    mutating func command() -> String {
        let words = [
            "curl", "-d", "-H", "-X", "-F", "-u", "-G", "--json", "--url", "$'", "\\u", "\\", "\n",
            "^", "^\"", "^\n", "-", "--", "example.org", "http://", "|", "printf", " ", " ", " ",
        ]
        return "curl "
            + (0..<20).map { _ in pick([text(), pick(words, or: " ")], or: "") }.joined()
    }
}
