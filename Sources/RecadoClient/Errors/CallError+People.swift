// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport

extension CallError {
    /// Returns a sentence about the failure for the people who use the program: without technical
    /// words and secrets.
    ///
    /// ```swift
    /// label.text = error.userMessage(in: "es-ES")     // El servicio tarda demasiado en responder. …
    /// ```
    ///
    /// There are sentences in English and Spanish. They depend on the kind of the error and on the
    /// status, not on the server's texts, whose language is unknown. If those are meant for people,
    /// show the words of the ``problem`` or of a declared ``failure`` instead.
    ///
    /// - Parameter language: The tag of a language (BCP 47), or the name of a locale; English if it
    ///   is not supported.
    /// - Returns: The text, of one or two sentences.
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
