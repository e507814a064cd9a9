// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The answer of an app to a request.
struct PageResponse: Sendable {
    /// The content of an answer.
    enum Content: Sendable {
        /// A page.
        case screen(Screen, Status)
        /// A redirect to the next page, as after every accepted form.
        case redirect(String)
        /// Any other response, such as a stream of events.
        case response(Response)
    }

    /// The content of the answer.
    let content: Content
    /// The cookies to set in the browser.
    var cookies: [Cookie] = []
    /// The new visitor, if the browser's identity changes; otherwise `nil`.
    var visitor: Visitor?

    /// True if the answer reports success, and not a refusal or an outage.
    var isAccepted: Bool {
        switch content {
        case .screen(_, let status): status.class == .success
        case .redirect: true
        case .response(let response): response.status.class == .success
        }
    }

    /// Shows a page.
    ///
    /// - Parameters:
    ///   - screen: The page.
    ///   - status: The status; 200 by default.
    /// - Returns: The answer.
    static func show(_ screen: Screen, _ status: Status = .ok) -> PageResponse {
        PageResponse(content: .screen(screen, status))
    }

    /// Redirects to another page after a change (POST, redirect, GET).
    ///
    /// - Parameters:
    ///   - path: The path on this server.
    ///   - notice: The notice that is shown there; none by default.
    /// - Returns: The answer.
    static func lead(to path: String, saying notice: Notice? = nil) -> PageResponse {
        var answer = PageResponse(content: .redirect(path))
        if let notice { answer.cookies.append(notice.cookie) }
        return answer
    }

    /// Sends a response unchanged.
    static func send(_ response: Response) -> PageResponse {
        PageResponse(content: .response(response))
    }

    /// Returns the same answer with an additional cookie.
    func with(_ cookie: Cookie) -> PageResponse {
        var answer = self
        answer.cookies.append(cookie)
        return answer
    }
}
