// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoSockets
import RecadoTestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct `Host addresses` {
    @Test
    func `the second address is used if the first refuses the connection`() async throws {
        // The server listens at 127.0.0.1 only, but the name `localhost` first leads to ::1.
        let server = try ScriptedServer(
            answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
        )
        let hub = CallEvents()
        let events = hub.events()
        let request = Request(method: .get, authority: "localhost:\(server.port)", target: "/")
        let transport = SocketTransport()
        let text = try await CallTrace.$current.withValue(CallTrace(events: hub)) {
            try await transport.fetch(request).1
        }
        #expect(text == "ok")
        var tried: [String] = []
        for await event in events {
            if case .connecting(let address) = event.kind { tried.append(address) }
            if case .done = event.kind { break }
        }
        #expect(tried == ["[::1]:\(server.port)", "127.0.0.1:\(server.port)"])
    }

    @Test
    func `a local address of another address family is refused`() async throws {
        let server = try ScriptedServer(
            answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
        )
        var options = SocketTransport.Options()
        options.localAddress = "::1"
        let transport = SocketTransport(options: options)
        let error = await transportError { _ = try await transport.fetch(server.request()) }
        #expect(error?.kind == .cannotConnect)
        #expect(error?.detail.contains("local address") == true)
    }

    @Test(arguments: ["nobody.invalid", "a.b.invalid"])
    func `an unknown host name is reported as cannotResolve`(name: String) async throws {
        let request = Request(method: .get, authority: name, target: "/")
        for _ in 0..<2 {
            let error = await transportError { _ = try await SocketTransport().fetch(request) }
            #expect(error?.kind == .cannotResolve, "\(error?.description ?? "")")
            #expect(error?.detail.contains(name) == true)
        }
    }
}
