// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// The state of the login: the login that is known, and the form that asks for a login.
public struct LoginState: Sendable {
    /// The purposes for which a login is requested.
    public enum Purpose: String, Sendable, Hashable, CaseIterable {
        /// The user wants to log in, without a particular change.
        case logIn
        /// The user wants to rent a film.
        case rent
        /// The user wants to return a film.
        case giveBack
        /// The user wants to add a film.
        case add
        /// The user wants to change a film.
        case edit
        /// The user wants to remove a film.
        case delete
    }

    /// The name, as typed.
    public var user = ""
    /// The password, as typed.
    public var password = ""
    /// The login that is known; `nil` if there is none.
    public private(set) var login: BasicCredentials?
    /// The purpose of the form; `nil` while no form is shown.
    public private(set) var purpose: Purpose?
    /// True while the service checks the entered login.
    public private(set) var isChecking = false
    /// The error of the login that was entered last; `nil` if there is none.
    public private(set) var error: ScreenError?

    /// Creates the state of the login; nobody is logged in by default.
    ///
    /// - Parameter login: The login that is known; `nil` by default.
    public init(login: BasicCredentials? = nil) {
        self.login = login
    }

    /// Shows the form.
    ///
    /// - Parameters:
    ///   - purpose: The purpose of the login.
    ///   - error: The error of the previous login; `nil` by default.
    public mutating func ask(for purpose: Purpose, after error: ScreenError? = nil) {
        self.purpose = purpose
        self.error = error
        isChecking = false
        password = ""
    }

    /// Reads the login that was entered.
    ///
    /// - Returns: The login to try; `nil` if a field is empty, or contains characters that a login
    ///   cannot have.
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

    /// Keeps a login that the service accepts, and closes the form.
    ///
    /// - Parameter login: The login.
    public mutating func accept(_ login: BasicCredentials) {
        self.login = login
        close()
    }

    /// Forgets the known login.
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
    /// True if the service recognized the member, although it refused the change.
    ///
    /// This is the case if the film belongs to another member, is missing, or has been changed
    /// meanwhile. Other refusals may come before the login is checked, for example over a
    /// connection that must not carry logins.
    public var hasRecognizedMember: Bool {
        reason == .notOwner || [.missing, .conflict].contains(kind)
    }
}
