// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoStore

extension VideoclubService {
    /// Streams news of the catalog: an event at once, and then an event for each film that changes.
    func watch(_ call: WatchFilms) async throws(HandlerError<Never>) -> EventFeed<FilmNews> {
        do throws(StoreError) {
            let changes = try await store.notifications(on: Self.channel)
            return EventFeed(
                of: NewsSequence(changes: changes) { change in
                    guard case .message(let id)? = change else { return FilmNews(film: nil) }
                    return FilmNews(film: Int(id))
                }
            )
        } catch {
            throw .problem(ProblemDetails(translating: error))
        }
    }
}
