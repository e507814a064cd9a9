// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A pipe with which other threads wake a connection's thread.
final class WakeupPipe: Sendable {
    private let readEnd: Int32
    private let writeEnd: Int32
    /// True if the pipe holds a byte; `ring` then has nothing to do.
    private let isRung = Atomic(false)

    init() throws(StoreError) {
        var ends: (Int32, Int32) = (-1, -1)
        let code = unsafe withUnsafeMutableBytes(of: &ends) { bytes in
            unsafe bytes.withMemoryRebound(to: Int32.self) { unsafe pipe($0.baseAddress) }
        }
        guard code == 0 else {
            throw StoreError(.cannotOpen, "the system has no descriptors left for a connection")
        }
        (readEnd, writeEnd) = ends
        for end in [readEnd, writeEnd] {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
        }
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Ends the current wait; if there is none, the next wait ends at once.
    func ring() {
        guard !isRung.exchange(true, ordering: .acquiringAndReleasing) else { return }
        var byte: UInt8 = 1
        _ = unsafe write(writeEnd, &byte, 1)
    }

    /// Empties the pipe for the next ring; the caller must check for requests afterwards.
    private func clear() {
        var byte: UInt8 = 0
        _ = unsafe read(readEnd, &byte, 1)
        isRung.store(false, ordering: .releasing)
    }

    /// The `poll` flag for data to read.
    static var reading: Int32 { Int32(POLLIN) }

    /// The reason that a wait ended.
    enum Ending: Sendable {
        case ready
        case rung
        case timeIsUp
    }

    /// Waits until a socket is ready, another thread rings or the deadline is reached.
    func wait(for socket: Int32, _ events: Int32, until deadline: Deadline) -> Ending {
        while true {
            var both = [
                pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0),
                pollfd(fd: socket, events: Int16(truncatingIfNeeded: events), revents: 0),
            ]
            let count = unsafe poll(&both, 2, deadline.milliseconds)
            if count < 0, errno == EINTR { continue }
            if both[0].revents != 0 {
                clear()
                return .rung
            }
            if count > 0 { return .ready }
            // A failing poll means that the socket is gone; reading from it reports the error.
            if count < 0 { return .ready }
            if deadline.isOver { return .timeIsUp }
        }
    }
}
