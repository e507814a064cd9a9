// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints

/// Lists the cities that the service has weather for, or suggests cities for a text that is being
/// typed.
///
/// OpenWeatherMap has the list as a file, `city.list.json`. The call needs no key.
public struct ListCities: Endpoint {
    /// The method and the path.
    public static let route: Route = "GET /cities"
    /// The name of the endpoint: `cities`.
    public static let name = "cities"
    /// The description of the endpoint.
    public static let about = About(
        "Lists the cities whose weather is told.",
        detail: """
            With q, at most ten that it may mean: names that begin so, or else those that differ by a \
            slip. OpenWeatherMap has the list as a file, city.list.json.
            """,
        tags: ["weather"]
    )
    /// The responses as OpenWeatherMap sends them; errors are not problem details.
    public static let documentedResponses: [DocumentedResponse] = .weather("The cities")
    /// An array of cities, without an envelope.
    public typealias Output = [ListedCity]

    /// The beginning of a name, or a name with typing errors; without it, all cities are listed.
    @Query public var q: String?

    /// Creates a call.
    ///
    /// - Parameter q: The beginning of a name, or a name with typing errors; without it, all cities
    ///   are listed.
    public init(q: String? = nil) {
        self.q = q
    }
}

/// A city that the service has weather for.
public struct ListedCity: Codable, Sendable, Hashable, Identifiable {
    /// The number of the city.
    public var id: Int
    /// The name.
    public var name: String
    /// The country, by its code of two letters.
    public var country: String
    /// The coordinates of the city.
    public var coord: WeatherReport.Coordinates

    /// Creates a city.
    ///
    /// - Parameters:
    ///   - id: The number of the city.
    ///   - name: The name.
    ///   - country: The country, by its code of two letters.
    ///   - coord: The coordinates of the city.
    public init(id: Int, name: String, country: String, coord: WeatherReport.Coordinates) {
        self.id = id
        self.name = name
        self.country = country
        self.coord = coord
    }
}
