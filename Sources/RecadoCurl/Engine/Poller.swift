// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoCurl
import Glibc

/// The sockets that libcurl watches, in one epoll instance.
///
/// A connection that falls idle stays registered, since the next request on it wants the same
/// events: that saves two system calls a request. Only sockets that were opened and are closed
/// through this type can be treated so; the few others, of libcurl's resolver, are registered and
/// removed each time.
@safe
struct Poller: ~Copyable {
    private struct Socket {
        /// What epoll was told, 0 for a socket that it does not know.
        var events: UInt32 = 0
        /// Whether libcurl wants to hear of it now.
        var isWatched = false
        /// Whether this type opened it, and will hear of its end.
        var isOwned = false
        /// Whether an idle connection through it has nothing to say, as in HTTP/1.1 without TLS.
        var isSilent = false
    }

    private static let capacity = 64

    private let epoll: Int32
    private let ready: UnsafeMutablePointer<epoll_event>
    private var sockets: [Socket] = []

    init?() {
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        if epoll < 0 { return nil }
        unsafe ready = .allocate(capacity: Self.capacity)
    }

    deinit {
        Glibc.close(epoll)
        unsafe ready.deallocate()
    }

    // MARK: - Sockets

    /// Notes a socket that has just been opened.
    ///
    /// - Parameters:
    ///   - socket: The socket.
    ///   - isSilent: Whether nothing may arrive between one answer and the next request.
    mutating func opened(_ socket: Int32, isSilent: Bool) {
        reserve(socket)
        if socket >= 0 { sockets[Int(socket)] = Socket(isOwned: true, isSilent: isSilent) }
    }

    /// Makes a connection useless that has fallen idle and is not silent, though it should be.
    ///
    /// What arrives before a request would pass for its answer: libcurl looks for the end of an idle
    /// connection, and before version 8 not for more bytes.
    func abandonIdle(_ socket: Int32) {
        guard sockets.indices.contains(Int(socket)), sockets[Int(socket)].isSilent else { return }
        shutdown(socket, Int32(SHUT_RDWR))
        // Nothing more arrives now; when nothing is left, libcurl finds the end.
        var rest: [UInt8] = Array(repeating: 0, count: 65_536)
        while unsafe recv(socket, &rest, rest.count, Int32(MSG_DONTWAIT)) > 0 {}
    }

    /// Notes that a socket is about to be closed, which removes it from epoll.
    mutating func closing(_ socket: Int32) {
        if sockets.indices.contains(Int(socket)) { sockets[Int(socket)] = Socket() }
    }

    /// Listens no more on a socket that goes on under another number, which closing would not bring about.
    mutating func surrender(_ socket: Int32) {
        if sockets.indices.contains(Int(socket)), sockets[Int(socket)].events != 0 {
            remove(socket)
        }
    }

    /// Listens for events on a socket.
    mutating func watch(_ socket: Int32, for events: UInt32) {
        reserve(socket)
        guard sockets.indices.contains(Int(socket)) else { return }
        let known = sockets[Int(socket)].events
        if known != events {
            let operation = known == 0 ? EPOLL_CTL_ADD : EPOLL_CTL_MOD
            recado_epoll_control(epoll, operation, socket, events)
        }
        sockets[Int(socket)].events = events
        sockets[Int(socket)].isWatched = true
    }

    /// Listens no more.
    mutating func unwatch(_ socket: Int32) {
        guard sockets.indices.contains(Int(socket)) else { return }
        sockets[Int(socket)].isWatched = false
        if !sockets[Int(socket)].isOwned { remove(socket) }
    }

    /// Whether libcurl wants to hear of an event; a socket of which it does not is silenced.
    mutating func claims(_ socket: Int32) -> Bool {
        guard sockets.indices.contains(Int(socket)) else { return false }
        if sockets[Int(socket)].isWatched { return true }
        remove(socket)
        return false
    }

    private mutating func remove(_ socket: Int32) {
        recado_epoll_control(epoll, EPOLL_CTL_DEL, socket, 0)
        sockets[Int(socket)].events = 0
    }

    private mutating func reserve(_ socket: Int32) {
        let missing = Int(socket) + 1 - sockets.count
        if missing > 0 { sockets += Array(repeating: Socket(), count: missing + 32) }
    }

    // MARK: - Events

    /// Waits for events.
    ///
    /// - Parameter milliseconds: How long to wait; -1 for as long as it takes.
    /// - Returns: The number of events, none when the time is up.
    func wait(_ milliseconds: Int32) -> Int {
        max(0, Int(unsafe epoll_wait(epoll, ready, Int32(Self.capacity), milliseconds)))
    }

    /// The socket of an event.
    func socket(at index: Int) -> Int32 { unsafe recado_epoll_descriptor(ready + index) }

    /// What happened to the socket of an event.
    func events(at index: Int) -> UInt32 { unsafe recado_epoll_events(ready + index) }
}
