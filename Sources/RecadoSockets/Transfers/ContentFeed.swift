// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The content of a request over several attempts to send it; the task of the call alone uses it.
final class ContentFeed {
    private let content: Content
    private var isBegun = false
    /// Whether the server is no longer asked before the content is sent.
    var isAskingOver = false

    init(_ content: Content) { self.content = content }

    /// Begins with the content's first byte.
    func begin() -> any ContentSource {
        isBegun = true
        return content.makeSource()
    }

    /// Whether the content can be sent once more.
    var mayRepeat: Bool { !isBegun || content.isReplayable }
}
