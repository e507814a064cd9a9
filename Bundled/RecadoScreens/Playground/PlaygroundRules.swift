// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoContracts
import RecadoEndpoints

/// The rules of a trial: the paths of the value and of the error.
struct PlaygroundRules: Sendable {
    private let trial: PlaygroundTrial

    init(_ trial: PlaygroundTrial) {
        self.trial = trial
    }

    /// Returns the rules as `ResponseRules`, which calls accept.
    func answers<Failure: WrittenError>(failing failure: Failure.Type) -> ResponseRules {
        ResponseRules(
            empty: trial.isStrictAboutNothing ? ResponseRules.EmptyResponses() : .any,
            root: root.map { CodingPath($0) },
            errors: [ErrorModel(failure, at: errorRoot.map { CodingPath($0) } ?? .root)]
        )
    }

    /// The path of the value; `nil` means the whole content.
    var root: String? { path(trial.readRoot, usual: "respuesta") }
    /// The path of the error; `nil` means the whole content.
    var errorRoot: String? { path(trial.readErrorRoot, usual: "error") }

    /// Returns the path from the form; if it is empty, the usual path for an envelope, or `nil`
    /// without an envelope.
    private func path(_ text: String, usual: String) -> String? {
        if !text.isEmpty { return text }
        return trial.manner == .envelope ? usual : nil
    }
}

/// An error of the playground, recognized either by its own code or only by the status.
protocol WrittenError: Decodable, Error {
    /// The error as the service wrote it.
    var error: Playground.ServiceError { get }
}

/// An error that is recognized by the status.
struct PlainError: WrittenError {
    let error: Playground.ServiceError

    init(from decoder: any Decoder) throws {
        error = try Playground.ServiceError(from: decoder)
    }
}

/// An error that is recognized by its code.
struct ReportedError: WrittenError, ErrorReporting {
    let error: Playground.ServiceError
    var isError: Bool { error.isError }

    init(from decoder: any Decoder) throws {
        error = try Playground.ServiceError(from: decoder)
    }
}
