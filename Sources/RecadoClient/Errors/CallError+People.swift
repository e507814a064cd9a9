// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension CallError {
    /// What happened in a sentence for the people who use the program: without technical words and secrets.
    ///
    /// ```swift
    /// label.text = error.userMessage(in: "es-ES")     // El servicio tarda demasiado en responder. …
    /// ```
    ///
    /// There are sentences in English and Spanish. They go by the kind of the error and by the status, not by
    /// what the server says, whose language nobody knows: show the ``problem``'s words or a declared
    /// ``failure`` instead where they are meant for people.
    ///
    /// - Parameter language: The tag of a language (BCP 47), or the name of a locale; what is not known is told
    ///   in English.
    /// - Returns: The sentence, or two.
    public func userMessage(in language: String) -> String {
        message.text(in: language)
    }

    private var message: UserMessage {
        switch kind {
        case .failed, .refused: UserMessage(status)
        case .unreadable: .notUnderstood
        case .unreachable: transportError.map { UserMessage($0.kind) } ?? .notReached
        case .timedOut: .tooSlow
        case .cancelled: .cancelled
        case .unauthenticated: .notSignedIn
        case .invalid: transportError?.kind == .cleartext ? .notSecure : .notSent
        case .tooLarge: .answerTooLarge
        }
    }
}
