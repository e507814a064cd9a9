// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints

/// Streams an event each time a film is added, changed, rented, returned or removed.
public struct WatchFilms: Endpoint {
    /// The method and the path.
    public static let route: Route = "GET /api/v1/live"
    /// The purpose of the call.
    public static let about = About(
        "Tells each time that a film is added, changed, rented, returned or removed.",
        detail: "The first event comes at once and names no film.",
        tags: ["films"]
    )
    /// A stream of events; each names the changed film, or none if any film may have changed.
    public typealias Output = EventFeed<FilmNews>

    /// Creates a call.
    public init() {}
}

/// An event that reports a change of the catalog; to see the change, read the catalog.
public struct FilmNews: Codable, Sendable, Hashable {
    /// The number of the film that was changed or removed.
    ///
    /// It is `nil` if any film may have changed: in the first event, after an import, and after
    /// changes that could not be reported one by one.
    public var film: Int?

    /// Creates an event.
    ///
    /// - Parameter film: The number of the film; `nil` if any film may have changed.
    public init(film: Int?) {
        self.film = film
    }
}
