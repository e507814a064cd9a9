// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// A service with a response envelope of its own, for which typed response serializers are made.

import Recado
import RecadoInProcess
import RecadoServer
import RecadoTesting

struct User: Codable, Sendable {
    var code: String
    var name: String
    var birthday: String?

    enum CodingKeys: String, PathCodingKey {
        case code = "codigo"
        case name = "nombre"
        case birthday = "fechas.nacimiento"
    }
}

struct ServiceError: Decodable, ErrorReporting {
    var codError: Int
    var descripcion: String?
    var isError: Bool { codError != 0 }
}

struct NewUser: Encodable {
    var id: Int
    var name: String
    var surname: String
}

/// A service that answers every request with 200, in an envelope with an error and a value.
struct OldService: Handler {
    func handle(_ request: Request) -> PendingResponse {
        let json =
            request.path.hasSuffix("/1242")
            ? #"{"error":{"codError":0},"respuesta":{"codigo":"A","nombre":"Alberto"}}"#
            : #"{"error":{"codError":1,"descripcion":"No existe"},"respuesta":null}"#
        let response = Response(
            status: .ok,
            fields: [.contentType: "application/json"],
            content: Content(json)
        )
        return .now(response)
    }
}

let transport = InProcessTransport(OldService())

let client = try Client(base: "http://localhost", transport: transport) {
    $0.responseRules = .envelope(ServiceError.self)
    $0.fields = UserAgent("Videoclub", version: "2.1").fields
}

func load(_ id: Int) async {
    do {
        let user: User = try await client.get("user/\(id)", failing: ServiceError.self)
        print(user.name)
    } catch {
        print(error.failure?.descripcion ?? error.description)
    }
}

await load(1242)
await load(7)

// A call that does not declare the type of its errors, with a root of its own.

func loadAny(_ id: Int) async {
    let options = CallOptions(responseRules: ResponseRules(root: "respuesta.nombre"))
    do {
        let name: String = try await client.get("user/\(id)", with: options)
        print(name)
    } catch {
        print(error.decoded(as: ServiceError.self)?.codError ?? 0, error.status ?? .ok)
    }
}

await loadAny(1242)
await loadAny(7)

// The same call as an endpoint, with rules for statuses.

struct ShowUser: ForeignEndpoint {
    static let route: Route = "GET /user/{id}"
    static let responseRules = ResponseRules(
        accepted: [.success, 304],
        absent: [404],
        root: "respuesta",
        errors: [ErrorModel(ServiceError.self, at: "error")]
    )
    typealias Output = User?
    @Path var id: Int
}

print(try await client.send(ShowUser(id: 1242))?.code ?? "nobody")

// A repository whose calls are cancelled when it is released.

final class UserRepository: Sendable {
    private let calls = CallScope("users")
    private let client: Client

    init(_ client: Client) {
        self.client = client
    }

    func load(_ id: Int) -> Call<User, any Error> {
        calls.start { [client] in
            try await client.get("user/\(id)", failing: ServiceError.self)
        }
    }

    func add(_ user: NewUser) -> Call<User, any Error> {
        calls.start { [client] in
            try await client.post("user", user, failing: ServiceError.self)
        }
    }
}

let repository = UserRepository(client)
let call = repository.load(1242)
print(try await call.value.name, call.request?.target ?? "")

let added = repository.add(NewUser(id: 7, name: "Alberto", surname: "Alfaro"))
do {
    _ = try await added.value
} catch let error as CallError<ServiceError> where error.kind == .cancelled {
    print("nobody waits for it any more:", error.description)
} catch {
    print(error.decoded(as: ServiceError.self)?.descripcion ?? "\(error)")
}
