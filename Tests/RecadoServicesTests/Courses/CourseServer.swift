// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import RecadoServices
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Every service of the courses on one port, for clients that do not use Recado.
struct CourseServer: Sendable {
    /// The origin before the paths: `http://127.0.0.1:49152`.
    let base: String

    /// Serves all services on a free port while `body` runs.
    static func serve(
        in manner: Videoclub.Manner = .declared,
        _ body: (CourseServer) async throws -> Void
    ) async throws {
        try await Club.open(manner: manner) { club in
            let services = [
                club.service.service, try await ScoresService(store: club.store).service,
                try await PostsService(store: club.store).service, WeatherService().service,
                FilmDatabaseService().service, PlaygroundService().service,
                RoutesService(publicBase: Club.base).service,
            ]
            var pages = VideoclubService.pages
            pages.merge(WeatherService.pages) { own, _ in own }
            try await Application(services, pages: pages).listen { address in
                try await body(CourseServer(base: "http://\(address)"))
            }
        }
    }

    /// Returns the URL of a path with its query.
    func url(_ target: String) throws -> URL { try #require(URL(string: base + target)) }
}
