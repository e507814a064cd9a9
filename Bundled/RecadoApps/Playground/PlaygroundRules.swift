// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoContracts

/// The rules of a trial: where the value and the error are looked for.
struct PlaygroundRules: Sendable {
    private let trial: PlaygroundTrial

    init(_ trial: PlaygroundTrial) {
        self.trial = trial
    }

    /// The rules as a call takes them.
    func answers<Failure: WrittenError>(failing failure: Failure.Type) -> AnswerRules {
        AnswerRules(
            empty: trial.isStrictAboutNothing ? EmptyAnswers() : .any,
            root: root.map { CodingPath($0) },
            errors: [ErrorModel(failure, at: errorRoot.map { CodingPath($0) } ?? .root)]
        )
    }

    /// The way to the value; `nil` for the whole content.
    private var root: String? { Self.path(trial.readRoot, usual: "respuesta", trial.manner) }
    /// The way to the error; `nil` for the whole content.
    private var errorRoot: String? { Self.path(trial.readErrorRoot, usual: "error", trial.manner) }

    /// What was filled in; else what an envelope usually has.
    private static func path(
        _ text: String,
        usual: String,
        _ manner: PlaygroundTrial.Manner
    ) -> String? {
        if !text.isEmpty { return text }
        return manner == .envelope ? usual : nil
    }

    /// Where the value is looked for, in words.
    var valuePlace: Phrase { Self.place(root) }

    /// Where the error is looked for, in words that begin a sentence.
    var errorPlace: Phrase {
        let place = Self.place(errorRoot)
        return Phrase(
            place.spanish.prefix(1).uppercased() + place.spanish.dropFirst(),
            en: place.english.prefix(1).uppercased() + place.english.dropFirst()
        )
    }

    private static func place(_ path: String?) -> Phrase {
        path.map { Phrase("en «\($0)»", en: "at “\($0)”") }
            ?? Phrase("en la raíz", en: "at the root")
    }
}

/// An error of the playground, with or without saying itself whether it is one.
protocol WrittenError: Decodable, Error {
    /// What the service wrote.
    var error: Playground.ServiceError { get }
}

/// An error that the status tells.
struct PlainError: WrittenError {
    let error: Playground.ServiceError

    init(from decoder: any Decoder) throws {
        error = try Playground.ServiceError(from: decoder)
    }
}

/// An error that its code tells.
struct ReportedError: WrittenError, ErrorReporting {
    let error: Playground.ServiceError
    var isError: Bool { error.isError }

    init(from decoder: any Decoder) throws {
        error = try Playground.ServiceError(from: decoder)
    }
}
