// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoLinux
import Glibc

// Only this file and Wakeup depend on the system's way to wait for many descriptors, which is epoll
// and eventfd here. A system with kqueue needs another Poller and Wakeup, with EV_CLEAR for
// edge-triggered events, EV_DISPATCH for events that are reported once, and EVFILT_USER for the
// wake-up.

/// Waits for events of the descriptors of one event loop.
package final class Poller: Sendable {
    /// The token of the wake-up, which is never reported: the greatest number.
    private static let wakeupToken = UInt64.max

    private let queue: Int32
    /// Wakes the loop while it waits.
    package let wakeup: Wakeup

    /// Opens a poller without descriptors.
    package init() throws(SystemError) {
        wakeup = try Wakeup()
        queue = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard queue >= 0 else { throw SystemError(operation: "epoll_create1", code: errno) }
        control(EPOLL_CTL_ADD, wakeup.descriptor, EPOLLIN.rawValue, Self.wakeupToken)
    }

    deinit { _ = close(queue) }

    // MARK: - Descriptors

    /// The epoll flags of a connection whose changes are reported.
    private static let changes =
        EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue

    /// Adds a connection; each change of its state is reported once.
    ///
    /// Closing the connection removes it.
    package func add(connection descriptor: Int32, token: UInt64) -> Bool {
        control(EPOLL_CTL_ADD, descriptor, Self.changes, token)
    }

    /// Stops or resumes the reports of changes of a connection.
    ///
    /// When the reports resume, bytes or room that are already available are reported at once. The
    /// end of both directions is reported even while the reports are stopped.
    package func report(
        _ isReported: Bool,
        changesOf descriptor: Int32,
        token: UInt64
    ) -> Bool {
        // With EPOLLET alone, the end of both directions is still reported, once.
        control(EPOLL_CTL_MOD, descriptor, isReported ? Self.changes : EPOLLET.rawValue, token)
    }

    /// Adds a listener, which is reported as long as connections wait; if several loops share the
    /// listener, the system does not wake all of them for each connection.
    @discardableResult
    package func add(listener descriptor: Int32, token: UInt64) -> Bool {
        let events = EPOLLIN.rawValue | EPOLLEXCLUSIVE.rawValue
        return control(EPOLL_CTL_ADD, descriptor, events, token)
    }

    /// Removes a descriptor that remains open; closing a descriptor also removes it.
    package func remove(_ descriptor: Int32) {
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

    // MARK: - Events

    /// The memory for the events of one wait.
    @safe
    package struct Space {
        /// The maximum number of events of one wait.
        package static let capacity = 256
        fileprivate var events = unsafe [epoll_event](
            repeating: epoll_event(),
            count: Self.capacity
        )

        /// Allocates the memory.
        package init() {}
    }

    /// Waits for events.
    ///
    /// - Parameters:
    ///   - milliseconds: The longest time to wait; -1 waits without a limit.
    ///   - space: The memory that the system writes the events to.
    ///   - found: The list to which the events are appended.
    package func wait(
        milliseconds: Int32,
        space: inout Space,
        into found: inout [PollerEvent]
    ) {
        let count = unsafe space.events.withUnsafeMutableBufferPointer {
            unsafe epoll_wait(queue, $0.baseAddress, Int32($0.count), milliseconds)
        }
        for index in 0..<max(0, Int(count)) {
            let event = unsafe space.events[index]
            let token = unsafe event.data.u64
            if token == Self.wakeupToken {
                wakeup.clear()
            } else {
                found.append(unsafe PollerEvent(token: token, flags: event.events))
            }
        }
    }
}
