// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The code of Documentation/Articles/callers.md: `swift run Callers`, which signs somebody in and
// out of a service whose endpoints are for callers of several kinds.

import RecadoServer

struct Robot: Caller {
    typealias Credentials = BearerCredentials
    static var realm: String { "Videoclub" }
    let name: String
}

enum ShopKey: APIKeyPlace {
    static var place: APIKeyLocation { .field("X-Api-Key") }
}

struct Shop: Caller {
    typealias Credentials = APIKeyCredentials<ShopKey>
    static var realm: String { "Shops" }
}

struct Archivist: Caller {
    typealias Credentials = DigestCredentials
    static var realm: String { "Archive" }
    let name: String
}

struct Member: Caller {
    typealias Credentials = EitherCredentials<SessionCredentials, BasicCredentials>
    static var realm: String { "Videoclub" }
    let name: String
    let session: SessionCredentials?
}

struct ListDeliveries: Endpoint {
    static let route: Route = "GET /deliveries"
    typealias Caller = Robot
    typealias Output = [String]
}

struct ShowStock: Endpoint {
    static let route: Route = "GET /stock"
    typealias Caller = Shop
    typealias Output = [String]
}

struct ShowArchive: Endpoint {
    static let route: Route = "GET /archive"
    typealias Caller = Archivist
    typealias Output = [String]
}

struct NameAndPassword: Codable, Sendable {
    var name: String
    var password: String
}

struct SignIn: Endpoint {
    static let route: Route = "POST /session"
    static let formats: [Format] = [.json, .form]
    enum Failure: Problem, CaseIterable {
        case wrongPassword
        var status: Status { .forbidden }
        var title: String { "The name or the password is wrong" }
    }
    typealias Output = SignedIn<String>
    @Body var credentials: NameAndPassword
}

struct SignOut: Endpoint {
    static let route: Route = "DELETE /session"
    typealias Caller = Member
    typealias Output = SignedIn<String>
}

let endpoints: [any Endpoint.Type] = [
    ListDeliveries.self, ShowStock.self, ShowArchive.self, SignIn.self, SignOut.self,
]
var service = Service(API(name: "club", title: "Club", version: "1", endpoints: endpoints))

let tokens = ["c29tZXRoaW5nIHJhbmRvbQ": "Marvin"]
service.authenticate(Robot.self) { [tokens] credentials, _ throws(ProblemDetails) in
    tokens[credentials.token].map(Robot.init)
}
service.serve { (_: ListDeliveries, robot: Robot) in ["for \(robot.name)"] }

service.authenticate(Shop.self) { credentials, _ throws(ProblemDetails) in
    credentials.key == "a-key-of-the-shop" ? Shop() : nil
}
service.serve { (_: ShowStock, _: Shop) in ["La vida es bella"] }

let digest = DigestVerifier(realm: Archivist.realm)
let secret = DigestSecret(user: "robin", realm: Archivist.realm, password: "un secreto")
let archivists = ["robin": secret]
service.authenticate(Archivist.self, challenging: digest.challenges(after:)) {
    [digest, archivists] credentials, _ throws(ProblemDetails) in
    let secret = archivists[credentials.user]
    guard try digest.verify(credentials, against: secret) else { return nil }
    return Archivist(name: credentials.user)
}
service.serve { (_: ShowArchive, archivist: Archivist) in ["asked by \(archivist.name)"] }

let sessions = Sessions()
service.authenticate(Member.self) { [sessions] credentials, _ throws(ProblemDetails) in
    switch credentials {
    case .first(let cookie):
        let session = try await sessions.session(of: cookie)
        return session.map { Member(name: $0.account, session: cookie) }
    case .second(let basic):
        return basic.password == "un secreto" ? Member(name: basic.user, session: nil) : nil
    }
}

@Sendable func signIn(
    _ call: SignIn
) async throws(HandlerError<SignIn.Failure>) -> SignedIn<String> {
    guard call.credentials.password == "un secreto" else { throw .failed(.wrongPassword) }
    let name = call.credentials.name
    guard let session = try? await sessions.begin(for: name) else {
        throw .problem(ProblemDetails(status: .serviceUnavailable))
    }
    return SignedIn("Welcome, \(name)", as: session)
}

@Sendable func signOut(_ call: SignOut, of member: Member) async -> SignedIn<String> {
    if let session = member.session { try? await sessions.end(session) }
    return SignedIn("Goodbye, \(member.name)", as: nil)
}

service.serve(signIn)
service.serve(signOut)

service.loginAttempts?.accountAtAddress.free = 3

let application = try Application([service])
var request = Request(
    method: .post,
    authority: "localhost",
    target: "/club/session",
    fields: [.contentType: "application/x-www-form-urlencoded"],
    content: Content("name=robin&password=un+secreto")
)
let welcome = await application.respond(to: request)
print(welcome.status, welcome.fields[.setCookie] != nil)
var output = SignedIn("", as: nil)
output.read(from: welcome.fields)
request = Request(method: .delete, authority: "localhost", target: "/club/session")
output.session?.write(to: &request)
let goodbye = await application.respond(to: request)
print(goodbye.status)
print(output.session?.hiddenInput().count ?? 0)
