// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Calls as the playground's app shows them for its trials:
// `swift run TriedCalls`, with a server at port 3000.

import Recado
import RecadoContracts

// The code of an error says whether it is one.
// swift-format-ignore: AvoidRetroactiveConformances
extension Playground.ServiceError: @retroactive ErrorReporting {}

func key() async throws -> Playground.User? {
    let playground = try Client(base: "http://localhost:3000/playground")
    let answer = try await playground.get(
        "user",
        as: Playground.User?.self,
        failing: Playground.ServiceError.self,
        with: CallOptions(
            responseRules: ResponseRules(
                empty: .any,
                root: "user",
                errors: [ErrorModel(Playground.ServiceError.self)]
            )
        )
    )
    return answer
}

func list() async throws -> [Playground.User]? {
    let playground = try Client(base: "http://localhost:3000/playground")
    let answer = try await playground.get(
        "user",
        as: [Playground.User]?.self,
        failing: Playground.ServiceError.self,
        query: ["status": "201", "shape": "list", "root": "body.data", "format": "xml"],
        with: CallOptions(
            format: .xml,
            responseRules: ResponseRules(
                root: "body.data",
                errors: [ErrorModel(Playground.ServiceError.self, at: "errors")]
            )
        )
    )
    return answer
}

func envelope() async throws -> Playground.User? {
    let playground = try Client(base: "http://localhost:3000/playground")
    let answer = try await playground.get(
        "user",
        as: Playground.User?.self,
        failing: Playground.ServiceError.self,
        query: ["shape": "envelope", "code": "0"],
        with: CallOptions(
            responseRules: ResponseRules(
                empty: .any,
                root: "respuesta",
                errors: [ErrorModel(Playground.ServiceError.self, at: "error")]
            )
        )
    )
    return answer
}

print(try await key()?.name ?? "–")
print(try await list()?.map(\.name) ?? [])
print(try await envelope()?.name ?? "–")
