// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoLinux
import Glibc

/// A stream socket that never blocks; closed when it is released.
struct Socket: ~Copyable, Sendable {
    /// What became of an attempt to move bytes.
    enum Transfer {
        case bytes(Int)
        case wouldBlock
        case ended
        case failed
    }

    /// What became of an attempt to accept a connection.
    enum Acceptance: ~Copyable {
        case connection(Socket, SocketName)
        /// There is none left, or the one that was there has gone.
        case none
        /// There are no descriptors or there is no memory for another one.
        case exhausted
    }

    let descriptor: Int32

    private init(owning descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Opens a socket of a family.
    init(family: Int32) throws(ServerError) {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(family, kind, 0)
        guard descriptor >= 0 else { throw .system(operation: "socket", code: errno) }
        self.init(owning: descriptor)
    }

    /// Takes a socket over that listens and was opened by another process.
    init(adopting descriptor: Int32) throws(ServerError) {
        _ = try Self.listeningAddress(of: descriptor)
        guard recado_keep_to_itself(descriptor) == 0 else {
            throw .system(operation: "fcntl", code: errno)
        }
        self.init(owning: descriptor)
    }

    deinit { _ = close(descriptor) }

    // MARK: - Sockets of others

    /// Finds the address of a stream socket that listens.
    static func listeningAddress(of descriptor: Int32) throws(ServerError) -> SocketAddress {
        guard option(SO_ACCEPTCONN, of: descriptor) == 1,
            option(SO_TYPE, of: descriptor) == Int32(SOCK_STREAM.rawValue),
            let address = SocketAddress(boundName(of: descriptor))
        else { throw .notListening(descriptor: descriptor) }
        return address
    }

    private static func option(_ option: Int32, of descriptor: Int32) -> Int32? {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        let result = unsafe getsockopt(descriptor, SOL_SOCKET, option, &value, &size)
        return result == 0 ? value : nil
    }

    private static func boundName(of descriptor: Int32) -> SocketName {
        var name = SocketName()
        _ = unsafe name.withMutablePointer { unsafe getsockname(descriptor, $0, $1) }
        return name
    }

    // MARK: - Options

    @discardableResult
    func set(_ option: Int32, level: Int32 = SOL_SOCKET, to value: Int32 = 1) -> Bool {
        var value = value
        let size = socklen_t(MemoryLayout<Int32>.size)
        return unsafe setsockopt(descriptor, level, option, &value, size) == 0
    }

    /// The name that the socket is bound to.
    var localName: SocketName { Self.boundName(of: descriptor) }

    // MARK: - Connections

    func accept() -> Acceptance {
        var name = SocketName()
        let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let accepted = unsafe name.withMutablePointer {
            unsafe accept4(descriptor, $0, $1, flags)
        }
        guard accepted < 0 else { return .connection(Socket(owning: accepted), name) }
        switch errno {
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
        default: return .none
        }
    }

    /// Receives as many bytes as have come and fit into a buffer.
    func receive(into buffer: inout [UInt8]) -> Transfer {
        let count = unsafe buffer.withUnsafeMutableBytes {
            unsafe recv(descriptor, $0.baseAddress, $0.count, 0)
        }
        if count > 0 { return .bytes(count) }
        return count == 0 ? .ended : Self.failure()
    }

    /// Sends as many bytes as the system takes.
    ///
    /// - Parameters:
    ///   - bytes: What is to be sent.
    ///   - start: The first byte to send.
    ///   - isLast: Whether nothing follows at once.
    /// - Returns: The number of bytes taken, which may be fewer.
    func send(_ bytes: [UInt8], from start: Int, isLast: Bool) -> Transfer {
        // Without MSG_NOSIGNAL a client that has gone would end the process by SIGPIPE.
        let flags = Int32(MSG_NOSIGNAL) | (isLast ? 0 : Int32(MSG_MORE))
        let count = unsafe bytes.withUnsafeBytes {
            unsafe Glibc.send(
                descriptor,
                $0.baseAddress?.advanced(by: start),
                $0.count - start,
                flags
            )
        }
        return count >= 0 ? .bytes(count) : Self.failure()
    }

    /// Tells the peer that nothing more will be sent.
    func finishSending() {
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Makes closing look like a failure to the peer: what it has got is not to be trusted.
    func breakOff() {
        var option = linger(l_onoff: 1, l_linger: 0)
        let size = socklen_t(MemoryLayout<linger>.size)
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, size)
    }

    /// Why a transfer failed; a loop's thread takes no signals, so that none interrupts it.
    private static func failure() -> Transfer {
        switch errno {
        case EAGAIN, EWOULDBLOCK: .wouldBlock
        default: .failed
        }
    }
}
