// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// What is shown where there is nothing to show.
struct EmptyState: Sendable {
    /// A picture that says as much; none by default.
    var icon: Icon?
    /// What is the matter.
    let title: String
    /// What to know or to do.
    var text = ""
    /// What can be done; nothing by default.
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
