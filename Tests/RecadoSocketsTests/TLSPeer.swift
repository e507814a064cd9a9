// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import ChildProcess
import Glibc

/// A TLS server whose certificate is valid for `localhost` only.
///
/// It is a Python program, which ends with its standard input. It supports HTTP/1.1 and HTTP/2. Its
/// responses contain the protocol, the number of the connection and the name in the client's
/// certificate, if there is one: `h2 1`, `h2 1 Ana`.
@safe
final class TLSPeer: Sendable {
    struct Failure: Error {}

    /// The special behavior of a server.
    enum Manner: String {
        /// Has a self-signed certificate.
        case selfSigned
        /// Has a self-signed certificate that has expired.
        case expired
        /// Has a certificate issued by an authority, whose own is `authority.pem` in the folder.
        case vouched
        /// Supports TLS up to version 1.2 only.
        case tls12
        /// Supports TLS up to version 1.1 only.
        case tls11
        /// Uses HTTP/2 without TLS.
        case plain
        /// Sends long responses, which end in `xx!`.
        case ample
        /// Sends long HTTP/1.1 responses without a length, which end with the connection.
        case endless
        /// Says in its responses whether the TLS session was resumed.
        case telling
        /// Says in its responses whether the TLS 1.2 session was resumed.
        case telling12
        /// Requires a client certificate, such as that of Ana in the folder.
        case demanding
    }

    let port: UInt16
    /// The folder with the server's files.
    let folder: String
    /// The path of the server's certificate, in PEM.
    var certificateFile: String { folder + "/certificate.pem" }
    private let process: ChildProcess
    /// Our end of the socket that is the program's standard input and output.
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

    /// Returns the content of a file in the server's folder.
    func content(of name: String) throws -> [UInt8] {
        let descriptor = unsafe open(folder + "/" + name, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure() }
        defer { Glibc.close(descriptor) }
        // The files are certificates and keys, which are smaller than this.
        return unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            count = max(0, unsafe read(descriptor, buffer.baseAddress, 65_536))
        }
    }

    deinit {
        Glibc.close(line)
        process.wait()
    }

    // MARK: - Processes

    /// Starts a Python program that has one descriptor as its standard input and output.
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

    /// Reads a line, and returns it without its line end.
    static func readLine(from descriptor: Int32) -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while unsafe read(descriptor, &byte, 1) == 1, byte != 0x0A { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }
}
