// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import HelloServing
import RecadoCoding
import RecadoHTTP
import RecadoServer

/// Small operations that are the same in every run; `scripts/instructions` counts their
/// instructions.
enum InstructionBenchmarks {
    private struct Operation {
        let name: String
        let prepare: () throws -> () throws -> Void
    }

    /// A part of a product, deep inside its document.
    private struct Sketch: Codable {
        var name: String
        var first: String
        var score: Double

        enum CodingKeys: String, PathCodingKey {
            case name = "result.product.name"
            case first = "result.product.tags.0"
            case score = "result.product.rating"
        }
    }

    private struct Signup: Codable {
        var name: String
        var email: String
        var age: Int
        var newsletter: Bool
        var comment: String
    }

    private struct Nothing: Decodable {}

    private static var operations: [Operation] {
        [
            decoding("json-decode-product", JSON(), Payloads.product),
            encoding("json-encode-product", JSON(), Payloads.product),
            decoding("json-decode-film", JSON(), Payloads.films(1)[0]),
            encoding("json-encode-film", JSON(), Payloads.films(1)[0]),
            decoding("json-decode-timeline", JSON(), Payloads.timeline(4)),
            encoding("json-encode-timeline", JSON(), Payloads.timeline(4)),
            decoding("json-decode-weather", JSON(), Payloads.weather),
            encoding("json-encode-weather", JSON(), Payloads.weather),
            decoding("xml-decode-film", XML(), Payloads.films(1)[0]),
            encoding("xml-encode-film", XML(), Payloads.films(1)[0]),
            Operation(name: "xml-parse-film") {
                let bytes = try XML().encode(Payloads.films(1)[0])
                return { _ = try XML().decode(Nothing.self, from: bytes) }
            },
            decoding("form-decode", URLEncodedForm(), signup),
            encoding("form-encode", URLEncodedForm(), signup),
            Operation(name: "path-decode") {
                let bytes = try JSON().encode(["result": ["product": Payloads.product]])
                return { _ = try JSON().decode(Sketch.self, from: bytes) }
            },
        ]
    }

    private static let signup = Signup(
        name: "Ana García",
        email: "ana@example.org",
        age: 34,
        newsletter: true,
        comment: "Una película con \"camiones\", por favor."
    )

    private static func decoding<T: Codable>(
        _ name: String,
        _ format: some Coder,
        _ value: T
    ) -> Operation {
        Operation(name: name) {
            let bytes = try format.encode(value)
            return { _ = try format.decode(T.self, from: bytes) }
        }
    }

    private static func encoding<T: Codable>(
        _ name: String,
        _ format: some Coder,
        _ value: T
    ) -> Operation {
        Operation(name: name) { { _ = try format.encode(value) } }
    }

    /// Prints the names of the operations, one per line.
    static func list() {
        for operation in operations { print(operation.name) }
        print(answer)
    }

    /// Runs an operation a number of times.
    static func run(_ name: String, times: Int) async throws {
        if name == answer { return try await answer(times: times) }
        guard let operation = operations.first(where: { $0.name == name }) else {
            throw BenchmarkFailure("there is no operation \(name)")
        }
        let body = try operation.prepare()
        for _ in 0..<times { try body() }
    }

    /// The name of the only asynchronous operation, which answers a request.
    private static let answer = "server-answer"

    private static func answer(times: Int) async throws {
        let application = try HelloServing.application
        let fields: Fields = [.host: "localhost"]
        let request = Request(method: .get, target: "/hello/typed", fields: fields)
        for _ in 0..<times { _ = await application.respond(to: request) }
    }
}

/// The common interface of the formats.
private protocol Coder {
    func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws(CodingError) -> T
    func encode(_ value: some Encodable) throws(CodingError) -> [UInt8]
}

extension JSON: Coder {}
extension XML: Coder {}
extension URLEncodedForm: Coder {}
