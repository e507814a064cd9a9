// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

/// A message about the last action, which is shown once on the next page.
struct Notice: Sendable, Hashable, Codable {
    /// The success of the action.
    enum Tone: String, Sendable, Codable {
        /// It was done.
        case done
        /// It was not done.
        case failed
    }

    /// The success of the action.
    let tone: Tone
    /// The message, in the language of the page before.
    let text: String
    /// The draft that the browser can now delete (``DraftNote``); none by default.
    let endedDraft: String?

    /// The cookie that carries it from one request to the next.
    static let cookieName = "notice"
    /// The longest text that a cookie has room for.
    private static let limit = 1_000

    init(_ text: String, tone: Tone = .done, ending draft: String? = nil) {
        self.tone = tone
        endedDraft = draft
        self.text = String(text.prefix(Self.limit))
    }

    /// Reads the value of a cookie.
    init?(cookie: String) {
        guard let bytes = Base64.decode(cookie, alphabet: .urlSafe, padding: false),
            let notice = try? JSON().decode(Notice.self, from: bytes)
        else { return nil }
        self = notice
    }

    /// The cookie, which is kept for a minute, until the next page.
    var cookie: Cookie {
        let bytes = (try? JSON().encode(self)) ?? []
        let text = Base64.encode(bytes, alphabet: .urlSafe, padding: false)
        return Cookie(Self.cookieName, text, for: .seconds(60))
    }
}
