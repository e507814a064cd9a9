// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints

/// Asks for the forecast for a place, in steps of three hours for five days.
public struct ForecastWeather: Endpoint {
    /// The method and the path.
    public static let route: Route = "GET /forecast"
    /// The name of the endpoint: `forecast`.
    public static let name = "forecast"
    /// The description of the endpoint.
    public static let about = About(
        "Tells the weather that a place will have, every three hours for five days.",
        detail: """
            The place is a name (q), a number (id), coordinates (lat and lon) or a postal code (zip); \
            one of these is required, and the first of them that is there counts. Answers are JSON.
            """,
        tags: ["weather"]
    )
    /// The responses as OpenWeatherMap sends them; errors are not problem details.
    public static let documentedResponses: [DocumentedResponse] = .weather(
        "The weather of the days to come"
    )
    /// The forecast.
    public typealias Output = WeatherForecast
    /// Thrown if the API key or the place is wrong.
    public typealias Failure = WeatherFailure

    /// The name of a city, optionally with its country after a comma: `Alicante,ES`.
    @Query public var q: String?
    /// The number of a city at OpenWeatherMap, which uses the numbers of GeoNames.
    @Query public var id: Within<1, 1_000_000_000>?
    /// The latitude, from -90 to 90.
    @Query public var lat: Degrees<90>?
    /// The longitude, from -180 to 180.
    @Query public var lon: Degrees<180>?
    /// A postal code, with its country after a comma; the United States by default.
    @Query public var zip: String?
    /// The units of temperatures and speeds: `standard`, `metric` or `imperial`; `standard` by
    /// default.
    @Query public var units: String?
    /// The language of descriptions, such as `es`; English by default.
    @Query public var lang: String?
    /// The number of steps of three hours, from 1 to 40; without a valid number, 40, which is five
    /// days.
    @Query public var cnt: String?
    /// The caller's API key.
    @Query public var appid: String?

    /// Creates a call; to name a place in another way, set the properties.
    ///
    /// - Parameters:
    ///   - q: The name of a city, optionally with its country after a comma.
    ///   - units: The units of temperatures and speeds.
    ///   - lang: The language of descriptions; English by default.
    ///   - steps: The number of steps of three hours; 40 by default.
    ///   - appid: The caller's API key.
    public init(
        q: String? = nil,
        units: Weather.Units? = nil,
        lang: String? = nil,
        steps: Int? = nil,
        appid: String? = nil
    ) {
        self.q = q
        id = nil
        lat = nil
        lon = nil
        zip = nil
        self.units = units?.rawValue
        self.lang = lang
        cnt = steps.map { "\($0)" }
        self.appid = appid
    }
}
