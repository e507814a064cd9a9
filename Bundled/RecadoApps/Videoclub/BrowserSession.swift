// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoServer

/// A browser in which a member is logged in: the login is sealed in the browser, and is valid as
/// long as the server keeps the session.
///
/// So the server keeps no password, and a copied cookie is worthless once its owner has logged out.
struct BrowserSession: Sendable {
    /// The name and the password.
    let login: BasicCredentials
    /// The credentials of the session.
    let credentials: SessionCredentials

    private static let cookieName = "videoclub"

    /// The content of the sealed cookie.
    private struct Memory: Codable, Sendable {
        struct Login: Codable, Sendable {
            let user: String
            let password: String
        }

        let login: Login
        let session: String
    }

    /// Determines who is logged in: the cookie names the member, and the store confirms it.
    ///
    /// - Parameter visit: The visit; in other apps nobody is logged in.
    /// - Returns: The session; `nil` if nobody is logged in, and the error if the store fails.
    static func of(_ visit: Visit) async -> Result<BrowserSession?, UserFacingError> {
        guard visit.app == .videoclub,
            let sealed = Cookie.value(of: cookieName, in: visit.request),
            let text = visit.context.vault.open(sealed, for: cookieName),
            // A cookie of an earlier version has other content, and does not log anybody in.
            let memory = try? JSON().decode(Memory.self, from: text),
            let login = try? BasicCredentials(
                user: memory.login.user,
                password: memory.login.password
            ),
            let credentials = SessionCredentials(identifier: memory.session)
        else { return .success(nil) }
        do throws(ProblemDetails) {
            let session = try await visit.context.sessions.session(of: credentials)
            guard session?.account == login.user else { return .success(nil) }
            return .success(BrowserSession(login: login, credentials: credentials))
        } catch {
            return .failure(.storeFails)
        }
    }

    /// Begins a session, and ends the browser's previous one.
    ///
    /// - Parameters:
    ///   - login: A login that has been checked.
    ///   - visit: The visit with which it came.
    /// - Returns: The cookie.
    /// - Throws: The error when the session cannot be stored.
    static func begin(
        _ login: BasicCredentials,
        _ visit: Visit
    ) async throws(UserFacingError) -> Cookie {
        do {
            let credentials = try await visit.context.sessions.begin(
                for: login.user,
                replacing: try visit.member.get()?.credentials
            )
            let known = Memory.Login(user: login.user, password: login.password)
            let memory = Memory(login: known, session: credentials.identifier)
            let text = try JSON().encodeToString(memory)
            guard let sealed = visit.context.vault.seal(text, for: cookieName) else {
                throw UserFacingError.storeFails
            }
            return Cookie(cookieName, sealed, for: Apps.Settings.loginLifetime)
        } catch {
            throw .storeFails
        }
    }

    /// Ends the session of a visit, also for copies of its cookie.
    ///
    /// - Parameter visit: The visit.
    /// - Returns: The cookie that deletes the session's cookie.
    /// - Throws: The error when the session could not be ended, since writing to the store failed.
    static func end(_ visit: Visit) async throws(UserFacingError) -> Cookie {
        guard let session = try visit.member.get() else { return Cookie(cookieName, "") }
        do {
            try await visit.context.sessions.end(session.credentials)
        } catch {
            throw .storeFails
        }
        return Cookie(cookieName, "")
    }
}

extension UserFacingError {
    fileprivate static let storeFails = UserFacingError(
        .busy,
        Phrase(
            "Ahora no se puede consultar quién ha entrado. Prueba dentro de un momento.",
            en: "Who is logged in cannot be looked up now. Try again in a moment."
        )
    )
}
