// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The content of a request over several attempts to send it; only the task of the call uses it.
final class ContentFeed {
    private let content: Content
    private var isBegun = false
    /// True if the content is now sent without asking the server first.
    var isAskingOver = false

    init(_ content: Content) { self.content = content }

    /// Begins with the content's first byte.
    func begin() -> any ContentSource {
        isBegun = true
        return content.makeSource()
    }

    /// True if the content can be sent once more.
    var mayRepeat: Bool { !isBegun || content.isReplayable }
}
