// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The code of Documentation/Articles/playground.md: `swift run Playing`, which calls the
// playground in its own process.

import Recado
import RecadoContracts
import RecadoInProcess
import RecadoServer
import RecadoServices
import RecadoTesting

// swift-format-ignore: AvoidRetroactiveConformances
extension Playground.ServiceError: @retroactive ErrorReporting {}

let application = try Application([PlaygroundService().service])
let playground = try Client(
    base: "http://localhost/playground",
    transport: InProcessTransport(application)
)

/// Calls, and tells what the rules make of the answer.
func outcome(of call: SimulateUser, _ rules: ResponseRules) async -> String {
    do {
        let options = CallOptions(responseRules: rules)
        let error = Playground.ServiceError.self
        return try await playground.send(call, failing: error, with: options).user.name
    } catch {
        return error.failure?.description ?? error.description
    }
}

// By status, as `SDOSJSONResponseSerializer` reads: the user at `user`, errors at `errors`.
let byStatus = ResponseRules(
    root: "user",
    errors: [ErrorModel(Playground.ServiceError.self, at: "errors", for: [.clientError])]
)
print(await outcome(of: SimulateUser(), byStatus))
print(await outcome(of: SimulateUser(status: 400), byStatus))

// By the envelope, as `SDOSHTTPErrorJSONResponseSerializer` reads, with its usual roots.
let byEnvelope = ResponseRules.envelope(Playground.ServiceError.self)
print(await outcome(of: SimulateUser(.envelope), byEnvelope))
print(await outcome(of: SimulateUser(.envelope, code: 7), byEnvelope))

// An error says what is wrong with a response, and where.
print(await outcome(of: SimulateUser(.envelope, fault: .malformed), byEnvelope))
print(await outcome(of: SimulateUser(.user, fault: .page), ResponseRules()))

// A call without a declaration, which reads a list deep inside the content.
let users = try await playground.get(
    "user",
    as: [Playground.User].self,
    query: ["shape": "list", "root": "body.data"],
    with: CallOptions(responseRules: .root("body.data"))
)
print(users.map(\.name))

// Parameters are sent as JSON.
let alberto = Playground.NewUser(id: 1242, name: "Alberto", surname: "Alfaro")
let added = try await playground.send(
    SimulateNewUser(alberto),
    with: CallOptions(responseRules: .root("user"))
)
print(added.user.code)
