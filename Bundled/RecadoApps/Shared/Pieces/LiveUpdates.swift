// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// Attributes that tell the script which parts of a page to refresh at each event of a stream.
///
/// The first event also refreshes the parts, because data may have changed since the page was made.
/// The attributes are in the opening tag of an element; if the stream is lost, a note appears
/// before this element.
struct LiveUpdates: Sendable {
    /// The path of the stream.
    let path: String
    /// The IDs of the parts.
    let parts: [String]

    /// Returns the attributes, with a leading blank.
    func attributes(in visit: Visit) -> HTML {
        let lost = visit.language(
            "Ahora no es en directo: no se llega al servidor.",
            en: "This is not live now: the server is not reached."
        )
        return #"""
             data-live="\#(path)" data-updates="\#(parts.joined(separator: " "))" \#
            data-lost="\#(lost)"
            """#
    }
}
