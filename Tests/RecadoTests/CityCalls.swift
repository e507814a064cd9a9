// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// A file as in an app, which needs only one import.
import Recado

/// A city's temperature.
struct ShowTemperature: Endpoint {
    static let route: Route = "GET /cities/{name}/temperature"
    static let formats: [Format] = [.json, .xml]

    struct Output: Codable, Sendable, Equatable {
        var degrees: Double
    }

    enum Failure: Problem, CaseIterable {
        case noSuchCity

        var status: Status { .notFound }
        var title: String { "No such city" }
    }

    @Path var name: String
    @Query var unit: String?
}

/// Returns the temperature in a city, as an app would read it.
func temperature(in city: String, at base: String) async throws -> Double? {
    let client = try Client(base: base) { $0.credentials = BearerCredentials(token: "t") }
    do {
        return try await client.send(ShowTemperature(name: city, unit: "F")).degrees
    } catch .failed(.noSuchCity) {
        return nil
    }
}
