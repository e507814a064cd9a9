// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension HTML {
    /// A whole page that loads nothing else: it contains its style sheet and, at most, one script.
    ///
    /// A server sends it with a Content-Security-Policy that allows only this style sheet and this
    /// script, by their hashes. Attributes such as `style` and `onclick` therefore have no effect.
    public struct Page: Sendable, Hashable {
        /// The title, as tabs and bookmarks show it.
        public var title: String
        /// The tag of the language that the page is in, such as `es`.
        public var language: String
        /// The description of the page, in a sentence; empty if there is none.
        public var summary = ""
        /// Further elements of the head, such as links to other forms of the page.
        public var head: HTML = ""
        /// The style sheet.
        public var style: HTML = ""
        /// The script; most pages need none.
        public var script: HTML?
        /// The content of the body.
        public var content: HTML

        /// Creates a page.
        ///
        /// - Parameters:
        ///   - title: The title, as tabs and bookmarks show it.
        ///   - language: The tag of the language that the page is in; English by default.
        ///   - content: The content of the body.
        public init(title: String, language: String = "en", content: HTML) {
            self.title = title
            self.language = language
            self.content = content
        }

        /// The complete HTML document.
        public var html: HTML {
            """
            <!DOCTYPE html>
            <html lang="\(language)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            \(summary.isEmpty ? "" : #"<meta name="description" content="\#(summary)">"# as HTML)
            <title>\(title)</title>
            <link rel="icon" href="data:,">
            \(head)
            <style>\(style)</style>
            </head>
            <body>
            \(content)
            \(script.map { "<script>\($0)</script>" as HTML })
            </body>
            </html>

            """
        }
    }
}
