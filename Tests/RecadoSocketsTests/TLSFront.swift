// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import ChildProcess
import Glibc

/// A TLS front for a server that does not support TLS, such as a proxy.
///
/// It has a self-signed certificate for `localhost`. It is a Python program, which ends with its
/// standard input.
@safe
final class TLSFront: Sendable {
    let port: UInt16
    /// The path of the certificate, in PEM.
    let certificateFile: String
    private let process: ChildProcess
    private let line: Int32

    /// Starts a front.
    ///
    /// - Parameter target: The port of the local server behind the front.
    /// - Throws: A failure if the program cannot be started.
    init(before target: UInt16) throws {
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw TLSPeer.Failure() }
        defer { close(ends[1]) }
        line = ends[0]
        process = try TLSPeer.spawn(Self.program, "\(target)", over: ends[1])
        let words = TLSPeer.readLine(from: line).split(separator: " ")
        guard words.count == 2, let port = UInt16(words[0]) else { throw TLSPeer.Failure() }
        self.port = port
        certificateFile = words[1] + "/certificate.pem"
    }

    deinit {
        close(line)
        process.wait()
    }

    private static let program = """
        import os, select, socket, ssl, subprocess, sys, tempfile, threading

        os.closerange(3, 4096)
        target = int(sys.argv[1])

        def pass_on(secure, plain):
            while True:
                ready = [secure] if secure.pending() else select.select([secure, plain], [], [])[0]
                for source in ready:
                    data = source.recv(65536)
                    if not data:
                        return
                    (plain if source is secure else secure).sendall(data)

        def serve(connection):
            try:
                with context.wrap_socket(connection, server_side=True) as secure:
                    with socket.create_connection(("127.0.0.1", target)) as plain:
                        pass_on(secure, plain)
            except OSError:
                pass

        def accept():
            while True:
                connection, _ = listener.accept()
                threading.Thread(target=serve, args=(connection,), daemon=True).start()

        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                            "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                            "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
                            "-keyout", "certificate.key", "-out", "certificate.pem"],
                           check=True, cwd=folder, stdin=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(folder + "/certificate.pem", folder + "/certificate.key")
            listener = socket.create_server(("127.0.0.1", 0), backlog=256)
            threading.Thread(target=accept, daemon=True).start()
            print(listener.getsockname()[1], folder, flush=True)
            sys.stdin.read()
        """
}
