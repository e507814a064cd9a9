// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// The message of a page that has nothing to show.
struct EmptyState: Sendable {
    /// A picture for the message; none by default.
    var icon: Icon?
    /// The heading with the message.
    let title: String
    /// An explanation or the next step.
    var text = ""
    /// The buttons or links to go on with; none by default.
    var action: HTML = ""

    /// The words, in the middle of the page.
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
