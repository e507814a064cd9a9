// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The answer of a route to a visit.
struct Answer: Sendable {
    /// The content of an answer.
    enum Content: Sendable {
        /// A page.
        case screen(Screen, Status)
        /// A redirect to the address of the next page, as after every form that was accepted.
        case redirect(String)
        /// Anything else, such as a stream of events.
        case response(Response)
    }

    /// The content.
    let content: Content
    /// The cookies that the browser is to keep.
    var cookies: [Cookie] = []
    /// The browser's new visitor, if it changes.
    var visitor: Visitor?

    /// True if it reports that a service has failed, or that no attempts are accepted for a while.
    var isOutage: Bool {
        guard case .screen(_, let status) = content else { return false }
        return status.class == .serverError || status == .tooManyRequests
    }

    /// Shows a page.
    ///
    /// - Parameters:
    ///   - screen: The page.
    ///   - status: The status; 200 by default.
    /// - Returns: The answer.
    static func show(_ screen: Screen, _ status: Status = .ok) -> Answer {
        Answer(content: .screen(screen, status))
    }

    /// Redirects to another page after a change (POST, redirect, GET).
    ///
    /// - Parameters:
    ///   - path: The address, on this server.
    ///   - notice: The notice that is shown there; none by default.
    /// - Returns: The answer.
    static func lead(to path: String, saying notice: Notice? = nil) -> Answer {
        var answer = Answer(content: .redirect(path))
        if let notice { answer.cookies.append(notice.cookie) }
        return answer
    }

    /// Sends a response unchanged.
    static func send(_ response: Response) -> Answer { Answer(content: .response(response)) }

    /// The same with a cookie.
    func with(_ cookie: Cookie) -> Answer {
        var answer = self
        answer.cookies.append(cookie)
        return answer
    }
}
