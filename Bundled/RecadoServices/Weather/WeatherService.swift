// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
public import RecadoEndpoints
import RecadoHTTP
public import RecadoServer

/// The implementation of the weather, which replaces OpenWeatherMap and needs no network or
/// registered key.
///
/// The weather of a city in an hour is computed from the climate, the season and random values, and
/// is the same on every machine.
///
/// ```swift
/// let weather = WeatherService()
/// let application = try Application([weather.service], pages: WeatherService.pages)
/// ```
public struct WeatherService: Sendable {
    /// The accepted API keys; `nil` to accept any key that is not empty.
    private let keys: Set<String>?
    /// Returns the current Unix time.
    private let now: @Sendable () -> Int64

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - keys: The API keys to accept; by default any key that is not empty.
    ///   - now: The current Unix time; by default the system's clock.
    public init(keys: Set<String>? = nil, now: (@Sendable () -> Int64)? = nil) {
        self.keys = keys
        self.now = now ?? { Timestamp.now() }
    }

    /// The endpoints with their handlers.
    public var service: Service {
        var service = Service(Weather.api)
        service.compatibility = OpenWeatherMapCompatibility(keys: keys)
        service.crossOrigin = .any
        service.serve(tell)
        service.serve(forecast)
        service.serve(cities)
        service.view(CurrentWeather.self) { WeatherWidget($0).page }
        return service
    }

    /// The icons of the conditions, by path: pass them to `Application` as pages.
    public static var pages: [String: any Handler] { WeatherIcons.pages }

    // MARK: - Answering

    /// Returns the current weather of a place.
    func tell(_ call: CurrentWeather) async throws(WeatherFailure) -> WeatherReport {
        try check(call.appid)
        let (city, point) = try Self.place(of: call)
        let time = present
        let forecast = Forecast(
            city: city,
            hour: time - (time % 3600 + 3600) % 3600,
            units: Weather.Units(named: call.units),
            words: ConditionWords(language: call.lang)
        )
        var report = forecast.report
        if let point { report.coordinates = point }
        return report
    }

    /// Returns the forecast for a place.
    func forecast(_ call: ForecastWeather) async throws(WeatherFailure) -> WeatherForecast {
        try check(call.appid)
        let (city, point) = try Self.place(of: call)
        let count = call.cnt.flatMap { Int($0) } ?? ForecastSteps.greatestCount
        let steps = ForecastSteps(
            city: city,
            units: Weather.Units(named: call.units),
            words: ConditionWords(language: call.lang)
        )
        var forecast = steps.forecast(after: present, count: count)
        if let point { forecast.city.coord = point }
        return forecast
    }

    /// Lists all cities, or the cities that match the text in the call.
    func cities(_ call: ListCities) async -> [ListedCity] {
        let table = CityTable.standard
        return call.q.map { table.suggestions(for: $0).map(\.listed) } ?? table.listed
    }

    private func check(_ key: String?) throws(WeatherFailure) {
        guard OpenWeatherMapCompatibility.isValid(key, among: keys) else { throw .invalidKey }
    }

    /// The current time, limited to years of four digits.
    private var present: Int { Int(HTTPDate(secondsSince1970: now()).secondsSince1970) }

    private typealias Place = (city: City, point: WeatherReport.Coordinates?)

    private static func place(of call: some PlaceNaming) throws(WeatherFailure) -> Place {
        let table = CityTable.standard
        if let q = call.q, !q.isEmpty {
            guard let city = table.city(named: q) else { throw .cityNotFound }
            return (city, nil)
        }
        if let id = call.id?.wrappedValue {
            guard let city = table.city(id) else { throw .cityNotFound }
            return (city, nil)
        }
        if let latitude = call.lat?.value, let longitude = call.lon?.value {
            guard let city = table.city(nextTo: latitude, longitude) else {
                throw .cityNotFound
            }
            return (city, .init(lon: longitude.rounded(to: 4), lat: latitude.rounded(to: 4)))
        }
        if let zip = call.zip, !zip.isEmpty {
            guard let city = PostalCodes.city(of: zip).flatMap({ table.city($0) }) else {
                throw .cityNotFound
            }
            return (city, nil)
        }
        throw .nothingToGeocode
    }
}

/// A call that names a place by one of OpenWeatherMap's parameters.
private protocol PlaceNaming {
    var q: String? { get }
    var id: Within<1, 1_000_000_000>? { get }
    var lat: Degrees<90>? { get }
    var lon: Degrees<180>? { get }
    var zip: String? { get }
}

extension CurrentWeather: PlaceNaming {}
extension ForecastWeather: PlaceNaming {}
