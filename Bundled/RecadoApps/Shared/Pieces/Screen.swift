// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// A page of an app without its frame, which ``Shell`` adds.
struct Screen: Sendable {
    /// The layout of the content.
    enum Layout: Sendable {
        /// One column that is easy to read.
        case column
        /// The full width of the window.
        case wide
        /// A list with a detail beside it; narrow screens show only the detail.
        ///
        /// The associated value is the list; the page's content is the detail.
        case split(HTML)
    }

    /// The page to which the back arrow leads.
    struct Origin: Sendable {
        /// The path of that page.
        let path: String
        /// The title of that page.
        let title: String
    }

    /// The title, which tabs and bookmarks show.
    var title: String
    /// The page to which the back arrow in the bar leads; `nil` for no arrow.
    var origin: Origin?
    /// Buttons at the end of the bar.
    var actions: HTML = ""
    /// Additional elements of the HTML head.
    var head: HTML = ""
    /// The layout of the content.
    var layout: Layout = .column
    /// The content.
    var content: HTML

    init(
        title: String,
        origin: Origin? = nil,
        actions: HTML = "",
        layout: Layout = .column,
        content: HTML
    ) {
        self.title = title
        self.origin = origin
        self.actions = actions
        self.layout = layout
        self.content = content
    }
}
