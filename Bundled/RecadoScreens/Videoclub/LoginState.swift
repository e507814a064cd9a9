// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// The state of the login: the member who is known, and the form that asks for one.
public struct LoginState: Sendable {
    /// The things that a login is asked for.
    public enum Purpose: String, Sendable, Hashable, CaseIterable {
        /// Nothing in particular: somebody wants to be known.
        case logIn
        /// A film is rented.
        case rent
        /// A film is given back.
        case giveBack
        /// A film is added.
        case add
        /// A film is changed.
        case edit
        /// A film is removed.
        case delete
    }

    /// The name as it is typed.
    public var user = ""
    /// The password as it is typed.
    public var password = ""
    /// The login that is known; `nil` for none.
    public private(set) var login: BasicCredentials?
    /// The purpose of the form; `nil` while no form is shown.
    public private(set) var purpose: Purpose?
    /// Whether an entered login is being tried.
    public private(set) var isChecking = false
    /// The error of the login that was entered last; `nil` for none.
    public private(set) var error: ScreenError?

    /// Creates the state of somebody whom nobody knows.
    ///
    /// - Parameter login: The login that is known; `nil` by default.
    public init(login: BasicCredentials? = nil) {
        self.login = login
    }

    /// Shows the form.
    ///
    /// - Parameters:
    ///   - purpose: The purpose of the login.
    ///   - error: The error of the login that was tried before; `nil` by default.
    public mutating func ask(for purpose: Purpose, after error: ScreenError? = nil) {
        self.purpose = purpose
        self.error = error
        isChecking = false
        password = ""
    }

    /// Takes what was entered.
    ///
    /// - Returns: The login to try; `nil` where a field is missing, or holds what no login has.
    public mutating func submit() -> BasicCredentials? {
        guard purpose != nil, !isChecking else { return nil }
        let missing = [("user", user), ("password", password)].filter { $0.1.isEmpty }
            .map { FieldError($0.0, .missing) }
        guard missing.isEmpty else {
            error = ScreenError(.invalid, fieldErrors: missing)
            return nil
        }
        guard let login = try? BasicCredentials(user: user, password: password) else {
            error = ScreenError(.notSignedIn, .wrongLogin)
            return nil
        }
        error = nil
        isChecking = true
        return login
    }

    /// Keeps a login that works, and closes the form.
    ///
    /// - Parameter login: The login.
    public mutating func accept(_ login: BasicCredentials) {
        self.login = login
        close()
    }

    /// Forgets a login that does not work.
    public mutating func forget() {
        login = nil
    }

    /// Closes the form.
    public mutating func close() {
        purpose = nil
        isChecking = false
        error = nil
        password = ""
    }
}

extension ScreenError {
    /// Whether the service has recognised the member whose change it did not make.
    ///
    /// A member who is refused for another reason than the login has been recognised all the same;
    /// a connection that logins must not go over is refused before the login is looked at.
    public var hasRecognisedMember: Bool {
        reason == .notOwner || [.missing, .conflict].contains(kind)
    }
}
