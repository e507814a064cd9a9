// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// A server on the loopback interface that plays a script on every connection, byte by byte.
///
/// Each connection has a thread, so that scripts may block.
final class ScriptedServer: Sendable {
    struct Failure: Error {}

    let port: UInt16
    /// The number of connections that have been accepted.
    var connectionCount: Int { accepted.count.withLock { $0 } }

    private let listener: Int32
    private let accepted = Counter()

    init(_ script: @escaping @Sendable (Connection) -> Void) throws {
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

    /// Listens on a Unix domain socket instead.
    init(unixSocket path: String, _ script: @escaping @Sendable (Connection) -> Void) throws {
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
                guard descriptor >= 0 else { break }
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

/// One connection of a scripted server.
struct Connection: Sendable {
    let descriptor: Int32
    /// Which connection of the server it is, from 1.
    let number: Int

    /// A request as it arrived.
    struct Received: Sendable {
        /// The request line and the fields.
        var head: String
        var content: [UInt8]

        /// The value of a field, by its name as it was sent.
        func value(of name: String) -> String? {
            let line = head.split(separator: "\r\n").first { $0.hasPrefix(name + ":") }
            return line.map { $0.dropFirst(name.count + 1).trimmingPrefix(" ") }.map(String.init)
        }
    }

    /// Reads the header section of a request; `nil` at the end of the connection.
    func receiveHead() -> Received? {
        var bytes: [UInt8] = []
        let blank = Array("\r\n\r\n".utf8)
        while !bytes.hasSuffix(blank) {
            guard let byte = read(1).first else { return nil }
            bytes.append(byte)
        }
        return Received(
            head: String(decoding: bytes.dropLast(4), as: UTF8.self),
            content: []
        )
    }

    /// Reads a request with its content; `nil` at the end of the connection.
    func receive() -> Received? {
        guard var received = receiveHead() else { return nil }
        if received.value(of: "Transfer-Encoding") == "chunked" {
            while let size = Int(readLine(), radix: 16) {
                received.content += readAll(size)
                _ = readLine()
                if size == 0 { break }
            }
        } else if let length = received.value(of: "Content-Length").flatMap({ Int($0) }) {
            received.content = readAll(length)
        }
        return received
    }

    /// The address of the other side, of version 4.
    var peerAddress: String {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = unsafe withUnsafeMutablePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getpeername(descriptor, $0, &size)
            }
        }
        let number = UInt32(bigEndian: address.sin_addr.s_addr)
        return [24, 16, 8, 0].map { "\(number >> $0 & 0xFF)" }.joined(separator: ".")
    }

    /// Reads until the other side closes or a limit is met.
    func drain() {
        while !read(65_536).isEmpty {}
    }

    func send(_ text: String) {
        send(Array(text.utf8))
    }

    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { buffer in
                unsafe Glibc.send(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Sends until the other side takes no more for a while, and returns how much it took.
    func sendUntilStalled(limit: Int) -> Int {
        let piece = [UInt8](repeating: 0x78, count: 16_384)
        var sent = 0
        while sent < limit {
            var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard unsafe Glibc.poll(&poll, 1, 400) == 1 else { return sent }
            let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
            let count = unsafe piece.withUnsafeBytes { buffer in
                unsafe Glibc.send(
                    descriptor,
                    buffer.baseAddress,
                    min(buffer.count, limit - sent),
                    flags
                )
            }
            guard count > 0 else { return sent }
            sent += count
        }
        return sent
    }

    /// Ends the connection with a reset; the descriptor stays until the script has ended.
    func reset() {
        var nobody = sockaddr()
        nobody.sa_family = sa_family_t(AF_UNSPEC)
        unsafe connect(descriptor, &nobody, socklen_t(MemoryLayout<sockaddr>.size))
    }

    func close() {
        shutdown(descriptor, Int32(SHUT_WR))
        Glibc.close(descriptor)
    }

    // MARK: - Reading

    private func read(_ count: Int) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            initialized = max(0, unsafe recv(descriptor, buffer.baseAddress, count, 0))
        }
    }

    func readAll(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let piece = read(count - bytes.count)
            if piece.isEmpty { break }
            bytes += piece
        }
        return bytes
    }

    func readLine() -> String {
        var bytes: [UInt8] = []
        while let byte = read(1).first, byte != 0x0A { bytes.append(byte) }
        return String(decoding: bytes.filter { $0 != 0x0D }, as: UTF8.self)
    }
}

extension [UInt8] {
    fileprivate func hasSuffix(_ other: [UInt8]) -> Bool {
        count >= other.count && self[(count - other.count)...].elementsEqual(other)
    }
}
