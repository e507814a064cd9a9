// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Typed values and typed errors, beside `recado serve`: `swift run CourseSerializers`.

import Recado

let server = CommandLine.arguments.dropFirst().first ?? "http://localhost:3000"
let playground = try Client(base: server + "/playground")

struct UserDTO: Decodable {
    var code: String
    var name: String
    var birthday: String?

    enum CodingKeys: String, PathCodingKey {
        case code = "codigo"
        case name = "nombre"
        case birthday = "fechas.nacimiento"
    }
}

// The document's AbstractErrorDTO is read where the status says so,
// HTTPResponseErrorProtocol whatever it says.

struct ErrorDTO: Decodable, Error {
    var codError: Int
    var descripcion: String?
}

struct EnvelopeErrorDTO: Decodable, ErrorReporting {
    var codError: Int
    var descripcion: String?
    var isError: Bool { codError != 0 }
}

/// Asks for a simulated answer, and tells the value or the error.
func ask<Failure: Decodable & Error>(
    _ query: QueryItems,
    failing model: Failure.Type = ErrorDTO.self,
    _ answers: ResponseRules = ResponseRules()
) async {
    do {
        let options = CallOptions(answers: answers)
        let user: UserDTO = try await playground.get(
            "user",
            failing: model,
            query: query,
            with: options
        )
        print(user.code, user.name, user.birthday ?? "")
    } catch {
        // `failure` has the model's type. `decoded(as:)` finds a model in any error, as
        // errorDTO does in an AFError.
        print(
            error.status?.code ?? 0,
            error.decoded(as: model).map { "\($0)" } ?? error.description
        )
    }
}

// The document's SDOSJSONResponseSerializer<R, E> reads R from accepted
// statuses and E from all others.

await ask(["shape": "user"])
await ask(["shape": "error", "status": "400"])

// Its root keys say where R and E stand, as paths.

let roots = ResponseRules(root: "user", errors: [ErrorModel(ErrorDTO.self, at: "errors")])
await ask([:], roots)
await ask(["status": "400"], roots)

// Its SDOSHTTPErrorJSONResponseSerializer reads an envelope under 200: the error
// first, if isError() says so.

let envelope = ResponseRules.envelope(EnvelopeErrorDTO.self)
await ask(["shape": "envelope"], failing: EnvelopeErrorDTO.self, envelope)
await ask(["shape": "envelope", "code": "7"], failing: EnvelopeErrorDTO.self, envelope)

let elsewhere = ResponseRules.envelope(EnvelopeErrorDTO.self, error: "status", value: "body.user")
let places: QueryItems = ["shape": "envelope", "root": "body.user", "error-root": "status"]
await ask(places, failing: EnvelopeErrorDTO.self, elsewhere)

// Its emptyResponseCodes and emptyRequestMethods say which answers may be empty. 204, 205 and HEAD
// may be, and a type that has an empty value says what that is: an optional is nil.

let nobody: UserDTO? = try await playground.get("user", query: ["status": "204"])
print(nobody == nil ? "nobody" : "somebody")

// acceptableStatusCodes of validate() are rules, too.

await ask(["shape": "user", "status": "404"], ResponseRules(accepted: [.success, 404]))

// Example 4 sends parameters as JSON, with the roots `user` and `error`.

struct NewUserDTO: Encodable {
    var id: Int
    var name: String
    var surname: String
}

let alberto = NewUserDTO(id: 1242, name: "Alberto", surname: "Alfaro")
let added: UserDTO = try await playground.post(
    "user",
    alberto,
    failing: ErrorDTO.self,
    with: CallOptions(
        answers: ResponseRules(root: "user", errors: [ErrorModel(ErrorDTO.self, at: "error")])
    )
)
print(added.code, added.name)
