// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// A page of an app, as its view makes it; the ``Shell`` adds the frame.
struct Screen: Sendable {
    /// The layout of the content.
    enum Layout: Sendable {
        /// One column that is easy to read.
        case column
        /// The whole width.
        case wide
        /// A list with a detail beside it; on narrow screens only the detail, as if it had been
        /// pushed.
        ///
        /// The associated value is the list; the page's content is the detail.
        case split(HTML)
    }

    /// A page that a page was opened from.
    struct Origin: Sendable {
        /// Its address.
        let path: String
        /// Its title.
        let title: String
    }

    /// The title, which tabs and bookmarks show.
    var title: String
    /// The page that the arrow at the beginning of the bar leads to; none by default.
    var origin: Origin?
    /// Buttons at the end of the bar.
    var actions: HTML = ""
    /// Further elements of the head.
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
