// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The domains under which anybody may register names, such as `com` and `co.uk`; no cookie is
/// accepted for them.
///
/// Otherwise `evil.co.uk` could set a cookie that every shop below `co.uk` receives. The full
/// Public Suffix List has ten thousand rules and changes each week, so it is not part of this
/// package. If it is available, for example in `/usr/share/publicsuffix/public_suffix_list.dat`,
/// pass its text:
///
/// ```swift
/// let jar = CookieJar(publicSuffixes: PublicSuffixes(list: text))
/// ```
public struct PublicSuffixes: Sendable {
    private let contains: @Sendable (String) -> Bool

    /// Creates a set of suffixes from a closure.
    ///
    /// - Parameter contains: Returns true if a domain, in lower case and without a dot at either
    ///   end, is a public suffix.
    public init(_ contains: @escaping @Sendable (String) -> Bool) {
        self.contains = contains
    }

    /// Creates a set of suffixes from the text of the Public Suffix List.
    ///
    /// - Parameter list: The rules, one per line, in which `*` matches any label and `!` marks an
    ///   exception; text after `//` is ignored. Rules that are not ASCII are converted to A-labels
    ///   (RFC 5890), the form in which hosts are written.
    public init(list: String) {
        var rules: Set<String> = []
        for line in list.split(whereSeparator: \.isNewline) {
            let rule = line.prefix { !$0.isWhitespace }.lowercased()
            guard !rule.isEmpty, !rule.hasPrefix("//") else { continue }
            let labels = rule.split(separator: ".", omittingEmptySubsequences: false)
            rules.insert(labels.map { Punycode.label($0) }.joined(separator: "."))
        }
        self.init { [rules] domain in
            if rules.contains("!" + domain) { return false }
            if rules.contains(domain) { return true }
            // The default rule is “*”: any single label is a public suffix.
            guard let dot = domain.firstIndex(of: ".") else { return true }
            return rules.contains("*" + domain[dot...])
        }
    }

    /// A small rule: single labels, registries below country codes such as `co.uk`, and well-known
    /// hosting domains such as `github.io`.
    ///
    /// Labels such as `com` and `co` below a country code always count as part of a suffix, even if
    /// no registry uses them. In that case some cookies are refused, which is safer than sharing
    /// them. Less common registries are not included.
    public static let builtIn = PublicSuffixes { domain in
        let labels = domain.utf8.split(separator: UInt8(ascii: "."))
        guard labels.count > 1, let last = labels.last else { return true }
        if hosts.contains(domain) { return true }
        return labels.count == 2 && last.count == 2
            && registries.contains(String(Substring(labels[0])))
    }

    /// True if a domain is a public suffix.
    func isSuffix(_ domain: String) -> Bool { contains(domain) }

    private static let registries: Set<String> = [
        "ac", "co", "com", "edu", "go", "gob", "gov", "gouv", "ltd", "me", "mil", "ne", "net",
        "nhs",
        "nom", "or", "org", "plc", "police", "sch",
    ]

    private static let hosts: Set<String> = [
        "amazonaws.com", "appspot.com", "azurewebsites.net", "blogspot.com", "cloudfront.net",
        "firebaseapp.com", "fly.dev", "github.io", "gitlab.io", "herokuapp.com", "netlify.app",
        "onrender.com", "pages.dev", "vercel.app", "web.app", "workers.dev",
    ]
}
