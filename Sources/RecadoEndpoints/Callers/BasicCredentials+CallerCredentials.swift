// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

extension BasicCredentials: CallerCredentials {
    /// The name of the scheme: `Basic`.
    public static var scheme: String { "Basic" }
    /// The character encoding of user names and passwords: UTF-8 (RFC 7617 §2.1).
    public static var challengeParameters: [(name: String, value: String)] {
        [("charset", "UTF-8")]
    }
    /// The user's name.
    public var account: String? { user }
}

extension BasicCredentials {
    /// Describes why credentials of the Basic scheme cannot be read.
    ///
    /// - Parameter authorization: The value of an Authorization field.
    /// - Returns: A sentence without any part of the value; `nil` for a different scheme and
    ///   for credentials that can be read.
    public static func flaw(inAuthorization authorization: String) -> String? {
        switch malformation(ofAuthorization: authorization) {
        case .notUTF8:
            Language.words(
                "The user name and the password are not UTF-8.",
                es: "El nombre y la contraseña no están en UTF-8."
            )
        case .notBase64:
            Language.words(
                "The credentials are not Base64.",
                es: "Las credenciales no están en Base64."
            )
        case .noColon:
            Language.words(
                "Expected a colon between the user name and the password.",
                es: "Se esperaban dos puntos entre el nombre y la contraseña."
            )
        case .controlCharacters:
            Language.words(
                "The user name or the password has control characters.",
                es: "El nombre o la contraseña tiene caracteres de control."
            )
        case nil: nil
        }
    }
}
