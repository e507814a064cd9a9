// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoEndpoints
import RecadoServer
import RecadoServerStore
import RecadoSimulation
import RecadoStore

/// A caller who logs in with a name and a password.
struct Member: Caller {
    typealias Credentials = BasicCredentials
    static var realm: String { "Members" }
    let name: String
}

/// A caller who has a session.
struct Visitor: Caller {
    typealias Credentials = SessionCredentials
    static var realm: String { "Visitors" }
    let name: String
}

/// An endpoint with a quota: four calls per 20 seconds.
struct Spend: Endpoint {
    static let route: Route = "POST /spending"
    static let quota: Quota? = Quota(4, per: .seconds(20))
    typealias Output = String
}

/// An endpoint that requires a name and a password.
struct Enter: Endpoint {
    static let route: Route = "GET /hall"
    typealias Caller = Member
    typealias Output = String
}

/// Starts a session and returns its identifier.
struct SignIn: Endpoint {
    static let route: Route = "POST /session"
    typealias Output = String
}

struct ShowName: Endpoint {
    static let route: Route = "GET /name"
    typealias Caller = Visitor
    typealias Output = String
}

/// A service with quotas, passwords and sessions.
struct Members: Sendable {
    static let path = "/members"
    static let password = "right"
    static let limits: Service.LoginAttemptLimits = {
        var limits = Service.LoginAttemptLimits()
        let rule = Service.LoginAttemptLimits.Rule(
            free: 2,
            firstWait: .seconds(60),
            longestWait: .seconds(60),
            forgetting: .seconds(1_000)
        )
        (limits.account, limits.accountAtAddress, limits.address) = (rule, rule, rule)
        return limits
    }()

    let uses = QuotaUse()

    func application(_ shared: SharedState? = nil) throws -> Application {
        var options = Application.Options()
        shared?.apply(to: &options)
        options.trustedProxies = World.proxies
        let sessions = shared.map { Sessions(store: $0.sessions) } ?? Sessions()
        var service = Service(
            API(
                name: "members",
                title: "Members",
                version: "1",
                endpoints: [Spend.self, Enter.self, SignIn.self, ShowName.self]
            )
        )
        service.loginAttempts = Self.limits
        service.authenticate(Member.self) { credentials, _ in
            credentials.password == Self.password ? Member(name: credentials.user) : nil
        }
        service.authenticate(Visitor.self) { credentials, _ throws(ProblemDetails) in
            try await sessions.session(of: credentials).map { Visitor(name: $0.account) }
        }
        service.serve { [uses] (_: Spend) in
            uses.record("client")
            return "spent"
        }
        service.serve { (call: Enter, member: Member) in member.name }
        service.serve { (_: SignIn) async throws(HandlerError<Never>) -> String in
            do {
                return try await sessions.begin(for: "ana").identifier
            } catch {
                throw .problem(ProblemDetails(status: .serviceUnavailable))
            }
        }
        service.serve { (_: ShowName, visitor: Visitor) in visitor.name }
        return try Application([service], options: options)
    }
}
