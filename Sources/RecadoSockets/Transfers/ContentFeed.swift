// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The content of a request, for several attempts to send it; only the task of the call uses it.
final class ContentFeed {
    private let content: Content
    private var isBegun = false
    /// True if the content is to be sent without asking the server first.
    var skipsExpectation = false

    init(_ content: Content) { self.content = content }

    /// Returns a source that begins at the content's first byte.
    func begin() -> any ContentSource {
        isBegun = true
        return content.makeSource()
    }

    /// True if another attempt can send all content: either reading has not begun, or the content
    /// can be read again.
    var mayRepeat: Bool { !isBegun || content.isReplayable }
}
