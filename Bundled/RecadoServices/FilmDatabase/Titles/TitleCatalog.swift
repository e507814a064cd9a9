// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import Synchronization

/// The known titles, with an index that is built at the first search.
final class TitleCatalog: Sendable {
    private let further: [TitleRecord]
    private let made = Mutex<TitleIndex?>(nil)

    /// Creates a catalog of the built-in titles, followed by further titles.
    init(adding titles: [TitleRecord]) { further = titles }

    /// The index; other callers wait while the first caller builds the index.
    var index: TitleIndex {
        made.withLock { made in
            if let made { return made }
            let index = TitleIndex(TitleTable.records + further)
            made = index
            return index
        }
    }
}
