// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A server with TLS, whose certificate is its own and good for `localhost` alone.
///
/// It is a program of Python, which ends with its standard input. It speaks HTTP/1.1 and HTTP/2, and
/// answers every request with the protocol and the number of the connection: `h2 1`.
@safe
final class TLSPeer: Sendable {
    struct Failure: Error {}

    let port: UInt16
    /// The certificate of the server, in PEM.
    let certificateFile: String
    private let process: pid_t
    /// The other end is the program's standard input and output.
    private let line: Int32

    init() throws {
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Failure() }
        defer { Glibc.close(ends[1]) }
        line = ends[0]
        process = try Self.spawn(Self.program, over: ends[1])
        let words = Self.readLine(from: line).split(separator: " ")
        guard words.count == 2, let port = UInt16(words[0]) else { throw Failure() }
        self.port = port
        certificateFile = String(words[1])
    }

    deinit {
        Glibc.close(line)
        waitpid(process, nil, 0)
    }

    // MARK: - Processes

    private static func spawn(_ program: String, over line: Int32) throws -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, line, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, line, 1)
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe []
        for argument in ["python3", "-c", program] {
            unsafe arguments.append(strdup(argument))
        }
        defer { for index in unsafe arguments.indices { unsafe free(arguments[index]) } }
        unsafe arguments.append(nil)
        var process = pid_t()
        let result = unsafe posix_spawnp(
            &process,
            "python3",
            &actions,
            nil,
            arguments,
            environ
        )
        guard result == 0 else { throw Failure() }
        return process
    }

    private static func readLine(from descriptor: Int32) -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while unsafe read(descriptor, &byte, 1) == 1, byte != 0x0A { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }

    /// The frames of HTTP/2 are those of RFC 9113; 0x88 is HPACK for `:status: 200`.
    private static let program = """
        import os, socket, ssl, subprocess, sys, tempfile, threading

        # Connections of other tests must end when those tests end them.
        os.closerange(3, 4096)

        def frame(kind, flags, stream, content=b""):
            length = len(content).to_bytes(3, "big")
            return length + bytes([kind, flags]) + stream.to_bytes(4, "big") + content

        def answer_2(file, text):
            file.read(24)
            file.write(frame(4, 0, 0))
            file.flush()
            while len(head := file.read(9)) == 9:
                file.read(int.from_bytes(head[:3], "big"))
                kind, flags, stream = head[3], head[4], int.from_bytes(head[5:], "big")
                if kind == 4 and not flags & 1:
                    file.write(frame(4, 1, 0))
                if kind == 1:
                    file.write(frame(1, 4, stream, b"\\x88") + frame(0, 1, stream, text))
                file.flush()

        def answer_1(file, text):
            while file.readline():
                while file.readline() not in (b"\\r\\n", b""):
                    pass
                length = b"Content-Length: %d" % len(text)
                file.write(b"HTTP/1.1 200 OK\\r\\n" + length + b"\\r\\n\\r\\n" + text)
                file.flush()

        def serve(connection, number):
            try:
                with context.wrap_socket(connection, server_side=True) as secure:
                    protocol = secure.selected_alpn_protocol() or "none"
                    text = f"{protocol} {number}".encode()
                    file = secure.makefile("rwb")
                    (answer_2 if protocol == "h2" else answer_1)(file, text)
            except OSError:
                pass

        def accept():
            number = 0
            while True:
                connection, _ = listener.accept()
                number += 1
                threading.Thread(target=serve, args=(connection, number), daemon=True).start()

        with tempfile.TemporaryDirectory() as folder:
            certificate, key = folder + "/certificate.pem", folder + "/key.pem"
            subprocess.run(
                ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                 "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=localhost",
                 "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate],
                check=True, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate, key)
            context.set_alpn_protocols(["h2", "http/1.1"])
            listener = socket.create_server(("127.0.0.1", 0), backlog=256)
            threading.Thread(target=accept, daemon=True).start()
            print(listener.getsockname()[1], certificate, flush=True)
            sys.stdin.read()
        """
}
