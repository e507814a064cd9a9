// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoScreens

/// The user's choice of how the page shows the three best scores.
struct Top3Choice: Sendable, Hashable {
    /// The choice of when the scores appear: with the page or later, once or at every change.
    enum Manner: String, Sendable, CaseIterable {
        /// The page appears when the scores have been read, as with a blocking call.
        case blocking
        /// The page appears at once, and the scores follow when they have been read, as with an
        /// asynchronous call.
        case asynchronous = "async"
        /// The page appears when the scores have been read, and is updated each time they change.
        case live

        /// The name of the choice, as pages show it.
        var title: Phrase {
            switch self {
            case .blocking: Phrase("Bloqueante", en: "Blocking")
            case .asynchronous: Phrase("Asíncrona", en: "Asynchronous")
            case .live: Phrase("En directo", en: "Live")
            }
        }
    }

    /// The format in which the scores are requested.
    var way = ScoreCalls.ReadingWay.json
    /// The choice of when the scores appear.
    var manner = Manner.live

    /// Reads the choice from the query of the page's address.
    init(_ visit: Visit) {
        way = visit.query["by"].flatMap { ScoreCalls.ReadingWay(rawValue: $0) } ?? .json
        manner = visit.query["manner"].flatMap { Manner(rawValue: $0) } ?? .live
    }

    /// The address of the page.
    var path: String {
        var items = QueryItems()
        items.append(way == .json ? nil : way.rawValue, to: "by")
        items.append(manner == .live ? nil : manner.rawValue, to: "manner")
        let root = AppIdentity.game.path
        return items.isEmpty ? root : "\(root)?\(items.encoded)"
    }
}
