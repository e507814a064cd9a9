// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoLinux
import Glibc

/// A non-blocking stream socket, which is closed when it is released.
package struct Socket: ~Copyable, Sendable {
    /// The socket's file descriptor.
    package let descriptor: Int32

    /// Takes over a non-blocking descriptor, which nothing else may close.
    package init(owning descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Opens a socket of a family, such as `AF_INET`.
    package init(family: Int32) throws(SystemError) {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(family, kind, 0)
        guard descriptor >= 0 else { throw SystemError(operation: "socket", code: errno) }
        self.init(owning: descriptor)
    }

    deinit { _ = close(descriptor) }

    // MARK: - Options

    /// Sets a numeric option; returns `false` if the system refuses it.
    @discardableResult
    package func set(_ option: Int32, level: Int32 = SOL_SOCKET, to value: Int32 = 1) -> Bool {
        var value = value
        let size = socklen_t(MemoryLayout<Int32>.size)
        return unsafe setsockopt(descriptor, level, option, &value, size) == 0
    }

    /// Returns the value of a numeric option of any socket.
    package static func option(_ option: Int32, of descriptor: Int32) -> Int32? {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        let result = unsafe getsockopt(descriptor, SOL_SOCKET, option, &value, &size)
        return result == 0 ? value : nil
    }

    // MARK: - Names

    /// The address to which the socket is bound.
    package var localName: SocketName { SocketName(boundBy: descriptor) }

    /// Binds the socket to an address of this machine.
    package func bind(to name: SocketName) throws(SystemError) {
        let result = unsafe name.withPointer { unsafe Glibc.bind(descriptor, $0, $1) }
        guard result == 0 else { throw SystemError(operation: "bind", code: errno) }
    }

    // MARK: - Bytes

    /// Receives as many bytes as have arrived and fit into a buffer.
    package func receive(into buffer: inout [UInt8]) -> IOResult {
        unsafe buffer.withUnsafeMutableBytes { unsafe receive(into: $0) }
    }

    /// Receives as many bytes as have arrived and fit into a buffer, which must not be empty.
    package func receive(into buffer: UnsafeMutableRawBufferPointer) -> IOResult {
        while true {
            let count = unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count > 0 { return .bytes(count) }
            if count == 0 { return .ended }
            if errno != EINTR { return Self.failure() }
        }
    }

    /// Sends as many bytes as the system takes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes to send.
    ///   - start: The index of the first byte to send.
    ///   - isLast: False if more bytes follow at once.
    /// - Returns: The number of bytes taken, which may be fewer.
    package func send(_ bytes: [UInt8], from start: Int, isLast: Bool) -> IOResult {
        unsafe bytes.withUnsafeBytes { bytes in
            let start = min(max(start, 0), bytes.count)
            return unsafe send(UnsafeRawBufferPointer(rebasing: bytes[start...]), isLast: isLast)
        }
    }

    /// Sends as many bytes as the system takes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes to send.
    ///   - isLast: False if more bytes follow at once.
    /// - Returns: The number of bytes taken, which may be fewer.
    package func send(_ bytes: UnsafeRawBufferPointer, isLast: Bool = true) -> IOResult {
        // Without MSG_NOSIGNAL, sending to a peer that has gone would end the process by SIGPIPE.
        let flags = Int32(MSG_NOSIGNAL) | (isLast ? 0 : Int32(MSG_MORE))
        while true {
            let count = unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags)
            if count >= 0 { return .bytes(count) }
            if errno != EINTR { return Self.failure() }
        }
    }

    /// True if no bytes wait to be received, and the peer may still send.
    package var isQuiet: Bool {
        var byte: UInt8 = 0
        return unsafe recv(descriptor, &byte, 1, Int32(MSG_PEEK)) < 0 && errno == EAGAIN
    }

    private static func failure() -> IOResult {
        switch errno {
        case EAGAIN, EWOULDBLOCK: .wouldBlock
        case let code: .failed(code)
        }
    }

    // MARK: - The end

    /// Ends sending, so that the peer reads the end of the stream.
    package func finishSending() {
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Makes the closing of the socket reset the connection, so that the peer does not trust the
    /// bytes that it has received.
    package func breakOff() {
        var option = linger(l_onoff: 1, l_linger: 0)
        let size = socklen_t(MemoryLayout<linger>.size)
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, size)
    }
}
