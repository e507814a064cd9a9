// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoServer

/// The session of a member; a cookie in the browser contains the encrypted login.
///
/// The login is valid as long as the server stores the session. So the server stores no password,
/// and a copied cookie is useless after the member logs out.
struct BrowserSession: Sendable {
    /// The user name and the password.
    let login: BasicCredentials
    /// The credentials of the session in the store.
    let credentials: SessionCredentials

    private static let cookieName = "videoclub"

    /// The content of the encrypted cookie.
    private struct Memory: Codable, Sendable {
        struct Login: Codable, Sendable {
            let user: String
            let password: String
        }

        let login: Login
        let session: String
    }

    /// Returns the session of the visitor: the cookie names the member, and the store confirms the
    /// session.
    ///
    /// - Parameter visit: The visit; sessions exist only in the videoclub.
    /// - Returns: The session; `nil` if nobody is logged in, and an error if the store fails.
    static func of(_ visit: Visit) async -> Result<BrowserSession?, UserFacingError> {
        guard visit.app == .videoclub,
            let sealed = Cookie.value(of: cookieName, in: visit.request),
            let text = visit.context.vault.open(sealed, for: cookieName),
            // A cookie with other content, such as an older format, does not log anybody in.
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
    ///   - login: A login that the service has accepted.
    ///   - visit: The visit with the login.
    /// - Returns: The cookie.
    /// - Throws: An error if the session cannot be stored.
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

    /// Ends the session of a visit, so that copies of its cookie are useless as well.
    ///
    /// - Parameter visit: The visit.
    /// - Returns: The cookie that deletes the session's cookie.
    /// - Throws: An error if the store cannot be written; the session then continues.
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
