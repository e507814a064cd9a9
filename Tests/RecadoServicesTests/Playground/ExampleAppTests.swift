// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoClient
import RecadoCoding
public import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoServices
import Testing

extension Playground.ServiceError: ErrorReporting {}

/// The outcome of a typed call of the playground.
enum Outcome: Hashable, Sendable {
    case user(String)
    case error(Int)
    /// The status was not accepted, and no error could be read.
    case refused
    /// The status was accepted, and no user could be read.
    case unreadable
    case other(String)

    /// Makes a call, and keeps the essence of its result.
    init(
        _ call: SimulateUser,
        _ rules: ResponseRules,
        on client: Client
    ) async {
        do {
            let options = CallOptions(responseRules: rules)
            let error = Playground.ServiceError.self
            self = .user(try await client.send(call, failing: error, with: options).user.name)
        } catch {
            switch error.kind {
            case .failed: self = error.failure.map { .error($0.code) } ?? .other("no failure")
            case .refused: self = .refused
            case .unreadable: self = .unreadable
            default: self = .other(error.description)
            }
        }
    }
}

/// Every choice in the example app of the typed serializers, with its result.
@Suite(.timeLimit(.minutes(3)))
struct `Choices of the SDOSAlamofire example app` {
    /// The app's two response serializers.
    enum Serializer: String, Sendable {
        case plain
        case envelope
    }

    struct Choice: Sendable, CustomStringConvertible {
        let serializer: Serializer
        let root: String?
        let errorRoot: String?
        let status: Int
        let outcome: Outcome

        init(
            _ serializer: Serializer,
            _ root: String?,
            _ errorRoot: String?,
            _ status: Int,
            _ outcome: Outcome
        ) {
            self.serializer = serializer
            self.root = root
            self.errorRoot = errorRoot
            self.status = status
            self.outcome = outcome
        }

        var description: String {
            "\(serializer), \(root ?? "-"), \(errorRoot ?? "-"), \(status) → \(outcome)"
        }

        /// The rules that correspond to the serializer and its parameters.
        var rules: ResponseRules {
            let root = root.map { CodingPath($0) }
            let errorRoot = errorRoot.map { CodingPath($0) }
            let error = Playground.ServiceError.self
            switch serializer {
            case .plain:
                let model = ErrorModel(error, at: errorRoot ?? .root, for: [.clientError])
                return ResponseRules(root: root, errors: [model])
            case .envelope:
                return .envelope(error, error: errorRoot ?? "error", value: root ?? "respuesta")
            }
        }
    }

    private static let choices = [
        Choice(.plain, nil, nil, 200, .user("Alicia Abad")),
        Choice(.plain, "user", nil, 200, .user("Carla Costa")),
        Choice(.plain, nil, "errors", 200, .user("Alicia Abad")),
        Choice(.plain, "user", "errors", 200, .user("Carla Costa")),
        // The error is at `errors`, so none is found at the root.
        Choice(.plain, nil, nil, 400, .refused),
        Choice(.plain, "user", nil, 400, .refused),
        Choice(.plain, nil, "errors", 400, .error(1)),
        Choice(.plain, "user", "errors", 400, .error(1)),
        // The error at `error` has the code 0, which means success.
        Choice(.envelope, nil, nil, 200, .user("Bruno Blasco")),
        Choice(.envelope, "user", nil, 200, .user("Carla Costa")),
        Choice(.envelope, nil, "errors", 200, .error(1)),
        Choice(.envelope, "user", "errors", 200, .error(1)),
        Choice(.envelope, nil, nil, 400, .refused),
        Choice(.envelope, "user", nil, 400, .refused),
        Choice(.envelope, nil, "errors", 400, .error(1)),
        Choice(.envelope, "user", "errors", 400, .error(1)),
    ]

    /// Makes every choice, and returns those whose outcome was not the expected one.
    private static func surprises(
        _ fault: Playground.Fault?,
        _ format: Playground.Writing,
        expected: (Choice) -> Outcome
    ) async throws -> [String] {
        var surprises: [String] = []
        try await Stand([PlaygroundService().service]).serve("/playground") { client in
            for choice in choices {
                var call = SimulateUser(status: Within(wrappedValue: choice.status), fault: fault)
                call.format = format
                let outcome = await Outcome(call, choice.rules, on: client)
                if outcome != expected(choice) { surprises.append("\(choice): \(outcome)") }
            }
        }
        return surprises
    }

    @Test(arguments: [Playground.Writing.json, .xml])
    func `correct content is decoded as the typed value or the typed error`(
        format: Playground.Writing
    ) async throws {
        #expect(try await Self.surprises(nil, format) { $0.outcome } == [])
    }

    @Test(arguments: [Playground.Writing.json, .xml])
    func `malformed content is unreadable with status 200 and refused otherwise`(
        format: Playground.Writing
    ) async throws {
        let surprises = try await Self.surprises(.malformed, format) { choice in
            choice.status == 200 ? .unreadable : .refused
        }
        #expect(surprises == [])
    }
}
