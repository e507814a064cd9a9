// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RecadoHTTP

/// The hosts to which requests go without a proxy, listed as in `NO_PROXY`.
///
/// The list is separated by commas or spaces. Each member has one of the following forms, in
/// uppercase or lowercase, with an optional port at the end, as in `example.org:8443`:
/// - `*`, which matches every host;
/// - a name, which matches the host and all its subdomains: `example.org`, `.example.org` and
///   `*.example.org` are equivalent;
/// - an IP address, `127.0.0.1` or `[::1]`;
/// - a network, `10.0.0.0/8` or `fd00::/8`, which matches hosts that are given as addresses: names
///   are not resolved for this.
public struct ProxyExceptions: Sendable, Hashable {
    private enum Pattern: Sendable, Hashable {
        case every
        case name(String)
        case network([UInt8], bits: Int)
    }

    private struct Entry: Sendable, Hashable {
        var pattern: Pattern
        var port: Int?
    }

    private var entries: [Entry] = []

    /// Creates exceptions from a list in text.
    ///
    /// - Parameter text: The list; an empty list makes no exception.
    /// - Throws: ``ProxyError`` if a member has none of the forms that ``ProxyExceptions`` lists.
    public init(_ text: some StringProtocol) throws(ProxyError) {
        for member in text.split(whereSeparator: { $0 == "," || $0 == " " || $0 == "\t" }) {
            guard let entry = Self.entry(member.lowercased()) else { throw ProxyError(.exception) }
            entries.append(entry)
        }
    }

    /// Creates a list without exceptions.
    public init() {}

    /// True if a host is called without a proxy.
    ///
    /// - Parameters:
    ///   - host: A name, or an address with or without brackets.
    ///   - port: The port that is called.
    /// - Returns: True if a member of the list matches the host and the port.
    public func contains(host: String, port: Int) -> Bool {
        if entries.isEmpty { return false }
        var host = host.lowercased()
        if host.hasSuffix(".") { host.removeLast() }
        let address = Self.address(host)
        return entries.contains { entry in
            if let own = entry.port, own != port { return false }
            return switch entry.pattern {
            case .every: true
            case .name(let name): host == name || host.hasSuffix("." + name)
            case .network(let network, let bits): Self.matches(address, network, bits)
            }
        }
    }

    // MARK: - Members

    private static func entry(_ text: String) -> Entry? {
        if let pattern = pattern(text) { return Entry(pattern: pattern) }
        guard let colon = text.lastIndex(of: ":"), let pattern = pattern(String(text[..<colon])),
            let port = Int(text[text.index(after: colon)...]), (1...65_535).contains(port)
        else { return nil }
        return Entry(pattern: pattern, port: port)
    }

    private static func pattern(_ text: String) -> Pattern? {
        if text == "*" { return .every }
        if let address = address(text) { return .network(address, bits: address.count * 8) }
        if let slash = text.firstIndex(of: "/") {
            guard let address = address(String(text[..<slash])),
                let bits = Int(text[text.index(after: slash)...]),
                (0...(address.count * 8)).contains(bits)
            else { return nil }
            return .network(address, bits: bits)
        }
        var name = text[...]
        if name.hasPrefix("*.") { name = name.dropFirst(2) }
        if name.hasPrefix(".") { name = name.dropFirst() }
        if name.hasSuffix(".") { name = name.dropLast() }
        let isName = name.utf8.allSatisfy { byte in
            byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
                || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
        }
        return isName && !name.isEmpty ? .name(String(name)) : nil
    }

    /// Returns the 4 or 16 bytes of an address.
    private static func address(_ text: String) -> [UInt8]? {
        var text = text
        if text.hasPrefix("["), text.hasSuffix("]") { text = String(text.dropFirst().dropLast()) }
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            if unsafe inet_pton(family, text, &bytes) == 1 { return bytes }
        }
        return nil
    }

    private static func matches(_ address: [UInt8]?, _ network: [UInt8], _ bits: Int) -> Bool {
        guard let address, address.count == network.count else { return false }
        return zip(address, network).enumerated().allSatisfy { index, pair in
            let left = max(0, min(8, bits - index * 8))
            let mask = UInt8(truncatingIfNeeded: 0xFF00 >> left)
            return pair.0 & mask == pair.1 & mask
        }
    }
}
