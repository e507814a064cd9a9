// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoStore

extension VideoclubService {
    /// Tells of the catalog at once, and of each film that changes from then on.
    func watch(_ call: WatchFilms) async throws(HandlerError<Never>) -> EventFeed<FilmNews> {
        do throws(StoreError) {
            let changes = try await store.notifications(on: Self.channel)
            return EventFeed(of: FilmNewsSequence(changes: changes))
        } catch {
            throw .problem(ProblemDetails(translating: error))
        }
    }
}

/// News without a film, and news of each film that changes.
private struct FilmNewsSequence: AsyncSequence, Sendable {
    let changes: NotificationSequence

    func makeAsyncIterator() -> Iterator {
        Iterator(changes: changes.makeAsyncIterator())
    }

    struct Iterator: AsyncIteratorProtocol {
        var changes: NotificationSequence.Iterator
        var hasBegun = false

        init(changes: NotificationSequence.Iterator) {
            self.changes = changes
        }

        /// The next news; `nil` when the store is closed, and the client comes back.
        mutating func next() async -> FilmNews? {
            guard hasBegun else {
                hasBegun = true
                return FilmNews(film: nil)
            }
            switch await changes.next() {
            case .message(let id): return FilmNews(film: Int(id))
            case .gap: return FilmNews(film: nil)
            case nil: return nil
            }
        }
    }
}
