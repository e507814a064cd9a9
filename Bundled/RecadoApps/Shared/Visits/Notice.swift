// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

/// A message about the last action; the next page shows it once.
struct Notice: Sendable, Hashable, Codable {
    /// The result of the action.
    enum Tone: String, Sendable, Codable {
        /// The action was done.
        case done
        /// The action failed.
        case failed
    }

    /// The result of the action.
    let tone: Tone
    /// The message, in the language of the previous page.
    let text: String
    /// The name of the draft that the browser may delete (``DraftNote``); `nil` for none.
    let endedDraft: String?

    /// The name of the cookie that carries the notice to the next request.
    static let cookieName = "notice"
    /// The greatest number of characters of a text; longer texts are cut.
    private static let limit = 1_000

    init(_ text: String, tone: Tone = .done, ending draft: String? = nil) {
        self.tone = tone
        endedDraft = draft
        self.text = String(text.prefix(Self.limit))
    }

    /// Reads a notice from the value of its cookie.
    init?(cookie: String) {
        guard let bytes = Base64.decode(cookie, alphabet: .urlSafe, padding: false),
            let notice = try? JSON().decode(Notice.self, from: bytes)
        else { return nil }
        self = notice
    }

    /// The cookie with the notice, which expires after a minute.
    var cookie: Cookie {
        let bytes = (try? JSON().encode(self)) ?? []
        let text = Base64.encode(bytes, alphabet: .urlSafe, padding: false)
        return Cookie(Self.cookieName, text, for: .seconds(60))
    }
}
