// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import Testing

@testable import RecadoSQLiteCache

@Suite(.timeLimit(.minutes(1))) struct `Cache changes waiting to be written` {
    private static let entry = CacheEntry(
        selectors: [],
        status: .ok,
        fields: [:],
        content: [UInt8](repeating: 0, count: 1_000),
        requested: HTTPDate(secondsSince1970: 1_000),
        received: HTTPDate(secondsSince1970: 1_001)
    )

    @Test func `stay limited in number, and clear the file if some were dropped`() {
        var journal = CacheJournal(limit: 100_000)
        var most = 0
        for number in 0..<200_000 {
            _ = journal.append(.keep("https://a.example/\(number)", Self.entry))
            most = max(most, journal.entryCount)
        }
        #expect(most <= 10_000)
        // The journal has dropped changes, so the first remaining one empties the file.
        guard case .removeAll = journal.next()?.changes.first else {
            Issue.record("the file still holds what was replaced")
            return
        }
    }
}
