// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoClient
import RecadoCoding
import RecadoContracts
import RecadoEndpoints
import RecadoHTTP

/// The calls that the screen of the playground makes.
public struct PlaygroundCalls: Sendable {
    private let client: Client

    /// Creates the calls.
    ///
    /// - Parameter client: The client of the playground.
    public init(_ client: Client) {
        self.client = client
    }

    /// Requests the simulated answer, and reads it by the rules of the trial.
    ///
    /// - Parameters:
    ///   - trial: The answer and the rules.
    ///   - options: Further options of the call; the trial already determines the rules and the
    ///     format.
    /// - Returns: The outcome, which may be the failure of the call.
    /// - Throws: The errors of invalid fields, before anything is sent, or the error of a cancelled
    ///   call.
    public func attempt(
        _ trial: PlaygroundTrial,
        with options: CallOptions = CallOptions()
    ) async throws(ScreenError) -> PlaygroundOutcome {
        let errors = trial.errors
        guard errors.isEmpty else { throw ScreenError(.invalid, fieldErrors: errors) }
        return switch trial.manner {
        case .status: try await read(trial, options, failing: PlainError.self)
        case .envelope: try await read(trial, options, failing: ReportedError.self)
        }
    }

    private func read<Failure: WrittenError>(
        _ trial: PlaygroundTrial,
        _ options: CallOptions,
        failing failure: Failure.Type
    ) async throws(ScreenError) -> PlaygroundOutcome {
        let rules = PlaygroundRules(trial)
        var options = options
        options.responseRules = rules.answers(failing: failure)
        let formats = SimulateUser.formats
        options.format = trial.writing == .xml ? formats.last : formats.first
        do throws(CallError<Failure>) {
            guard let users = try await users(trial, options, failing: failure) else {
                return PlaygroundOutcome(.nothing, because: .nothing)
            }
            return PlaygroundOutcome(.users(users), because: .value(at: rules.root))
        } catch {
            if error.kind == .cancelled { throw ScreenError(error) }
            let result = error.failure.map { PlaygroundOutcome.Result.error($0.error) }
            return PlaygroundOutcome(
                result ?? .failed(ScreenError(error)),
                because: Self.reason(for: error, trial, rules)
            )
        }
    }

    private func users<Failure: WrittenError>(
        _ trial: PlaygroundTrial,
        _ options: CallOptions,
        failing failure: Failure.Type
    ) async throws(CallError<Failure>) -> [Playground.User]? {
        switch trial.reading {
        case .user:
            let call = ReadSimulated<Playground.User>(trial.call)
            return try await client.send(call, failing: failure, with: options).map { [$0] }
        case .list:
            let call = ReadSimulated<[Playground.User]>(trial.call)
            return try await client.send(call, failing: failure, with: options)
        }
    }

    private static func reason<Failure: WrittenError>(
        for error: CallError<Failure>,
        _ trial: PlaygroundTrial,
        _ rules: PlaygroundRules
    ) -> PlaygroundOutcome.Reason? {
        let status = error.status?.code ?? 0
        let path = rules.errorRoot
        if error.failure != nil {
            return trial.manner == .envelope
                ? .errorCode(at: path, status: status) : .errorStatus(at: path, status: status)
        }
        switch error.kind {
        case .refused: return .noError(at: path, status: status)
        case .unreadable:
            let detail = error.codingFailure?.description ?? error.description
            return .unreadable(status: status, detail: detail)
        default: return nil
        }
    }
}

/// The call of ``SimulateUser``, whose answer is read as a type of the caller's choice.
private struct ReadSimulated<Value: Codable & Sendable>: Endpoint {
    static var route: Route { SimulateUser.route }
    static var formats: [Format] { SimulateUser.formats }
    typealias Output = Value?

    private let call: SimulateUser

    init(_ call: SimulateUser) {
        self.call = call
    }

    init(from decoder: any Decoder) throws {
        call = try SimulateUser(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
        try call.encode(to: encoder)
    }
}
