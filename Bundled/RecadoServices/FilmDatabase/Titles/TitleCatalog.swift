// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import Synchronization

/// The titles that are known, with an index that is made when the first of them is looked up.
final class TitleCatalog: Sendable {
    private let further: [TitleRecord]
    private let made = Mutex<TitleIndex?>(nil)

    /// The known titles, and further ones behind them.
    init(adding titles: [TitleRecord]) { further = titles }

    /// The index; a second that asks meanwhile waits for the first.
    var index: TitleIndex {
        made.withLock { made in
            if let made { return made }
            let index = TitleIndex(TitleTable.records + further)
            made = index
            return index
        }
    }
}
