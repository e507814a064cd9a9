// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoEndpoints
import RecadoHTTP

/// Asks for the current weather of a place.
public struct CurrentWeather: Endpoint {
    /// The method and the path.
    public static let route: Route = "GET /weather"
    /// The name of the endpoint: `current`.
    public static let name = "current"
    /// The description of the endpoint.
    public static let about = About(
        "Tells the present weather of a place.",
        detail: """
            The place is a name (q), a number (id), coordinates (lat and lon) or a postal code (zip); \
            one of these is required, and the first of them that is there counts.
            """,
        tags: ["weather"]
    )
    /// JSON, and XML whose structure differs from that of the JSON.
    public static let formats: [Format] = [.json, .xml(WeatherReport.xml)]
    /// The responses as OpenWeatherMap sends them; errors are not problem details.
    public static let documentedResponses: [DocumentedResponse] = .weather(
        "The weather",
        or: [.xml, .html]
    )
    /// The weather.
    public typealias Output = WeatherReport
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
    /// The format of the answer: `json`, `xml` or `html`; `json` by default.
    @Query public var mode: String?
    /// The caller's API key.
    @Query public var appid: String?

    /// Creates a call; to name a place in another way, set the properties.
    ///
    /// - Parameters:
    ///   - q: The name of a city, optionally with its country after a comma.
    ///   - units: The units of temperatures and speeds.
    ///   - lang: The language of descriptions; English by default.
    ///   - mode: `json`, `xml` or `html`; JSON by default. A typed call understands the first two.
    ///   - appid: The caller's API key.
    public init(
        q: String? = nil,
        units: Weather.Units? = nil,
        lang: String? = nil,
        mode: String? = nil,
        appid: String? = nil
    ) {
        self.q = q
        id = nil
        lat = nil
        lon = nil
        zip = nil
        self.units = units?.rawValue
        self.lang = lang
        self.mode = mode
        self.appid = appid
    }
}
