// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A connection to a port of this machine, which can send incomplete requests.
///
/// Reading blocks the thread, so tests read only short responses that are sure to come.
final class RawConnection {
    private let descriptor: Int32

    struct Failed: Error, Equatable {
        let code: Int32
    }

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(clamping: port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failed(code: errno) }
    }

    deinit {
        close(descriptor)
    }

    func send(_ text: String) throws {
        let bytes = Array(text.utf8)
        let count = unsafe Foundation.send(
            descriptor,
            bytes,
            bytes.count,
            Int32(MSG_NOSIGNAL)
        )
        guard count == bytes.count else { throw Failed(code: errno) }
    }

    /// Reads until `text` has arrived or the connection ends, and returns everything read.
    func read(until text: String) throws -> String {
        var received = ""
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while !received.contains(text) {
            let count = unsafe recv(descriptor, &chunk, chunk.count, 0)
            guard count >= 0 else { throw Failed(code: errno) }
            if count == 0 { break }
            received += String(decoding: chunk[..<count], as: UTF8.self)
        }
        return received
    }

    /// Reads a complete response with a `Content-Length`.
    ///
    /// - Returns: The status, and whether the server closes the connection after this response.
    func answer() throws -> (status: Int, isLast: Bool) {
        var received: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        var end: (head: String, length: Int)?
        while end.map({ received.count < $0.length }) ?? true {
            let count = unsafe recv(descriptor, &chunk, chunk.count, 0)
            guard count > 0 else { throw Failed(code: count < 0 ? errno : 0) }
            received += chunk[..<count]
            guard end == nil else { continue }
            let text = String(decoding: received, as: UTF8.self)
            guard let range = text.firstRange(of: "\r\n\r\n") else { continue }
            let head = text[..<range.upperBound].lowercased()
            let length = head.firstMatch(of: /content-length: (\d+)/).flatMap { Int($0.1) } ?? 0
            end = (head, head.utf8.count + length)
        }
        let head = end?.head ?? ""
        let status = Int(head.dropFirst(9).prefix(3)) ?? 0
        return (status, head.contains("connection: close"))
    }

    /// The header of a POST of a film; the server sends 100 (Continue) once it knows the caller.
    static let filmHead = """
        POST /videoclub/api/v1/catalog HTTP/1.1\r
        Host: localhost\r
        Authorization: Basic dGVzdDEyMzp0ZXN0MTIz\r
        Content-Type: application/json\r
        Content-Length: 54\r
        Expect: 100-continue\r
        \r

        """

    /// The content that belongs after ``filmHead``.
    static let film = #"{"title": "El sur", "year": "1983", "director": "Eri"}"#
}
