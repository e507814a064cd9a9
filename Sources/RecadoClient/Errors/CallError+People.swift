// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport

extension CallError {
    /// Returns a sentence about the failure for the users of the program, without technical terms
    /// or secrets.
    ///
    /// ```swift
    /// label.text = error.userMessage(in: "es-ES")
    /// // El servicio tarda demasiado en responder. …
    /// ```
    ///
    /// There are sentences in English and Spanish. They depend on the kind of the error and the
    /// status. The server's texts are not used, because their language is unknown; to show them,
    /// use the ``problem`` or a declared ``failure``.
    ///
    /// - Parameter language: A language tag (BCP 47) or the name of a locale; English is used if
    ///   the language is not supported.
    /// - Returns: One or two sentences.
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
