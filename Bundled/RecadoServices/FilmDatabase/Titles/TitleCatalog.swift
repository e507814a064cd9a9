// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import Synchronization

/// The known titles, with an index that is made at the first search.
final class TitleCatalog: Sendable {
    private let further: [TitleRecord]
    private let made = Mutex<TitleIndex?>(nil)

    /// Creates a catalog of the known titles, followed by further ones.
    init(adding titles: [TitleRecord]) { further = titles }

    /// The index; while it is being made, other callers wait.
    var index: TitleIndex {
        made.withLock { made in
            if let made { return made }
            let index = TitleIndex(TitleTable.records + further)
            made = index
            return index
        }
    }
}
