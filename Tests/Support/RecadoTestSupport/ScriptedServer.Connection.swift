// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

extension ScriptedServer {
    /// One connection to a scripted server.
    package struct Connection: Sendable {
        package let descriptor: Int32
        /// The number of the connection, from 1.
        package let number: Int
        private let closing = Closing()

        private final class Closing: Sendable {
            let hasHappened = Mutex(false)
        }

        /// A request as it arrived.
        package struct Received: Sendable {
            /// The request line and the fields.
            package var head: String
            package var content: [UInt8]

            /// Returns the value of a field, whose name must be spelled as it was sent.
            package func value(of name: String) -> String? {
                let line = head.split(separator: "\r\n").first { $0.hasPrefix(name + ":") }
                return line.map { $0.dropFirst(name.count + 1).trimmingPrefix(" ") }.map(
                    String.init
                )
            }
        }

        /// Reads the header section of a request, and returns `nil` at the end of the connection.
        package func receiveHead() -> Received? {
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

        /// Reads a request with its content, and returns `nil` at the end of the connection.
        package func receive() -> Received? {
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

        /// The client's IPv4 address.
        package var peerAddress: String {
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

        /// Waits until the client closes the connection, without reading what it sends.
        package func waitForEnd() {
            // The value of Linux's POLLRDHUP, which Swift does not import from the C library.
            var end = pollfd(fd: descriptor, events: Int16(0x2000), revents: 0)
            unsafe poll(&end, 1, -1)
        }

        /// Reads until the client closes the connection or a limit is reached.
        package func drain() {
            while !read(65_536).isEmpty {}
        }

        package func send(_ text: String) {
            send(Array(text.utf8))
        }

        @discardableResult
        package func send(_ bytes: [UInt8]) -> Bool {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = unsafe rest.withUnsafeBytes { buffer in
                    unsafe Glibc.send(
                        descriptor,
                        buffer.baseAddress,
                        buffer.count,
                        Int32(MSG_NOSIGNAL)
                    )
                }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }

        /// Sends until the client accepts nothing more for a while, and returns the number of bytes
        /// accepted.
        package func sendUntilStalled(limit: Int) -> Int {
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

        /// Ends the connection with a reset; the descriptor stays open until the script has ended.
        package func reset() {
            var nobody = sockaddr()
            nobody.sa_family = sa_family_t(AF_UNSPEC)
            unsafe connect(descriptor, &nobody, socklen_t(MemoryLayout<sockaddr>.size))
        }

        /// Closes the connection once: a second time the descriptor might belong to another
        /// connection.
        package func close() {
            let isClosed = closing.hasHappened.withLock { hasHappened in
                defer { hasHappened = true }
                return hasHappened
            }
            if isClosed { return }
            shutdown(descriptor, Int32(SHUT_WR))
            Glibc.close(descriptor)
        }

        // MARK: - Reading

        private func read(_ count: Int) -> [UInt8] {
            unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
                initialized = max(0, unsafe recv(descriptor, buffer.baseAddress, count, 0))
            }
        }

        package func readAll(_ count: Int) -> [UInt8] {
            var bytes: [UInt8] = []
            while bytes.count < count {
                let piece = read(count - bytes.count)
                if piece.isEmpty { break }
                bytes += piece
            }
            return bytes
        }

        package func readLine() -> String {
            var bytes: [UInt8] = []
            while let byte = read(1).first, byte != 0x0A { bytes.append(byte) }
            return String(decoding: bytes.filter { $0 != 0x0D }, as: UTF8.self)
        }
    }
}

extension [UInt8] {
    fileprivate func hasSuffix(_ other: [UInt8]) -> Bool {
        count >= other.count && self[(count - other.count)...].elementsEqual(other)
    }
}
