// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An option of curl, and its effect on a request.
struct CurlOption: Sendable {
    /// The effect of an option on a request.
    enum Meaning: Sendable {
        case method, field, get, head, user, bearer, address, target, cookie
        /// Adds content, which curl reads in the given way.
        case data(CurlData)
        /// Adds a part to a form; if the value is literal, `@` and `<` at its start do not name a
        /// file.
        case form(isLiteral: Bool)
        /// Sets the value of the field with the given name.
        case value(of: String)
        /// Affects only the transfer; the option is ignored, because the client has its own
        /// settings for it.
        case ignored
        /// Cannot be expressed in a request, but must not be ignored; the value is the reason for
        /// the error.
        case refused(String)
    }

    let short: Character?
    let long: String
    let meaning: Meaning
    let hasValue: Bool

    private init(_ short: Character?, _ long: String, _ meaning: Meaning, hasValue: Bool = true) {
        self.short = short
        self.long = long
        self.meaning = meaning
        self.hasValue = hasValue
    }

    static func named(_ name: String) -> CurlOption? { all.first { $0.long == name } }

    static func named(_ name: Character) -> CurlOption? { all.first { $0.short == name } }

    private static let all: [CurlOption] =
        [
            CurlOption("X", "request", .method),
            CurlOption("H", "header", .field),
            CurlOption("d", "data", .data(.text)),
            CurlOption(nil, "data-ascii", .data(.text)),
            CurlOption(nil, "data-binary", .data(.binary)),
            CurlOption(nil, "data-raw", .data(.raw)),
            CurlOption(nil, "data-urlencode", .data(.escaped)),
            CurlOption(nil, "json", .data(.json)),
            CurlOption("F", "form", .form(isLiteral: false)),
            CurlOption(nil, "form-string", .form(isLiteral: true)),
            CurlOption("G", "get", .get, hasValue: false),
            CurlOption("I", "head", .head, hasValue: false),
            CurlOption("u", "user", .user),
            CurlOption(nil, "oauth2-bearer", .bearer),
            CurlOption("A", "user-agent", .value(of: "User-Agent")),
            CurlOption("e", "referer", .value(of: "Referer")),
            CurlOption("r", "range", .value(of: "Range")),
            CurlOption("b", "cookie", .cookie),
            CurlOption(nil, "url", .address),
            CurlOption(nil, "request-target", .target),
        ] + ignoredFlags.map { CurlOption($0.0, $0.1, .ignored, hasValue: false) }
        + ignoredValues.map { CurlOption($0.0, $0.1, .ignored) }
        + refused.map { CurlOption($0.0, $0.1, .refused($0.2), hasValue: false) }

    private static let ignoredFlags: [(Character?, String)] = [
        ("L", "location"), ("s", "silent"), ("S", "show-error"), ("i", "include"),
        ("v", "verbose"), ("f", "fail"), (nil, "fail-with-body"), (nil, "compressed"),
        ("g", "globoff"), ("O", "remote-name"), ("J", "remote-header-name"), ("N", "no-buffer"),
        ("#", "progress-bar"), (nil, "no-progress-meter"), ("0", "http1.0"), (nil, "http1.1"),
        (nil, "http2"), (nil, "http2-prior-knowledge"), (nil, "http3"), (nil, "path-as-is"),
        ("4", "ipv4"), ("6", "ipv6"), (nil, "tlsv1.2"), (nil, "tlsv1.3"), (nil, "basic"),
        (nil, "no-keepalive"), (nil, "tcp-nodelay"),
    ]

    private static let ignoredValues: [(Character?, String)] = [
        ("o", "output"), ("m", "max-time"), (nil, "connect-timeout"), (nil, "retry"),
        (nil, "retry-delay"), (nil, "retry-max-time"), ("w", "write-out"), ("D", "dump-header"),
        (nil, "max-redirs"), (nil, "limit-rate"), (nil, "keepalive-time"), (nil, "stderr"),
    ]

    private static let refused: [(Character?, String, String)] = [
        ("k", "insecure", "certificates are checked; a transport's trust names other authorities"),
        ("x", "proxy", "proxies belong to the transport"),
        ("E", "cert", "certificates belong to the transport"),
        (nil, "key", "certificates belong to the transport"),
        (nil, "cacert", "authorities belong to the transport"),
        (nil, "unix-socket", "sockets belong to the transport"),
        (nil, "resolve", "addresses belong to the transport"),
        (nil, "connect-to", "addresses belong to the transport"),
        ("c", "cookie-jar", "cookies belong to a layer of the client"),
        ("n", "netrc", "credentials belong to a layer of the client"),
        (nil, "digest", "the server has to be asked; a layer of the client does so"),
        ("T", "upload-file", "expected --data-binary with the method"),
        ("K", "config", "expected the options themselves"),
        (nil, "next", "expected one request"),
    ]
}

/// The way in which curl reads the value of an option that adds content.
enum CurlData: Sendable {
    /// Text, or a file without its line breaks.
    case text
    /// Bytes, or an unchanged file.
    case binary
    /// Bytes, even if they begin with `@`.
    case raw
    /// Text to be percent-encoded, with or without a name.
    case escaped
    /// A JSON document, or a file that contains one.
    case json
}
