// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc

#if os(Linux)
import CRecadoLinux
#endif

// All that is known of the system's way to wait for many descriptors: epoll and eventfd here. A
// system with kqueue needs another pair of these two types, with EV_CLEAR for edges and
// EVFILT_USER for the waker.

/// What has happened to a descriptor.
struct PollerEvent {
    /// The number under which the descriptor was added.
    let token: UInt64
    let isReadable: Bool
    let isWritable: Bool
    /// The peer will send no more.
    let hasEnded: Bool
    /// Nothing more can be read or written.
    let hasFailed: Bool
}

/// Wakes a loop that waits; may be used on any thread.
final class Waker: Sendable {
    fileprivate let descriptor: Int32

    init() throws(ServerError) {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
        guard descriptor >= 0 else { throw .system(operation: "eventfd", code: errno) }
    }

    deinit { _ = close(descriptor) }

    func wake() {
        var one: UInt64 = 1
        _ = unsafe write(descriptor, &one, 8)
    }

    fileprivate func rest() {
        var count: UInt64 = 0
        _ = unsafe read(descriptor, &count, 8)
    }
}

/// The descriptors of one loop.
final class Poller: Sendable {
    /// The greatest token is the waker's; it is never reported.
    private static let wakerToken = UInt64.max

    private let queue: Int32
    let waker: Waker

    init() throws(ServerError) {
        waker = try Waker()
        queue = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard queue >= 0 else { throw .system(operation: "epoll_create1", code: errno) }
        control(EPOLL_CTL_ADD, waker.descriptor, EPOLLIN.rawValue, Self.wakerToken)
    }

    deinit { _ = close(queue) }

    /// Adds a connection, whose changes are reported once each.
    func add(connection descriptor: Int32, token: UInt64) -> Bool {
        let events = EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue
        return control(EPOLL_CTL_ADD, descriptor, events, token)
    }

    /// Adds a listener, which is reported as long as connections wait; to one loop of those that
    /// share it.
    @discardableResult
    func add(listener descriptor: Int32, token: UInt64) -> Bool {
        let events = EPOLLIN.rawValue | EPOLLEXCLUSIVE.rawValue
        return control(EPOLL_CTL_ADD, descriptor, events, token)
    }

    /// Removes a listener; connections are removed by closing them.
    func remove(listener descriptor: Int32) {
        control(EPOLL_CTL_DEL, descriptor, 0, 0)
    }

    @discardableResult
    private func control(
        _ operation: Int32,
        _ descriptor: Int32,
        _ events: UInt32,
        _ token: UInt64
    ) -> Bool {
        var event = unsafe epoll_event(events: events, data: epoll_data_t(u64: token))
        return unsafe epoll_ctl(queue, operation, descriptor, &event) == 0
    }

    /// The space for the events of one turn.
    @safe
    struct Space {
        static let capacity = 256
        fileprivate var events = unsafe [epoll_event](
            repeating: epoll_event(),
            count: Self.capacity
        )
    }

    /// Waits for events.
    ///
    /// - Parameters:
    ///   - milliseconds: The longest time to wait; -1 is for ever.
    ///   - space: Where the system writes the events.
    ///   - body: Called with each event.
    func wait(
        milliseconds: Int32,
        space: inout Space,
        _ body: (PollerEvent) -> Void
    ) {
        let count = unsafe space.events.withUnsafeMutableBufferPointer {
            unsafe epoll_wait(queue, $0.baseAddress, Int32($0.count), milliseconds)
        }
        for index in 0..<max(0, Int(count)) {
            let event = unsafe space.events[index]
            let token = unsafe event.data.u64
            if token == Self.wakerToken {
                waker.rest()
                continue
            }
            let flags = unsafe event.events
            body(
                PollerEvent(
                    token: token,
                    isReadable: flags & EPOLLIN.rawValue != 0,
                    isWritable: flags & EPOLLOUT.rawValue != 0,
                    hasEnded: flags & EPOLLRDHUP.rawValue != 0,
                    hasFailed: flags & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0
                )
            )
        }
    }
}

extension ServerConfiguration {
    /// The number of processors that this process may run on.
    static var usableProcessors: Int {
        var mask = [UInt](repeating: 0, count: 128)
        let bytes = unsafe mask.withUnsafeMutableBufferPointer {
            unsafe recado_affinity($0.baseAddress, $0.count * MemoryLayout<UInt>.size)
        }
        guard bytes > 0 else { return 1 }
        return max(1, mask.reduce(0) { $0 + $1.nonzeroBitCount })
    }
}
