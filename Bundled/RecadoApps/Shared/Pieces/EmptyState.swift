// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// The message of a page that has nothing to show.
struct EmptyState: Sendable {
    /// The icon above the message; none by default.
    var icon: Icon?
    /// The heading with the message.
    let title: String
    /// An explanation or a suggestion.
    var text = ""
    /// The buttons or links for a next step; none by default.
    var action: HTML = ""

    /// The message in the middle of the page.
    var html: HTML {
        """
        <div class="empty">
        \(icon?.html)
        <h1>\(title)</h1>
        <p>\(text)</p>
        \(action)
        </div>
        """
    }
}
