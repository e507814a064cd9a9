// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
public import RecadoClient
import RecadoCoding
public import RecadoContracts
import RecadoHTTP

/// The playground without its looks: a trial, what came of it, and why.
public struct PlaygroundModel: Sendable {
    /// What came of a trial.
    public enum Outcome: Sendable, Hashable {
        /// Nothing was tried yet.
        case untried
        /// The typed value: users, of which there is one unless a list was read.
        case users([Playground.User])
        /// The type allows an answer of nothing, and that is what came.
        case nothing
        /// The typed error.
        case error(Playground.ServiceError)
        /// Neither: what the call says of it.
        case other(Trouble)
    }

    /// What was tried.
    public private(set) var trial = PlaygroundTrial()
    /// What came of it.
    public private(set) var outcome = Outcome.untried
    /// Why that came of it.
    public private(set) var reason: Phrase?
    /// What went over the wire.
    public private(set) var exchange: WireExchange?

    private let client: Client

    /// Creates a model.
    ///
    /// - Parameter client: A client whose base is what comes before `/user`.
    public init(_ client: Client) {
        self.client = client.withWireTap()
    }

    /// Asks for the simulated answer, and reads it by the rules.
    ///
    /// - Parameter trial: The answer and the rules.
    public mutating func attempt(_ trial: PlaygroundTrial) async {
        self.trial = trial
        (outcome, reason, exchange) = (.untried, nil, nil)
        let complaints = trial.complaints
        guard complaints.isEmpty else {
            let words = Phrase("Hay algo que no puede ser.", en: "Something cannot be.")
            outcome = .other(Trouble(.invalid, words, complaints: complaints))
            return
        }
        switch trial.manner {
        case .status: await read(failing: PlainError.self)
        case .envelope: await read(failing: ReportedError.self)
        }
    }

    // MARK: - Reading

    private mutating func read<Failure: WrittenError>(failing failure: Failure.Type) async {
        let tape = WireTape()
        do throws(CallError<Failure>) {
            outcome = try await value(failing: failure, tape)
        } catch {
            outcome = error.failure.map { .error($0.error) } ?? .other(Trouble(error))
            note(error)
        }
        exchange = tape.last
        if reason == nil { reason = Self.reasonOfValue(outcome, rules) }
    }

    private func value<Failure: WrittenError>(
        failing failure: Failure.Type,
        _ tape: WireTape
    ) async throws(CallError<Failure>) -> Outcome {
        var options = tape.options
        options.answers = rules.answers(failing: failure)
        if trial.writing == .xml { options.format = SimulateUser.formats.last }
        let query = query
        switch trial.reading {
        case .user:
            let user: Playground.User? = try await client.get(
                "user",
                failing: failure,
                query: query,
                with: options
            )
            return user.map { .users([$0]) } ?? .nothing
        case .list:
            let users: [Playground.User]? = try await client.get(
                "user",
                failing: failure,
                query: query,
                with: options
            )
            return users.map { .users($0) } ?? .nothing
        }
    }

    /// The inputs of the declared call; what it is read as is chosen here and not declared.
    private var query: QueryItems {
        let request = try? trial.call.request(base: client.base, format: nil)
        return request?.query.flatMap { try? QueryItems(parsing: $0) } ?? QueryItems()
    }

    private var rules: PlaygroundRules { PlaygroundRules(trial) }

    // MARK: - Reasons

    private mutating func note<Failure: WrittenError>(_ error: CallError<Failure>) {
        let status = error.status?.code ?? 0
        let place = rules.errorPlace
        switch (error.kind, error.failure) {
        case (_, .some) where trial.manner == .envelope:
            reason = Phrase(
                "\(place.spanish) hay un error cuyo código no es 0; el estado \(status) no cuenta.",
                en:
                    "\(place.english) stands an error whose code is not 0; the status \(status) does not count."
            )
        case (_, .some):
            reason = Phrase(
                "El estado \(status) no se acepta, y \(place.spanish.lowercasedFirst) hay un error.",
                en:
                    "The status \(status) is not accepted, and \(place.english.lowercasedFirst) stands an error."
            )
        case (.refused, _):
            reason = Phrase(
                "El estado \(status) no se acepta, y \(place.spanish.lowercasedFirst) no hay ningún error.",
                en:
                    "The status \(status) is not accepted, and \(place.english.lowercasedFirst) stands no error."
            )
        case (.unreadable, _):
            let detail = error.codingFailure?.description ?? error.description
            reason = Phrase(
                "El estado \(status) se acepta, pero el contenido no es lo que se esperaba: \(detail)",
                en:
                    "The status \(status) is accepted, but the content is not what was expected: \(detail)"
            )
        default: reason = nil
        }
    }

    private static func reasonOfValue(_ outcome: Outcome, _ rules: PlaygroundRules) -> Phrase? {
        switch outcome {
        case .users:
            Phrase(
                "El estado se acepta, y \(rules.valuePlace.spanish) está el valor.",
                en: "The status is accepted, and \(rules.valuePlace.english) stands the value."
            )
        case .nothing:
            Phrase(
                "El estado se acepta, y el tipo admite una respuesta sin contenido.",
                en: "The status is accepted, and the type allows an answer without content."
            )
        case .untried, .error, .other: nil
        }
    }
}

extension String {
    /// The text with a small first letter.
    fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
