// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RecadoTestSupport

/// A relay to a local server that cuts each connection after a number of the server's bytes.
struct CuttingRelay {
    let server: ScriptedServer
    /// The number of the server's bytes that were relayed; each piece is counted before it is sent.
    var count: Int { passed.all.reduce(0, +) }

    private let passed = Notes<Int>()

    var port: UInt16 { server.port }

    /// Creates a relay.
    ///
    /// - Parameters:
    ///   - port: The server's port.
    ///   - limit: The number of the server's bytes after which a connection is cut; never by
    ///     default.
    ///   - isReset: True if the connection is cut by a reset.
    ///   - begin: Runs at the start of each connection.
    /// - Throws: A failure if no socket can be opened.
    init(
        to port: UInt16,
        after limit: Int = .max,
        isReset: Bool = false,
        begin: @escaping @Sendable () -> Void = {}
    ) throws {
        let passed = passed
        server = try ScriptedServer { connection in
            begin()
            guard let target = Self.connect(to: port) else { return }
            defer { Glibc.close(target) }
            Self.relay(connection.descriptor, target, limit, passed)
            if isReset { connection.reset() }
        }
    }

    private static func connect(to port: UInt16) -> Int32? {
        let target = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Glibc.connect(target, $0, size)
            }
        }
        if result == 0 { return target }
        Glibc.close(target)
        return nil
    }

    /// Relays bytes in both directions.
    private static func relay(
        _ client: Int32,
        _ server: Int32,
        _ limit: Int,
        _ passed: Notes<Int>
    ) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var rest = limit
        while rest > 0 {
            var ends = [client, server].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard unsafe poll(&ends, 2, -1) > 0 else { return }
            for (from, to) in [(0, server), (1, client)] where ends[from].revents != 0 {
                let count = unsafe recv(ends[from].fd, &buffer, buffer.count, 0)
                guard count > 0 else { return }
                let kept = from == 1 ? min(count, rest) : count
                if from == 1 {
                    rest -= kept
                    passed.add(kept)
                }
                guard unsafe send(to, buffer, kept, Int32(MSG_NOSIGNAL)) == kept else { return }
            }
        }
    }
}
