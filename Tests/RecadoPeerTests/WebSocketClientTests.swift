// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Testing

/// Sends every message back, to clients by other authors.
private struct Echo: WebSocketEndpoint {
    static let route: Route = "GET /echo"
    typealias Incoming = String
    typealias Outgoing = String
    static let subprotocols = ["talk.v2", "talk.v1"]
    static let webSocketOptions: WebSocketOptions = {
        var terms = WebSocketOptions()
        terms.limits.message = 200_000
        return terms
    }()
}

@Suite(
    .timeLimit(.minutes(1)),
    .enabled(if: PythonClient.isInstalled, "scripts/setup --test installs the client")
)
struct `WebSocket server with a Python client` {
    struct Script: Sendable, CustomTestStringConvertible {
        let name: String
        let steps: String
        var testDescription: String { name }

        static let all = [
            Script(
                name: "messages of all kinds",
                steps: """
                    async with connect(uri, subprotocols=["talk.v1"]) as socket:
                        assert socket.subprotocol == "talk.v1"
                        assert socket.protocol.extensions[0].name == "permessage-deflate"
                        for message in ["hola", "se\\u00f1ora " * 9_000, b"\\x00\\xff" * 50_000, "", b""]:
                            await socket.send(message)
                            assert await socket.recv() == message
                    assert socket.close_code == 1000
                    """
            ),
            Script(
                name: "without compression",
                steps: """
                    async with connect(uri, compression=None) as socket:
                        assert socket.subprotocol is None
                        await socket.send("x" * 150_000)
                        assert await socket.recv() == "x" * 150_000
                    """
            ),
            Script(
                name: "fragments and pings",
                steps: """
                    async with connect(uri) as socket:
                        await socket.send(["frag", "men", "ts"])
                        await (await socket.ping(b"club"))
                        assert await socket.recv() == "fragments"
                    """
            ),
            Script(
                name: "a farewell of its own",
                steps: """
                    async with connect(uri) as socket:
                        await socket.close(4001, "adi\\u00f3s")
                    assert socket.close_code == 4001
                    """
            ),
            Script(
                name: "a message that is too big",
                steps: """
                    async with connect(uri) as socket:
                        await socket.send(b"x" * 200_001)
                        try:
                            await socket.recv()
                            assert False
                        except ConnectionClosed as closed:
                            assert closed.rcvd.code == 1009
                    """
            ),
            Script(
                name: "a page of others",
                steps: """
                    try:
                        await connect(uri, origin="https://x.example")
                        assert False
                    except InvalidStatus as refusal:
                        assert refusal.response.status_code == 403
                    """
            ),
            Script(
                name: "many messages at once",
                steps: """
                    async with connect(uri) as socket:
                        async def send():
                            for number in range(2_000):
                                await socket.send(str(number))
                        task = asyncio.create_task(send())
                        for number in range(2_000):
                            assert await socket.recv() == str(number)
                        await task
                    """
            ),
        ]
    }

    @Test(arguments: Script.all)
    func `each script of the client succeeds`(script: Script) async throws {
        var service = Service(API(name: "w", title: "W", version: "1", endpoints: [Echo.self]))
        service.serve { (_: Echo) async in
            WebSocketHandler { socket in
                while let message = try await socket.receive() {
                    try await socket.send(raw: message)
                }
            }
        }
        var configuration = ServerConfiguration()
        configuration.trustsLoopback = true
        configuration.addresses = [.loopback(port: 0)]
        let server = Server(configuration, handler: try Application([service]))
        let port = try await server.start()[0].port ?? 0
        let steps = script.steps.split(separator: "\n").map { "        \($0)" }
        let program = PythonClient.program(steps.joined(separator: "\n"))
        let peer = try await Peer(
            PythonClient.python,
            ["-c", program, "\(port)"],
            in: Peer.makeFolder(),
            greets: true
        )
        #expect(peer.greeting == "well")
        await server.shutdown(grace: .zero)
    }
}

/// Runs clients that use the Python package `websockets`.
enum PythonClient {
    static let python = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: ".build/venv/bin/python").path()

    static let isInstalled = FileManager.default.isExecutableFile(atPath: python)

    static func program(_ steps: String) -> String {
        """
        import asyncio, sys, traceback
        from websockets.asyncio.client import connect
        from websockets.exceptions import ConnectionClosed, InvalidStatus

        async def main(uri):
            try:
        \(steps)
                print("well", flush=True)
            except BaseException:
                print(traceback.format_exc().replace("\\n", " | "), flush=True)

        asyncio.run(main(f"ws://127.0.0.1:{sys.argv[1]}/w/echo"))
        """
    }
}
