// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import ChildProcess
import Foundation
import Glibc
import RecadoHTTP
import RecadoTestSupport

/// A WebSocket server by other authors, with TLS and without: the Python package `websockets`.
///
/// The path of a request chooses the behavior; see the program. It ends with its standard input.
final class WebSocketPeer: Sendable {
    struct Failure: Error {}

    /// The path of the Python interpreter that `scripts/setup --test` installs.
    static let interpreter: String = {
        let folder = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
        return folder.appending(path: ".build/venv/bin/python").path
    }()

    static let isInstalled = unsafe access(interpreter, X_OK) == 0

    let port: UInt16
    let securePort: UInt16
    /// The path of the server's certificate, in PEM, which is valid for `localhost` only.
    let certificateFile: String
    private let process: ChildProcess
    private let line: Int32

    init() throws {
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Failure() }
        defer { Glibc.close(ends[1]) }
        line = ends[0]
        process = try TLSPeer.spawn(Self.program, over: ends[1], with: Self.interpreter)
        let words = TLSPeer.readLine(from: line).split(separator: " ")
        guard words.count == 3, let port = UInt16(words[0]), let securePort = UInt16(words[1])
        else { throw Failure() }
        (self.port, self.securePort) = (port, securePort)
        certificateFile = String(words[2])
    }

    /// The peer that tests share if they only exchange messages.
    static let shared = Result { try WebSocketPeer() }

    /// Reads the next line that the peer prints, on a thread that may block.
    func readLine() async -> String {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [line] in
                continuation.resume(returning: TLSPeer.readLine(from: line))
            }
        }
    }

    deinit {
        Glibc.close(line)
        process.wait()
    }

    private static let program = """
        import asyncio, http, os, shutil, ssl, subprocess, sys, tempfile

        # Connections of other tests must end when those tests end them.
        os.closerange(3, 4096)

        from websockets.asyncio.server import serve

        async def play(socket):
            path, _, argument = socket.request.path.removeprefix("/").partition("/")
            if path == "echo":
                async for message in socket:
                    await socket.send(message)
            elif path == "count":
                for number in range(int(argument)):
                    await socket.send(f'{{"number": {number}}}')
            elif path == "big":
                await socket.send(b"x" * int(argument))
            elif path == "fragments":
                await socket.send(["Hola", ", ", "se\\u00f1", "ora"])
            elif path == "ping":
                await (await socket.ping(b"club"))
                await socket.send("answered")
            elif path == "close":
                await socket.close(int(argument), "adi\\u00f3s")
            elif path == "die":
                socket.transport.abort()
            elif path == "fields":
                await socket.send(socket.request.headers[argument])
            elif path == "wait":
                await socket.wait_closed()
                print(socket.close_code, socket.close_reason, flush=True)
            elif path == "slow":
                total = 0
                async for message in socket:
                    await asyncio.sleep(0.002)
                    total += len(message)
                    if len(message) == 3:
                        await socket.send(str(total))

        def process(connection, request):
            if request.path == "/refused":
                response = connection.respond(http.HTTPStatus.UNAUTHORIZED, "Who are you?")
                response.headers["WWW-Authenticate"] = "Bearer"
                return response

        def select(connection, offered):
            return "scores.v1" if "scores.v1" in offered else None

        async def main(folder):
            certificate, key = folder + "/certificate.pem", folder + "/key.pem"
            subprocess.run(
                ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                 "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=localhost",
                 "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate],
                check=True, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate, key)
            options = dict(max_size=None, ping_interval=None, process_request=process,
                           subprotocols=["scores.v1"], select_subprotocol=select)
            async with serve(play, "127.0.0.1", 0, **options) as plain, \\
                       serve(play, "127.0.0.1", 0, ssl=context, **options) as secure:
                ports = [server.sockets[0].getsockname()[1] for server in (plain, secure)]
                print(*ports, certificate, flush=True)
                await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
                shutil.rmtree(folder)
                os._exit(0)

        asyncio.run(main(tempfile.mkdtemp()))
        """
}
