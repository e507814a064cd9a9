// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoServer

struct Remark: Codable, Sendable, Hashable { var text: String }

/// A WebSocket without authentication, with limits low enough for tests.
struct Talk: WebSocketEndpoint {
    static let route: Route = "GET /talk"
    typealias Incoming = Remark
    typealias Outgoing = Remark
    enum Failure: Problem, CaseIterable {
        case full
        var status: Status { .conflict }
        var title: String { "The room is full" }
    }

    static let subprotocols = ["talk.v2", "talk.v1"]
    static let webSocketOptions: WebSocketOptions = {
        var terms = WebSocketOptions()
        (terms.limits.frame, terms.limits.message) = (4_096, 8_192)
        terms.limits.fragments = 8
        terms.limits.sentFrame = 1_024
        terms.closeTimeout = .milliseconds(100)
        terms.pingInterval = nil
        return terms
    }()

    @Query var room: Int? = nil
}

/// A WebSocket whose clients must answer pings soon.
struct WatchedTalk: WebSocketEndpoint {
    static let route: Route = "GET /watched"
    typealias Incoming = Remark
    typealias Outgoing = Remark
    static let webSocketOptions: WebSocketOptions = {
        var terms = WebSocketOptions()
        terms.pingInterval = .milliseconds(5)
        terms.pongTimeout = .seconds(2)
        return terms
    }()
}

/// A WebSocket that is closed when no message arrives for a while.
struct IdleTalk: WebSocketEndpoint {
    static let route: Route = "GET /idle"
    typealias Incoming = Remark
    typealias Outgoing = Remark
    static let webSocketOptions: WebSocketOptions = {
        var terms = WebSocketOptions()
        terms.idleLimit = .seconds(1)
        return terms
    }()
}

/// A WebSocket whose callers have cookies.
struct PrivateTalk: WebSocketEndpoint {
    static let route: Route = "GET /private"
    typealias Incoming = Remark
    typealias Outgoing = Remark
    typealias Caller = Guest
}

/// A caller with a cookie, which browsers send by themselves.
struct Guest: Caller {
    struct Credentials: CallerCredentials {
        static var scheme: String { "Guest" }
        static var revealSecrets: Bool { false }
        var isAmbient: Bool { true }
        var authorization: String { "Guest \(name)" }
        let name: String

        init?(authorization: String) {
            guard authorization.hasPrefix("Guest ") else { return nil }
            name = String(authorization.dropFirst(6))
        }
    }

    static var realm: String { "Talks" }
    let name: String
}

/// A service with WebSockets whose handler a test provides.
struct TalkService: Sendable {
    typealias Body = @Sendable (WebSocketHandler<Remark, Remark>.Socket) async throws -> Void

    static let api = API(
        name: "talks",
        title: "Talks",
        version: "1",
        endpoints: [Talk.self, WatchedTalk.self, IdleTalk.self, PrivateTalk.self]
    )

    var crossOrigin = Service.CrossOriginPolicy.none
    let body: Body

    /// A service that sends every message back.
    static let echo = TalkService { socket in
        while let message = try await socket.receive() { try await socket.send(raw: message) }
    }

    init(_ body: @escaping Body) { self.body = body }

    func application() throws -> Application { try Application([service]) }

    var service: Service {
        let body = body
        var service = Service(Self.api)
        service.crossOrigin = crossOrigin
        service.authenticate(Guest.self) { credentials, _ throws(ProblemDetails) in
            Guest(name: credentials.name)
        }
        service.serve { (call: Talk) async throws(Talk.Failure) in
            if call.room == 13 { throw .full }
            return WebSocketHandler(body)
        }
        service.serve { (_: WatchedTalk) async in WebSocketHandler(body) }
        service.serve { (_: IdleTalk) async in WebSocketHandler(body) }
        service.serve { (_: PrivateTalk, guest: Guest) async in
            WebSocketHandler { socket in
                try await socket.send(Remark(text: guest.name))
                try await body(socket)
            }
        }
        return service
    }

    /// Runs a server while `body` runs, which gets the server's port.
    func run(
        _ configuration: ServerConfiguration = .testing(),
        _ body: (UInt16) async throws -> Void
    ) async throws {
        let application = try application()
        let handler = FunctionHandler { await application.respond(to: $0) }
        try await withServer(configuration, handler: handler, body: body)
    }
}
