// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCredentials
import RecadoCrypto
import RecadoHTTP

extension SessionCredentials {
    /// The name of the input element that contains the token: `form-token`.
    public static var formTokenName: String { "form-token" }

    /// Returns a token that a page's forms send back, and that forms of other sites cannot know.
    ///
    /// Unless its method is safe, a request with a cookie is accepted only from the service's own
    /// pages; the token is a second protection, for browsers without Sec-Fetch-Site and Origin. It
    /// is an HMAC of the session's identifier, with a mask that is new each time, so that a
    /// compressed page does not reveal it (BREACH).
    ///
    /// - Returns: 86 letters, digits, hyphens and underscores.
    public func formToken() -> String {
        let code = formCode
        let mask = RandomBytes.make(code.count)
        let hidden = zip(mask, code).map { $0 ^ $1 }
        return Base64.encode(mask + hidden, alphabet: .urlSafe, padding: false)
    }

    /// Returns true if a token belongs to this session.
    ///
    /// - Parameter token: The token that a form sent.
    /// - Returns: True if the form comes from a page of this session.
    public func accepts(formToken token: String) -> Bool {
        let code = formCode
        guard !code.isEmpty,
            let bytes = Base64.decode(token, alphabet: .urlSafe, padding: false),
            bytes.count == code.count * 2
        else { return false }
        let found = zip(bytes.prefix(code.count), bytes.suffix(code.count)).map { $0 ^ $1 }
        return MessageAuthentication.areEqual(found, code)
    }

    /// Returns the hidden input element that a form needs, as HTML.
    ///
    /// - Returns: `<input type="hidden" name="form-token" value="…">`.
    public func hiddenInput() -> String {
        "<input type=\"hidden\" name=\"\(Self.formTokenName)\" value=\"\(formToken())\">"
    }

    /// The token without its mask; empty, so that no token matches, when memory is short.
    private var formCode: [UInt8] {
        MessageAuthentication.code(of: Array("form".utf8), key: Array(identifier.utf8)) ?? []
    }
}
