// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// Tells the script which parts of a page are made anew each time that a stream has an event.
///
/// So does its first one, for something may have changed since the page was made.
/// They stand in the opening tag of an element, which a note that the stream is lost is put before.
struct LiveUpdates: Sendable {
    /// The address of the stream.
    let path: String
    /// The identifiers of the parts.
    let parts: [String]

    /// The attributes, after a blank.
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
