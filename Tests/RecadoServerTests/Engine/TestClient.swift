// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RecadoServer

/// A client that sends and receives bytes as the test wants it, on a blocking socket.
class TestClient {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    struct Answer: Equatable {
        var status: Int
        var fields: [String: String]
        var content: String
    }

    private var descriptor: Int32
    var buffer: [UInt8] = []
    /// True if the server has closed the connection; `wasReset` tells whether it did so by a reset.
    var hasEnded = false
    private(set) var wasReset = false

    /// Connects to a port of 127.0.0.1, or of another address.
    init(port: UInt16, of host: String = "127.0.0.1", receiveBuffer: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(description: "socket \(errno)") }
        if var size = receiveBuffer {
            _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4)
        }
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = port.bigEndian
        name.sin_addr.s_addr = unsafe inet_addr(host)
        let result = unsafe withUnsafePointer(to: name) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure(description: "connect \(errno)") }
        setTimeout(seconds: 20)
    }

    /// Connects to a port of ::1.
    init(portOfVersion6 port: UInt16) throws {
        descriptor = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
        var name = sockaddr_in6()
        name.sin6_family = sa_family_t(AF_INET6)
        name.sin6_port = port.bigEndian
        name.sin6_addr = in6addr_loopback
        let result = unsafe withUnsafePointer(to: name) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
            }
        }
        guard result == 0 else { throw Failure(description: "connect \(errno)") }
        setTimeout(seconds: 20)
    }

    /// Connects to a Unix socket.
    init(path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &name.sun_path) {
            unsafe $0.copyBytes(from: Array(path.utf8))
        }
        let result = unsafe withUnsafePointer(to: name) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw Failure(description: "connect \(errno)") }
        setTimeout(seconds: 20)
    }

    deinit { if descriptor >= 0 { _ = close(descriptor) } }

    private func setTimeout(seconds: Int) {
        var time = timeval(tv_sec: seconds, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, size)
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, size)
    }

    // MARK: - Sending

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) throws { try sendRaw(bytes) }

    /// Sends bytes unchanged, even if a subclass encrypts.
    func sendRaw(_ bytes: [UInt8]) throws {
        var start = 0
        while start < bytes.count {
            let count = sendSome(bytes, from: start, flags: 0)
            guard count > 0 else { throw Failure(description: "send \(errno)") }
            start += count
        }
    }

    /// Sends a piece again and again until the system would block or a number of bytes is reached.
    func sendUntilBlocked(_ piece: [UInt8], atMost limit: Int) -> Int {
        var total = 0
        while total < limit {
            let count = sendSome(piece, from: 0, flags: Int32(MSG_DONTWAIT))
            guard count > 0 else { break }
            total += count
        }
        return total
    }

    /// Sends bytes until the system has accepted none for a given number of milliseconds.
    func sendSome(_ bytes: [UInt8], patience milliseconds: Int32) -> Int {
        var sent = 0
        while sent < bytes.count {
            let count = sendSome(bytes, from: sent, flags: Int32(MSG_DONTWAIT))
            if count > 0 {
                sent += count
            } else {
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                guard unsafe poll(&entry, 1, milliseconds) > 0 else { break }
            }
        }
        return sent
    }

    private func sendSome(_ bytes: [UInt8], from start: Int, flags: Int32) -> Int {
        unsafe bytes.withUnsafeBytes {
            unsafe Glibc.send(
                descriptor,
                $0.baseAddress?.advanced(by: start),
                $0.count - start,
                flags | Int32(MSG_NOSIGNAL)
            )
        }
    }

    func finishSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    /// Closes the connection by a reset, as when a program crashes.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        _ = unsafe setsockopt(
            descriptor,
            SOL_SOCKET,
            SO_LINGER,
            &option,
            socklen_t(MemoryLayout<linger>.size)
        )
        _ = close(descriptor)
        descriptor = -1
    }

    // MARK: - Receiving

    /// Receives once, and returns `false` at the end of the connection.
    @discardableResult
    func receive() throws -> Bool {
        guard let piece = try receiveRaw() else { return false }
        buffer += piece
        return true
    }

    /// Receives bytes unchanged, or `nil` at the end of the connection.
    func receiveRaw() throws -> [UInt8]? {
        var piece = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe piece.withUnsafeMutableBytes {
            unsafe recv(descriptor, $0.baseAddress, $0.count, 0)
        }
        if count > 0 { return Array(piece[..<count]) }
        if count < 0, errno != ECONNRESET {
            throw Failure(description: "nothing came: \(errno)")
        }
        hasEnded = true
        wasReset = count < 0
        return nil
    }

    /// Returns whether bytes or the end of the connection arrive within a number of milliseconds.
    func isReadable(within milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&entry, 1, milliseconds) > 0
    }

    /// Receives everything up to the end of the connection.
    func receiveAll() throws -> String {
        while try receive() {}
        defer { buffer = [] }
        return String(decoding: buffer, as: UTF8.self)
    }

    /// Receives the next response, whose content ends by its length, its chunks or the connection's
    /// end.
    func answer(toHead isHead: Bool = false) throws -> Answer {
        var answer = try head()
        if isHead || answer.status == 204 || answer.status == 304 || answer.status == 100 {
            return answer
        }
        if let length = answer.fields["content-length"].flatMap({ Int($0) }) {
            answer.content = String(decoding: try take(length), as: UTF8.self)
        } else if answer.fields["transfer-encoding"] == "chunked" {
            answer.content = String(decoding: try chunks(), as: UTF8.self)
        } else {
            answer.content = try receiveAll()
        }
        return answer
    }

    private func head() throws -> Answer {
        let text = try line(endingWith: [13, 10, 13, 10])
        let lines = text.split(separator: "\r\n")
        guard let first = lines.first, first.hasPrefix("HTTP/1.1 "),
            let status = Int(first.dropFirst(9).prefix(3))
        else { throw Failure(description: "no status line: \(text)") }
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ": ", maxSplits: 1)
            fields[parts[0].lowercased()] = parts.count > 1 ? String(parts[1]) : ""
        }
        return Answer(status: status, fields: fields, content: "")
    }

    private func chunks() throws -> [UInt8] {
        var content: [UInt8] = []
        while true {
            guard let size = Int(try line(endingWith: [13, 10]), radix: 16) else {
                throw Failure(description: "no chunk size")
            }
            content += try take(size)
            guard try take(2) == [13, 10] else { throw Failure(description: "no chunk end") }
            if size == 0 { return content }
        }
    }

    private func line(endingWith end: [UInt8]) throws -> String {
        var start = 0
        while true {
            while start + end.count <= buffer.count {
                if buffer[start..<start + end.count].elementsEqual(end) {
                    let line = try take(start + end.count).dropLast(end.count)
                    return String(decoding: line, as: UTF8.self)
                }
                start += 1
            }
            if try !receive() { throw Failure(description: "closed within a line") }
        }
    }

    func take(_ count: Int) throws -> [UInt8] {
        while buffer.count < count {
            if try !receive() { throw Failure(description: "closed within content") }
        }
        defer { buffer.removeFirst(count) }
        return Array(buffer[..<count])
    }
}
