// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RecadoWire
import Synchronization

/// A socket that accepts connections; it is closed, and its path removed, when the listener is
/// released.
final class Listener: Sendable {
    let socket: Socket
    /// The address; a requested port 0 is replaced by the port that the system chose.
    let address: SocketAddress

    /// The number of connections that may wait to be accepted; the system may reduce it
    /// (`net.core.somaxconn`).
    static let backlog: Int32 = 4096

    /// True if the path of a local socket is removed when the socket is closed.
    private let ownsPath = Atomic(true)

    private init(socket: consuming Socket, address: SocketAddress) {
        self.socket = socket
        self.address = address
    }

    deinit {
        guard ownsPath.load(ordering: .relaxed), case .local(let path) = address.endpoint else {
            return
        }
        _ = unsafe unlink(path)
    }

    /// Keeps the path when the listener is released, because another process uses the path now.
    func giveAway() { ownsPath.store(false, ordering: .relaxed) }

    /// Distributes the inherited sockets of the process among the loops.
    ///
    /// Each socket is given to at least one loop, because otherwise its clients would never be
    /// accepted; each loop gets a socket for each address.
    ///
    /// - Returns: The listeners of each loop.
    static func adopt(
        _ inherited: InheritedSockets,
        loops: Int
    ) throws(ServerError) -> [[Listener]] {
        var groups: [(address: SocketAddress, listeners: [Listener])] = []
        for descriptor in inherited.descriptors {
            let socket = try Socket(adopting: descriptor)
            let address = try Socket.listeningAddress(of: descriptor)
            if case .internet = address.endpoint {
                socket.set(TCP_NODELAY, level: Int32(IPPROTO_TCP))
            }
            let listener = Listener(socket: socket, address: address)
            if !inherited.ownsPaths { listener.giveAway() }
            if let index = groups.firstIndex(where: { $0.address == address }) {
                groups[index].listeners.append(listener)
            } else {
                groups.append((address, [listener]))
            }
        }
        var shares: [[Listener]] = Array(repeating: [], count: loops)
        for group in groups {
            for index in 0..<max(loops, group.listeners.count) {
                let listener = group.listeners[index % group.listeners.count]
                shares[index % loops].append(listener)
            }
        }
        return shares
    }

    /// Listens on an address, once for each loop.
    ///
    /// Each loop has its own socket for a port, so that the system spreads connections over the
    /// loops; a local socket's path has one socket that all loops share.
    static func listen(
        on address: SocketAddress,
        loops: Int
    ) throws(ServerError) -> [Listener] {
        let first = try Listener.bound(to: address, joining: false)
        guard case .internet = address.endpoint, loops > 1 else {
            try first.listen()
            return Array(repeating: first, count: loops)
        }
        // The first socket is bound without SO_REUSEPORT, because with it the socket could silently
        // join the listeners of another server. The option is set afterwards, so that the other
        // sockets can join the first.
        first.socket.set(SO_REUSEPORT)
        var listeners = [first]
        while listeners.count < loops {
            listeners.append(try Listener.bound(to: first.address, joining: true))
        }
        for listener in listeners { try listener.listen() }
        return listeners
    }

    private static func bound(
        to address: SocketAddress,
        joining: Bool
    ) throws(ServerError) -> Listener {
        guard let name = SocketName(address) else { throw .invalidAddress(address) }
        let socket = try open(name.family)
        if case .local(let path) = address.endpoint {
            try removeStaleSocket(at: path, name, address)
        } else {
            socket.set(SO_REUSEADDR)
            if joining { socket.set(SO_REUSEPORT) }
            // Answers are written whole, so delaying them to collect more bytes gains nothing.
            // Accepted sockets inherit this option.
            socket.set(TCP_NODELAY, level: Int32(IPPROTO_TCP))
            if name.family == AF_INET6 { socket.set(IPV6_V6ONLY, level: Int32(IPPROTO_IPV6)) }
        }
        do throws(SystemError) { try socket.bind(to: name) } catch {
            throw refusal(error, of: address)
        }
        var actual = address
        if case .internet(let host, _) = address.endpoint, let port = socket.localName.port {
            actual = SocketAddress(host: host, port: port)
        }
        return Listener(socket: socket, address: actual)
    }

    private func listen() throws(ServerError) {
        do throws(SystemError) { try socket.listen(backlog: Self.backlog) } catch {
            throw Self.refusal(error, of: address)
        }
    }

    /// Removes the socket file that an earlier server has left behind, unless a process still
    /// listens there.
    private static func removeStaleSocket(
        at path: String,
        _ name: SocketName,
        _ address: SocketAddress
    ) throws(ServerError) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .addressInUse(address) }
        let probe = try open(AF_UNIX)
        guard case .failed(ECONNREFUSED) = probe.connect(to: name) else {
            throw .addressInUse(address)
        }
        _ = unsafe unlink(path)
    }

    private static func open(_ family: Int32) throws(ServerError) -> Socket {
        try ServerError.translating { () throws(SystemError) in try Socket(family: family) }
    }

    /// Returns the error for the system's refusal to listen on an address.
    private static func refusal(_ error: SystemError, of address: SocketAddress) -> ServerError {
        switch error.code {
        case EADDRINUSE: .addressInUse(address)
        case EADDRNOTAVAIL: .addressNotAvailable(address)
        case EACCES, EPERM: .permissionDenied(address)
        case EINVAL, ENAMETOOLONG, ENOENT, ENOTDIR: .invalidAddress(address)
        default: ServerError(error)
        }
    }
}
