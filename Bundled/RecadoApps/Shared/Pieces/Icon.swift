// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// An icon, drawn in the color of the text beside it.
struct Icon: Sendable {
    /// The icon as SVG, which screen readers ignore.
    let html: HTML

    private init(_ paths: StaticString) {
        html = """
            <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">\(.trusted(paths))</svg>
            """
    }

    /// The logo: a folded note.
    static let recado = Icon(
        #"<path d="M4 5h13l3 3v11H4z"/><path d="M17 5v3h3M8 10h5M8 14h8"/>"#
    )
    static let back = Icon(#"<path d="M15 5l-7 7 7 7"/>"#)
    static let add = Icon(#"<path d="M12 5v14M5 12h14"/>"#)
    static let search = Icon(#"<circle cx="11" cy="11" r="6"/><path d="M15.5 15.5L20 20"/>"#)
    static let edit = Icon(#"<path d="M5 19l1-4L16 5l3 3L9 18z"/><path d="M14 7l3 3"/>"#)
    static let delete = Icon(
        #"<path d="M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.500 11v5M13.500 11v5"/>"#
    )
    static let refresh = Icon(#"<path d="M19 12a7 7 0 1 1-2-5l2 2"/><path d="M19 4v5h-5"/>"#)
    static let warning = Icon(#"<path d="M12 4l9 16H3z"/><path d="M12 10v5M12 17.500v.500"/>"#)
    static let star = Icon(
        #"<path d="M12 4l2.500 5.200 5.500.800-4 4 1 5.700-5-2.700-5 2.700 1-5.700-4-4 5.500-.800z"/>"#
    )
    static let filledStar = Icon(
        #"<path fill="currentColor" d="M12 4l2.500 5.200 5.500.800-4 4 1 5.700-5-2.700-5 2.700 1-5.700-4-4 5.500-.800z"/>"#
    )
    static let position = Icon(
        #"<circle cx="12" cy="12" r="3"/><circle cx="12" cy="12" r="7"/><path d="M12 2v3M12 19v3M2 12h3M19 12h3"/>"#
    )
    static let leave = Icon(#"<path d="M10 5H5v14h5M9 12h11M16 8l4 4-4 4"/>"#)
    static let enter = Icon(#"<path d="M14 5h5v14h-5M4 12h11M11 8l4 4-4 4"/>"#)
    static let preferences = Icon(
        #"<path d="M3 18L8 6l5 12M5 14h6"/><path d="M15 14a3 3 0 1 1 6 0 3 3 0 0 1-6 0M21 11v7"/>"#
    )
    static let film = Icon(
        #"<path d="M4 5h16v14H4zM8 5v14M16 5v14M4 9.500h4M4 14.500h4M16 9.500h4M16 14.500h4M8 12h8"/>"#
    )
    static let weather = Icon(
        #"<circle cx="9" cy="9" r="3"/><path d="M9 2.500v1.500M3 9H1.500M4.500 4.500l1 1M13.500 4.500l-1 1"/><path d="M8 19h9a3.500 3.500 0 0 0 0-7 5 5 0 0 0-9.500 1.500A3 3 0 0 0 8 19z"/>"#
    )
    static let trophy = Icon(
        #"<path d="M7 4h10v5a5 5 0 0 1-10 0zM7 6H4v1a3 3 0 0 0 3 3M17 6h3v1a3 3 0 0 1-3 3M12 14v4M8 20h8M10 18h4"/>"#
    )
    static let note = Icon(#"<path d="M4 5h16v11h-9l-4 4v-4H4z"/><path d="M8 9h8M8 12h5"/>"#)
    static let flask = Icon(
        #"<path d="M9 4h6M10 4v6l-5 9a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1l-5-9V4M7.500 15h9"/>"#
    )

    /// Returns the icon of an app.
    static func mark(of app: AppIdentity) -> Icon {
        switch app {
        case .videoclub: film
        case .weather: weather
        case .game: trophy
        case .posts: note
        case .playground: flask
        default: recado
        }
    }
}
