// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoWire

/// An address that a server listens on: a numeric host with a port, or a path in the file system.
///
/// ```swift
/// SocketAddress("127.0.0.1:3000")
/// SocketAddress("[::1]:3000")
/// SocketAddress("unix:/run/videoclub.sock")
/// SocketAddress.loopback(port: 3000)
/// ```
public struct SocketAddress: Sendable, Hashable, LosslessStringConvertible {
    /// The two kinds of addresses.
    public enum Endpoint: Sendable, Hashable {
        /// A host, as an IPv4 or IPv6 address without brackets, and a port; port 0 means any free
        /// one.
        case internet(host: String, port: UInt16)
        /// The path of a Unix-domain socket.
        case local(path: String)
    }

    /// The host with the port, or the path.
    public let endpoint: Endpoint

    /// Creates an address from its parts.
    ///
    /// - Parameters:
    ///   - host: An IPv4 or IPv6 address without brackets, or `localhost` for 127.0.0.1.
    ///   - port: The port; 0 lets the system choose a free one.
    public init(host: String, port: UInt16) {
        endpoint = .internet(host: host == "localhost" ? "127.0.0.1" : host, port: port)
    }

    /// Creates the address of a Unix-domain socket.
    ///
    /// - Parameter path: A path of at most 107 bytes.
    public init(path: String) {
        endpoint = .local(path: path)
    }

    /// Creates the address of a port that only this machine can reach, on 127.0.0.1.
    ///
    /// - Parameter port: The port; 0 lets the system choose a free one.
    /// - Returns: The address.
    public static func loopback(port: UInt16) -> SocketAddress {
        SocketAddress(host: "127.0.0.1", port: port)
    }

    /// Creates an address from `host:port`, `[host]:port`, `port` or `unix:path`.
    ///
    /// - Parameter text: The text; `nil` is returned when it has none of these forms.
    public init?(_ text: String) {
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst(5))
            guard (1...107).contains(path.utf8.count), !path.utf8.contains(0) else { return nil }
            self.init(path: path)
            return
        }
        guard let colon = text.lastIndex(of: ":") else {
            guard let port = Self.port(text[...]) else { return nil }
            self = .loopback(port: port)
            return
        }
        guard let port = Self.port(text[text.index(after: colon)...]),
            let host = Self.host(text[..<colon])
        else { return nil }
        self.init(host: host, port: port)
    }

    /// Creates the address that a socket is bound to.
    init?(_ name: SocketName) {
        if let address = name.internetAddress, let port = name.port {
            self.init(host: address.text, port: port)
        } else if let path = name.path {
            self.init(path: path)
        } else {
            return nil
        }
    }

    /// The port; `nil` for a Unix-domain socket.
    public var port: UInt16? {
        if case .internet(_, let port) = endpoint { port } else { nil }
    }

    /// True if only programs on this machine can reach the address: a loopback address, or a path.
    public var isLocal: Bool {
        guard case .internet(let host, _) = endpoint else { return true }
        // The address is recreated from its bytes, so that an IPv4-mapped IPv6 address counts as
        // IPv4.
        return InternetAddress(host).map {
            InternetAddress(family: $0.family, bytes: $0.bytes).isLoopback
        } ?? false
    }

    /// The address as text from which it can be created.
    public var description: String {
        switch endpoint {
        case .internet(let host, let port):
            host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        case .local(let path): "unix:\(path)"
        }
    }

    private static func port(_ text: Substring) -> UInt16? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return UInt16(text)
    }

    private static func host(_ text: Substring) -> String? {
        if text.isEmpty || text == "localhost" { return "127.0.0.1" }
        if text.hasPrefix("["), text.hasSuffix("]") {
            let host = String(text.dropFirst().dropLast())
            return host.contains(":") && InternetAddress(host) != nil ? host : nil
        }
        return !text.contains(":") && InternetAddress(String(text)) != nil ? String(text) : nil
    }
}
