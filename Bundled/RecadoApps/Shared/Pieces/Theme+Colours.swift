// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

extension Theme {
    /// The background colours of pages, light and dark, which browsers also use for their own bars.
    static let paper = (light: "#faf6ee", dark: "#181410")

    /// The elements of the head that set these colours.
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
