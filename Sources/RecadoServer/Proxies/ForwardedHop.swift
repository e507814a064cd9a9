// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire

/// The information that one proxy adds about the client that sent it the request.
struct ForwardedHop: Sendable, Hashable {
    /// The address that the request came from; `nil` when it is hidden or malformed.
    let address: InternetAddress?
    /// True if the proxy hides the address (RFC 7239 §6.2, §6.3).
    let isHidden: Bool
    /// `http` or `https`.
    let scheme: String?
    /// The host that the client named.
    let host: String?

    private init(node: String?, scheme: String?, host: String?) {
        address = node.flatMap(Self.address)
        isHidden = node == nil || node == "unknown" || node?.hasPrefix("_") == true
        let scheme = scheme?.lowercased()
        self.scheme = scheme == "http" || scheme == "https" ? scheme : nil
        self.host = host.flatMap(Self.host)
    }

    // MARK: - Forwarded

    /// Returns the hops of the field Forwarded (RFC 7239 §4), from the client to this server.
    ///
    /// - Returns: An empty list for a request without the field; `nil` for a malformed field.
    static func list(forwarded fields: Fields) -> [ForwardedHop]? {
        var hops: [ForwardedHop] = []
        for value in fields[values: "Forwarded"] {
            var scanner = FieldScanner(value)
            scanner.skipSeparators()
            while !scanner.isAtEnd {
                guard let hop = hop(&scanner) else { return nil }
                hops.append(hop)
                scanner.skipSeparators()
            }
        }
        return hops
    }

    /// Reads one element: pairs separated by semicolons, up to a comma.
    private static func hop(_ scanner: inout FieldScanner) -> ForwardedHop? {
        var pairs: [String: String] = [:]
        while true {
            scanner.skipBlanks()
            guard let name = scanner.token()?.lowercased(), scanner.consume("="),
                let value = scanner.tokenOrQuotedString(),
                // RFC 7239 §4: no parameter occurs twice.
                pairs.updateValue(value, forKey: name) == nil
            else { return nil }
            scanner.skipBlanks()
            if scanner.consume(";") { continue }
            guard scanner.isAtEnd || scanner.next == UInt8(ascii: ",") else { return nil }
            return ForwardedHop(node: pairs["for"], scheme: pairs["proto"], host: pairs["host"])
        }
    }

    // MARK: - X-Forwarded

    /// Returns the hops of X-Forwarded-For, from the client to this server, with the scheme and
    /// host of each.
    static func list(xForwarded fields: Fields) -> [ForwardedHop] {
        let nodes = elements(of: "X-Forwarded-For", in: fields)
        let schemes = elements(of: "X-Forwarded-Proto", in: fields)
        let hosts = elements(of: "X-Forwarded-Host", in: fields)
        return nodes.indices.map { index in
            ForwardedHop(
                node: nodes[index],
                scheme: element(index, of: schemes, beside: nodes),
                host: element(index, of: hosts, beside: nodes)
            )
        }
    }

    /// Returns the scheme or host that belongs to an element of X-Forwarded-For: the element at the
    /// same index if both fields are equally long; otherwise the last element, which the last proxy
    /// wrote.
    private static func element(
        _ index: Int,
        of list: [String],
        beside nodes: [String]
    ) -> String? {
        list.count == nodes.count ? list[index] : list.last
    }

    private static func elements(of name: FieldName, in fields: Fields) -> [String] {
        fields[values: name].flatMap { value in
            value.split(atByte: ",", omittingEmptySubsequences: false)
                .map { String(FieldList.trimmed(Substring($0))) }
        }
    }

    // MARK: - Parts

    /// Parses the address of a node, which may have a port: `192.0.2.7:80`, `[2001:db8::7]:80`,
    /// `2001:db8::7`.
    private static func address(_ node: String) -> InternetAddress? {
        var text = node[...]
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") && isPort(rest.dropFirst()) else {
                return nil
            }
            text = text[text.index(after: text.startIndex)..<end]
            guard text.contains(":") else { return nil }
        } else if let colon = text.firstIndex(of: ":"), text.lastIndex(of: ":") == colon {
            guard isPort(text[text.index(after: colon)...]) else { return nil }
            text = text[..<colon]
        }
        guard text.utf8.count <= 45, let address = InternetAddress(String(text)) else { return nil }
        // An IPv4-mapped IPv6 address counts as IPv4.
        return InternetAddress(family: address.family, bytes: address.bytes)
    }

    /// True for a port number or an obfuscated port (RFC 7239 §6).
    private static func isPort(_ text: Substring) -> Bool {
        if text.hasPrefix("_") { return text.utf8.count <= 64 }
        return (1...5).contains(text.utf8.count) && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }

    /// Returns a text if it is a valid host, with or without a port.
    private static func host(_ text: String) -> String? {
        guard (1...255).contains(text.utf8.count), !text.utf8.contains(UInt8(ascii: "@")),
            !text.utf8.contains(where: { "/?#\\".utf8.contains($0) }),
            let uri = try? URI("http://\(text)/"), uri.host?.isEmpty == false
        else { return nil }
        return text
    }
}
