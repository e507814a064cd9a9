// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoInProcess
import RecadoServer
import RecadoSockets
import RecadoTestSupport
import RecadoTesting
import RecadoURLSession

/// A transport for which all promises are checked.
enum Subject: String, CaseIterable, Sendable {
    case sockets
    /// A socket transport that uses HTTP/2.
    case socketsHTTP2
    case urlSession
    case inProcess
    case stub
    case faultless
    case recorder
    case replay

    /// Checks a promise.
    func check(_ promise: Promise) async throws {
        let peer = Peer()
        switch self {
        case .sockets: try await overSocket(SocketTransport(), peer, promise)
        case .socketsHTTP2:
            var options = SocketTransport.Options()
            options.host.assumesHTTP2 = true
            try await overSocket(SocketTransport(options: options), peer, promise)
        case .urlSession:
            var options = URLSessionTransport.Options()
            options.contentLimit = 16 << 20
            try await overSocket(URLSessionTransport(options: options), peer, promise)
        case .inProcess: try await promise.check(bench(InProcessTransport(peer), peer))
        case .stub:
            let stub = StubTransport()
            stub.on("* /**") { request throws(TransportError) in
                await peer.respond(to: request.request)
            }
            try await promise.check(bench(stub, peer))
        case .faultless:
            let transport = FaultTransport(InProcessTransport(peer), .always(.none))
            try await promise.check(bench(transport, peer))
        case .recorder:
            try await promise.check(bench(RecordingTransport(InProcessTransport(peer)), peer))
        case .replay:
            // The recorder would leave out the peer's content, whose type it cannot search for
            // secrets.
            var redaction = RecordingRedaction()
            redaction.keepsUnreadableContent = true
            let recorder = RecordingTransport(InProcessTransport(peer), redaction: redaction)
            try await promise.check(bench(recorder, peer))
            let recording = try Recording(har: recorder.recording.har)
            try await promise.check(bench(ReplayTransport(recording), Peer()))
        }
    }

    private func bench(_ transport: any Transport, _ peer: Peer) -> Bench {
        Bench(transport: transport, authority: "peer.example", peer: peer)
    }

    private func overSocket(
        _ transport: any Transport,
        _ peer: Peer,
        _ promise: Promise
    ) async throws {
        var configuration = ServerConfiguration()
        configuration.trustsLoopback = true
        configuration.addresses = [.loopback(port: 0)]
        configuration.loops = 1
        let server = Server(configuration, handler: peer)
        let addresses = try await server.start()
        guard let authority = addresses.first?.description else { return }
        try await promise.check(Bench(transport: transport, authority: authority, peer: peer))
        await server.shutdown(grace: .zero)
    }
}
