// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Typed values and typed errors, as a document of the course describes them. Needs a running
// `recado serve`: `swift run CourseSerializers`.

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

// The document's AbstractErrorDTO is read if the status says so; its HTTPResponseErrorProtocol is
// read whatever the status is.

struct ErrorDTO: Decodable, Error {
    var codError: Int
    var descripcion: String?
}

struct EnvelopeErrorDTO: Decodable, ErrorReporting {
    var codError: Int
    var descripcion: String?
    var isError: Bool { codError != 0 }
}

/// Requests a simulated response, and prints the value or the error.
func ask<Failure: Decodable & Error>(
    _ query: QueryItems,
    failing model: Failure.Type = ErrorDTO.self,
    _ responseRules: ResponseRules = ResponseRules()
) async {
    do {
        let options = CallOptions(responseRules: responseRules)
        let user: UserDTO = try await playground.get(
            "user",
            failing: model,
            query: query,
            with: options
        )
        print(user.code, user.name, user.birthday ?? "")
    } catch {
        // `failure` has the model's type. `decoded(as:)` reads a model from any error, as errorDTO
        // does from an AFError.
        print(
            error.status?.code ?? 0,
            error.decoded(as: model).map { "\($0)" } ?? error.description
        )
    }
}

// The document's SDOSJSONResponseSerializer<R, E> reads R from accepted statuses and E from all
// others.

await ask(["shape": "user"])
await ask(["shape": "error", "status": "400"])

// The document's root keys say where R and E are, as paths.

let roots = ResponseRules(root: "user", errors: [ErrorModel(ErrorDTO.self, at: "errors")])
await ask([:], roots)
await ask(["status": "400"], roots)

// The document's SDOSHTTPErrorJSONResponseSerializer reads an envelope whose status is 200: first
// the error, which counts if isError() is true.

let envelope = ResponseRules.envelope(EnvelopeErrorDTO.self)
await ask(["shape": "envelope"], failing: EnvelopeErrorDTO.self, envelope)
await ask(["shape": "envelope", "code": "7"], failing: EnvelopeErrorDTO.self, envelope)

let elsewhere = ResponseRules.envelope(EnvelopeErrorDTO.self, error: "status", value: "body.user")
let places: QueryItems = ["shape": "envelope", "root": "body.user", "error-root": "status"]
await ask(places, failing: EnvelopeErrorDTO.self, elsewhere)

// The document's emptyResponseCodes and emptyRequestMethods say which responses may be empty. With
// Recado, responses with 204 or 205 and responses to HEAD may be empty. The type determines the
// value of an empty response: an optional is nil.

let nobody: UserDTO? = try await playground.get("user", query: ["status": "204"])
print(nobody == nil ? "nobody" : "somebody")

// The acceptableStatusCodes of the document's validate() correspond to rules too.

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
        responseRules: ResponseRules(root: "user", errors: [ErrorModel(ErrorDTO.self, at: "error")])
    )
)
print(added.code, added.name)
