// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The ways to send credentials in the course's documents. Needs a running `recado serve
// --trust-local`: `swift run CourseCredentials`.

import Recado

let server = CommandLine.arguments.dropFirst().first ?? "http://localhost:3000"
let member = try BasicCredentials(user: "test123", password: "test123")

/// Prints which requests carry credentials.
let wire = InterceptingTransport(SocketTransport.shared) { request, next in
    let answer = try await next(request)
    let how = request.fields.contains(.authorization) ? "with" : "without"
    print("  \(request.method) \(how) credentials: \(answer.status.code)")
    return answer
}

func edit(_ client: Client, with options: CallOptions = CallOptions()) async {
    do {
        let answer = try await client.put("api/v1/catalog/8", ["year": "1990"], with: options)
        print(answer["msg"]?.stringValue ?? "")
    } catch {
        print(error.userMessage(in: "es"))
    }
}

// The document answers challenges in urlSession(_:didReceive:), for all requests of a session, and
// gives up when previousFailureCount is above 0.

struct Login: CredentialSource {
    let password: String

    func credentials(for space: ProtectionSpace, failures: Int) throws -> BasicCredentials? {
        guard failures == 0 else {
            print("  please check the credentials for \(space.realm)")
            return nil
        }
        return try BasicCredentials(user: "test123", password: password)
    }
}

print("By challenge, per session")
let session = try Client(
    base: server + "/videoclub",
    transport: wire,
    middleware: .standard { $0.authentication = .challenges(Login(password: "test123")) }
)
await edit(session)
await edit(session)

print("By challenge, refused")
await edit(session.withMiddleware { $0.authentication = .challenges(Login(password: "forgotten")) })

// For requests that need other credentials than their session, the document has a second method,
// which also gets the task.

print("By challenge, per request")
let other = session.withMiddleware { $0.authentication = .challenges(NoCredentialStore()) }
await edit(other)
await withCredentials(member) { await edit(other) }

// The document's persistence: .none keeps credentials for no other request, .forSession until the
// program ends, .permanent in the keychain.

print("From a store")
let store = MemoryCredentialStore()
store.store(member, for: ProtectionSpace(origin: server, realm: "Videoclub"))
await edit(session.withMiddleware { $0.authentication = .challenges(store) })

// The document also sends credentials in advance, which saves a request: in a field of the
// session's configuration, or of one request. There both are encoded in Base64 by hand.

print("Beforehand, per session")
let bare = try Client(base: server + "/videoclub", transport: wire)
await edit(bare.with { $0.credentials = member })

print("Beforehand, per request")
await edit(bare, with: CallOptions(credentials: member))
