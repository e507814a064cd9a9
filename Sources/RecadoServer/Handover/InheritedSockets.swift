// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoLinux
import Glibc
import RecadoWire

/// The listening sockets that the parent of this process has passed to it.
///
/// They come from a service manager, such as systemd with a socket unit, or from a process that
/// started this one as its replacement, by ``Server/startSuccessor(_:arguments:timeout:)``. Clients
/// that connect during the handover wait in the sockets' queues, so that no connection is refused.
///
/// ```swift
/// configuration.inherited = InheritedSockets()
/// try await server.start()
/// configuration.inherited?.confirm()
/// ```
public struct InheritedSockets: Sendable, Hashable {
    /// The first inherited descriptor (sd_listen_fds(3)).
    static let first: Int32 = 3
    /// The most sockets that are inherited.
    static let limit = 1_024

    /// The sockets, which a server closes when it ends.
    public let descriptors: [Int32]
    /// The socket on which the predecessor waits for a report that this process accepts requests;
    /// `nil` when there is no predecessor.
    private let confirmation: Int32?
    /// True if this process must remove the paths of local sockets.
    var ownsPaths: Bool { confirmation != nil }

    /// Finds the sockets that this process inherited.
    ///
    /// The sockets are announced by `LISTEN_FDS`, if `LISTEN_PID` is this process, or by the
    /// variables of a predecessor that is this process's parent. The result is `nil` when there are
    /// none.
    public init?() {
        self.init(process: getpid(), parent: getppid()) { name in
            guard let value = unsafe getenv(name) else { return nil }
            return unsafe String(cString: value)
        }
    }

    init?(process: Int32, parent: Int32, environment: (String) -> String?) {
        func count(_ counter: String, for holder: String, _ process: Int32) -> Int32? {
            // Child processes of the intended process inherit the variables, but not the sockets.
            guard environment(holder).flatMap({ Int32($0) }) == process,
                let count = environment(counter).flatMap({ Int32($0) }), count > 0,
                count <= Self.limit
            else { return nil }
            return count
        }
        if let count = count(Successor.socketsVariable, for: Successor.parentVariable, parent) {
            descriptors = Array(Self.first..<Self.first + count)
            confirmation = Self.first + count
        } else if let count = count("LISTEN_FDS", for: "LISTEN_PID", process) {
            descriptors = Array(Self.first..<Self.first + count)
            confirmation = nil
        } else {
            return nil
        }
    }

    /// Uses the given listening sockets; no predecessor waits for a report.
    package init(descriptors: [Int32]) {
        self.descriptors = descriptors
        confirmation = nil
    }

    /// Returns the addresses that the sockets are bound to, without duplicates.
    ///
    /// - Throws: ``ServerError/notListening(descriptor:)`` when one of the inherited descriptors is
    ///   not a listening socket.
    public func addresses() throws(ServerError) -> [SocketAddress] {
        var addresses: [SocketAddress] = []
        for descriptor in descriptors {
            let address = try Socket.listeningAddress(of: descriptor)
            if !addresses.contains(address) { addresses.append(address) }
        }
        return addresses
    }

    /// Reports to the predecessor, if there is one, that this process accepts requests; the
    /// predecessor can then shut down.
    ///
    /// Call this once, when the server has started.
    public func confirm() {
        guard let confirmation else { return }
        var word: UInt8 = 1
        _ = unsafe send(confirmation, &word, 1, Int32(MSG_NOSIGNAL))
        _ = close(confirmation)
    }
}
