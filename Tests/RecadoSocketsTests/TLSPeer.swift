// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import ChildProcess
import Glibc

/// A server with TLS, whose certificate is good for `localhost` alone.
///
/// It is a program of Python, which ends with its standard input. It speaks HTTP/1.1 and HTTP/2,
/// and answers every request with the protocol and the number of the connection, and with the name
/// that the client's certificate bears, if it has shown one: `h2 1`, `h2 1 Ana`.
@safe
final class TLSPeer: Sendable {
    struct Failure: Error {}

    /// The particular trait of a server.
    enum Manner: String {
        /// Its certificate is its own.
        case selfSigned
        /// Its certificate is its own, and has expired.
        case expired
        /// An authority vouches for it, whose certificate is in the folder: `authority.pem`.
        case vouched
        /// It speaks TLS 1.2 and nothing younger.
        case tls12
        /// It speaks TLS 1.1 and nothing younger.
        case tls11
        /// It speaks HTTP/2 without TLS.
        case plain
        /// Its answers are long and end in `xx!`.
        case ample
        /// Its answers are as long, of HTTP/1.1 and without a length: their
        /// end is that of the connection.
        case endless
        /// It tells whether a session was resumed, in its answers.
        case telling
        /// The same in TLS 1.2.
        case telling12
        /// It demands a certificate, such as those of Ana in the folder.
        case demanding
    }

    let port: UInt16
    /// The folder of its files.
    let folder: String
    /// The certificate of the server, in PEM.
    var certificateFile: String { folder + "/certificate.pem" }
    private let process: ChildProcess
    /// The other end is the program's standard input and output.
    private let line: Int32

    init(_ manner: Manner = .selfSigned) throws {
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Failure() }
        defer { Glibc.close(ends[1]) }
        line = ends[0]
        process = try Self.spawn(Self.program, manner.rawValue, over: ends[1])
        let words = Self.readLine(from: line).split(separator: " ")
        guard words.count == 2, let port = UInt16(words[0]) else { throw Failure() }
        self.port = port
        folder = String(words[1])
    }

    /// The content of a file of the server's folder.
    func content(of name: String) throws -> [UInt8] {
        let descriptor = unsafe open(folder + "/" + name, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure() }
        defer { Glibc.close(descriptor) }
        // Certificates and keys are small.
        return unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            count = max(0, unsafe read(descriptor, buffer.baseAddress, 65_536))
        }
    }

    deinit {
        Glibc.close(line)
        process.wait()
    }

    // MARK: - Processes

    /// Starts a program of Python whose standard input and output are one descriptor.
    static func spawn(
        _ program: String,
        _ argument: String = "",
        over line: Int32,
        with interpreter: String = "python3"
    ) throws -> ChildProcess {
        try ChildProcess(
            interpreter,
            ["-c", program, argument],
            descriptors: [line, line, STDERR_FILENO]
        )
    }

    /// Reads a line, without its end.
    static func readLine(from descriptor: Int32) -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while unsafe read(descriptor, &byte, 1) == 1, byte != 0x0A { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }
}
