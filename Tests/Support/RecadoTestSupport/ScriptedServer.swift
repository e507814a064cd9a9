// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// A server on the loopback interface that runs a script, byte by byte, on every connection.
///
/// Each connection has a thread of its own, so that scripts may block.
package final class ScriptedServer: Sendable {
    /// The error if the system refuses a socket.
    package struct Failure: Error {
        /// Creates the error.
        package init() {}
    }

    package let port: UInt16
    /// The number of connections that have been accepted.
    package var connectionCount: Int { accepted.count.withLock { $0 } }

    private let listener: Int32
    private let accepted = Counter()

    package init(_ script: @escaping @Sendable (Connection) -> Void) throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(listener, address, size) == 0 && listen(listener, 512) == 0
                    && getsockname(listener, address, &size) == 0
            }
        }
        guard isBound else { throw Failure() }
        port = UInt16(bigEndian: address.sin_port)
        Self.serve(listener, accepted, script)
    }

    /// Creates a server that listens on a Unix domain socket.
    package init(unixSocket path: String, _ script: @escaping @Sendable (Connection) -> Void) throws
    {
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        port = 0
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8) + [0]
        guard bytes.count <= MemoryLayout.size(ofValue: address.sun_path) else {
            throw Failure()
        }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let listener = listener
        let isBound = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(listener, address, size) == 0 && listen(listener, 512) == 0
            }
        }
        guard isBound else { throw Failure() }
        Self.serve(listener, accepted, script)
    }

    private static func serve(
        _ listener: Int32,
        _ accepted: Counter,
        _ script: @escaping @Sendable (Connection) -> Void
    ) {
        runThread {
            while true {
                let descriptor = accept(listener, nil, nil)
                guard descriptor >= 0 else {
                    // The error EINVAL means that the server was released and has shut its listener
                    // down.
                    if errno == EINVAL { break }
                    usleep(1_000)
                    continue
                }
                let number = accepted.next()
                runThread {
                    let connection = Connection(descriptor: descriptor, number: number)
                    script(connection)
                    connection.close()
                }
            }
            Glibc.close(listener)
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private final class Counter: Sendable {
        let count = Mutex(0)

        func next() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }

    // MARK: - Threads

    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    private static func runThread(_ body: @escaping @Sendable () -> Void) {
        let work = unsafe Unmanaged.passRetained(Work(body))
        var thread = pthread_t()
        let result = unsafe pthread_create(
            &thread,
            nil,
            { context in
                if let context = unsafe context {
                    unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
                }
                return nil
            },
            work.toOpaque()
        )
        if result == 0 { pthread_detach(thread) } else { unsafe work.release() }
    }
}
