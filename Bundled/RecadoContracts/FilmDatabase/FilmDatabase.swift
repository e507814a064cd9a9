// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints

/// A database of films that is searched by title, IMDb identifier or words, like OMDb.
///
/// The declaration describes both the service that stands in for OMDb and OMDb itself, whose base
/// is `https://www.omdbapi.com`.
public enum FilmDatabase: Sendable {
    /// The declaration of the service.
    public static let api = API(
        name: "films",
        title: "Film database",
        version: "1.0.0",
        prefix: "/omdb",
        about: """
            Films and series by title, number at IMDb and words of titles, in JSON and XML, in the \
            manner of OMDb. What is not found is told with 200 and Response "False".
            """,
        endpoints: [SearchTitles.self]
    )
}
