// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RecadoTestSupport

/// A local proxy that records its requests.
///
/// It connects to this machine, whatever host name it is asked for.
struct ProxyPeer {
    /// The proxy's protocol.
    enum Kind: String, CaseIterable {
        case http, socks4a, socks5h
    }

    let server: ScriptedServer
    /// The requests to the proxy, such as `CONNECT localhost:443` and `socks5h localhost:443 ana
    /// wicked`.
    let asked = Notes<String>()
    /// The values of `Proxy-Authorization` that the proxy got.
    let authorizations = Notes<String?>()

    var port: UInt16 { server.port }

    init(_ kind: Kind, refusing refusal: String? = nil) throws {
        let (asked, authorizations) = (asked, authorizations)
        server = try ScriptedServer { connection in
            switch kind {
            case .http:
                guard let request = connection.receive() else { return }
                let line = request.head.prefix { $0 != "\r\n" }
                asked.add(String(line))
                authorizations.add(request.value(of: "Proxy-Authorization"))
                if let refusal { return connection.send(refusal) }
                let words = line.split(separator: " ")
                if words.first == "CONNECT" {
                    Self.open(words.dropFirst().first.map(String.init) ?? "", for: connection) {
                        connection.send("HTTP/1.1 200 Connected\r\nX-Proxy: yes\r\n\r\n")
                    }
                } else {
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nproxied")
                }
            case .socks5h: Self.serveSocks5(connection, asked)
            case .socks4a: Self.serveSocks4(connection, asked)
            }
        }
    }

    /// Serves SOCKS 5 (RFC 1928), with a name and a password (RFC 1929) if the client offers them.
    private static func serveSocks5(_ connection: ScriptedServer.Connection, _ asked: Notes<String>)
    {
        let methods = connection.readAll(Int(connection.readAll(2).last ?? 0))
        var words = ["socks5h"]
        if methods.contains(2) {
            connection.send([5, 2])
            _ = connection.readAll(1)
            let user = connection.readAll(Int(connection.readAll(1).first ?? 0))
            let password = connection.readAll(Int(connection.readAll(1).first ?? 0))
            words += [user, password].map { String(decoding: $0, as: UTF8.self) }
            connection.send([1, 0])
        } else {
            connection.send([5, 0])
        }
        // Reads the version, the command, a reserved byte and the address type; 3 stands for a
        // name.
        guard connection.readAll(4).last == 3 else { return }
        let host = connection.readAll(Int(connection.readAll(1).first ?? 0))
        let port = connection.readAll(2).reduce(0) { $0 << 8 | Int($1) }
        let place = String(decoding: host, as: UTF8.self) + ":\(port)"
        words.insert(place, at: 1)
        asked.add(words.joined(separator: " "))
        open(place, for: connection) { connection.send([5, 0, 0, 1, 127, 0, 0, 1, 0, 0]) }
    }

    private static func serveSocks4(_ connection: ScriptedServer.Connection, _ asked: Notes<String>)
    {
        let head = connection.readAll(8)
        guard head.count == 8 else { return }
        let port = Int(head[2]) << 8 | Int(head[3])
        func text() -> String {
            var bytes: [UInt8] = []
            while let byte = connection.readAll(1).first, byte != 0 { bytes.append(byte) }
            return String(decoding: bytes, as: UTF8.self)
        }
        let (user, host) = (text(), text())
        asked.add(
            ["socks4a", "\(host):\(port)", user].filter { !$0.isEmpty }.joined(separator: " ")
        )
        open("\(host):\(port)", for: connection) { connection.send([0, 90, 0, 0, 0, 0, 0, 0]) }
    }

    // MARK: - Tunnels

    private static func open(
        _ place: String,
        for client: ScriptedServer.Connection,
        consent: () -> Void
    ) {
        let port = place.split(separator: ":").last.flatMap { UInt16($0) } ?? 0
        let target = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { Glibc.close(target) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(target, $0, size)
            }
        }
        guard result == 0 else { return }
        consent()
        relay(client.descriptor, target)
    }

    private static func relay(_ one: Int32, _ other: Int32) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            var ends = [one, other].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard unsafe poll(&ends, 2, -1) > 0 else { return }
            for (from, to) in [(0, other), (1, one)] where ends[from].revents != 0 {
                let count = unsafe recv(ends[from].fd, &buffer, buffer.count, 0)
                guard count > 0 else { return }
                guard unsafe send(to, buffer, count, Int32(MSG_NOSIGNAL)) == count else { return }
            }
        }
    }
}
