// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XMLSink {
    /// Returns the role and the XML name that a member's name denotes, and a message if the name is
    /// invalid.
    ///
    /// The XML name is appended to `names`.
    mutating func read(_ name: String) -> (Pending, problem: String?) {
        let isCDATA = !options.cdata.isEmpty && options.cdata.contains(name)
        switch name {
        case "", "#text": return (Pending(role: .text, isCDATA: isCDATA), nil)
        case "*": return (Pending(role: .transparent), nil)
        default: break
        }
        let isAttribute = name.utf8.first == UInt8(ascii: "@")
        let start = names.count
        let written = isAttribute ? name.dropFirst() : name[...]
        var problem: String?
        if written.utf8.first == UInt8(ascii: "{") {
            problem = appendExpanded(written, isAttribute: isAttribute)
        } else {
            names += written.utf8
        }
        if options.isRails { RailsNames.dasherize(&names[start...]) }
        let isPayload = name == "_0"
        let value = Pending(
            role: isAttribute ? .attribute : isPayload ? .transparent : .element,
            name: Name(start: start, end: names.count),
            isCDATA: isCDATA,
            isPayload: isPayload
        )
        return (value, problem ?? flaw(of: names[start...], name))
    }

    /// Returns a message if a name cannot be written; `nil` for a valid name.
    private func flaw(of written: ArraySlice<UInt8>, _ name: String) -> String? {
        let isName =
            options.namespaces == .ignore
            ? XMLName.isName(written) : XMLName.isQualified(written)
        guard isName else {
            let rule = "a letter or \"_\" and then letters, digits, \"-\", \"_\" and \".\""
            return "\(Self.quoted(name)) is no name of an element or attribute: expected \(rule)"
        }
        if options.namespaces == .ignore { return nil }
        guard let prefix = prefix(of: written), !isDeclared(prefix) else { return nil }
        return "the prefix \(Self.quoted(prefix)) is not among the declared prefixes"
    }

    private static func quoted(_ name: String) -> String {
        "\"\(CodingError.printable(name, upTo: 60))\""
    }

    /// Writes a name such as `{http://www.w3.org/2005/Atom}feed` with the prefix of its namespace;
    /// returns a message if no prefix is declared.
    private mutating func appendExpanded(_ name: Substring, isAttribute: Bool) -> String? {
        let parts = name.dropFirst().split(
            separator: "}",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        guard parts.count == 2 else {
            return "expected a name behind the namespace in \(Self.quoted(String(name)))"
        }
        names += parts[1].utf8
        if parts[0].isEmpty {
            // With a default namespace, an element without a prefix would be in that namespace.
            let hasDefault = options.prefixes.contains { $0.prefix.isEmpty }
            return hasDefault && !isAttribute
                ? "\(Self.quoted(String(name))) is in no namespace, but a default namespace is declared"
                : nil
        }
        let match = options.prefixes.first {
            $0.namespace == parts[0] && !(isAttribute && $0.prefix.isEmpty)
        }
        guard let match else { return "no prefix is declared for the namespace \(parts[0])" }
        let length = parts[1].utf8.count
        if !match.prefix.isEmpty {
            names.insert(contentsOf: (match.prefix + ":").utf8, at: names.count - length)
        }
        return nil
    }

    /// The problem with the declared prefixes (Namespaces in XML 1.0 §3); `nil` if they are valid.
    var problemOfPrefixes: String? {
        for (prefix, namespace) in options.prefixes {
            let isName = prefix.isEmpty || XMLName.isLocal(prefix.utf8)
            guard isName, prefix != "xmlns", namespace != XMLName.declarations else {
                return "the prefix \"\(prefix)\" cannot be declared"
            }
            guard (prefix == "xml") == (namespace == XMLName.xml) else {
                return "the prefix xml and its namespace belong to each other alone"
            }
            if namespace.isEmpty, !prefix.isEmpty {
                return "the prefix \"\(prefix)\" cannot be declared for no namespace"
            }
        }
        return nil
    }

    private func prefix(of name: ArraySlice<UInt8>) -> String? {
        name.firstIndex(of: UInt8(ascii: ":")).map { String(decoding: name[..<$0], as: UTF8.self) }
    }

    private func isDeclared(_ prefix: String) -> Bool {
        prefix == "xml" || prefix == "xsi" && options.nulls == .xsiNil
            || options.prefixes.contains { $0.prefix == prefix }
    }
}

/// Names in XML.
enum XMLName {
    /// The namespace of the prefix `xml`.
    static let xml = "http://www.w3.org/XML/1998/namespace"
    /// The namespace of `xmlns` declarations; no element may be in it.
    static let declarations = "http://www.w3.org/2000/xmlns/"

    /// True if UTF-8 bytes are an XML name, in which colons are allowed.
    static func isName(_ name: ArraySlice<UInt8>) -> Bool {
        !name.isEmpty && ByteReader.lending(name) { $0.nameEnd(0) == $0.count }
    }

    /// True if UTF-8 bytes are a qualified name (Namespaces in XML 1.0 §4).
    static func isQualified(_ name: ArraySlice<UInt8>) -> Bool {
        guard let colon = name.firstIndex(of: UInt8(ascii: ":")) else { return isLocal(name) }
        return isLocal(name[..<colon]) && isLocal(name[(colon + 1)...])
    }

    /// True if UTF-8 bytes are an XML name without a colon.
    static func isLocal(_ name: some Collection<UInt8>) -> Bool {
        !name.isEmpty && ByteReader.lending(name) { $0.simpleNameEnd(0) == $0.count }
    }
}

/// Converts names to the form that Rails uses in XML.
enum RailsNames {
    /// Replaces the underscores between words by hyphens; keeps those at the start and end.
    static func dasherize(_ name: inout ArraySlice<UInt8>) {
        let underscore = UInt8(ascii: "_")
        guard let first = name.firstIndex(where: { $0 != underscore }),
            let last = name.lastIndex(where: { $0 != underscore })
        else { return }
        for index in first...last where name[index] == underscore {
            name[index] = UInt8(ascii: "-")
        }
    }

    /// Returns the singular of an English plural, by the rules for regular nouns.
    static func singular(_ name: [UInt8]) -> [UInt8] {
        let text = String(decoding: name, as: UTF8.self)
        let endings = [("ies", "y"), ("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("shes", "sh")]
        for (plural, singular) in endings where text.hasSuffix(plural) && text != plural {
            // In Rails, the singular of "movies" is not "movy".
            if plural == "ies", text.hasSuffix("movies") || text.hasSuffix("series") { break }
            return Array((text.dropLast(plural.count) + singular).utf8)
        }
        if text.hasSuffix("series") || text.hasSuffix("ss") { return name }
        return text.hasSuffix("s") ? Array(name.dropLast()) : name
    }
}
