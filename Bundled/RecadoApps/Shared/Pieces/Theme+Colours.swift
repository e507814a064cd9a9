// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

extension Theme {
    /// The light and dark background colors of pages, which browsers also use for their own bars.
    static let paper = (light: "#faf6ee", dark: "#181410")

    /// The elements of the HTML head that set these colors.
    var colours: HTML {
        switch self {
        case .automatic:
            """
            <meta name="theme-color" content="\(Self.paper.light)" media="(prefers-color-scheme: light)">
            <meta name="theme-color" content="\(Self.paper.dark)" media="(prefers-color-scheme: dark)">
            """
        case .light: #"<meta name="theme-color" content="\#(Self.paper.light)">"#
        case .dark: #"<meta name="theme-color" content="\#(Self.paper.dark)">"#
        }
    }
}
