// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoClient
public import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import Synchronization

/// The calls that screens of the weather make, with errors that screens can show.
///
/// The service is the bundled service, OpenWeatherMap, or another service with the same contract.
public struct WeatherCalls: Sendable {
    private let client: Client
    private let key: String
    private let cities = ListedCities()

    /// Creates the calls.
    ///
    /// - Parameters:
    ///   - client: The client of the weather.
    ///   - key: The API key that the service requires; the bundled service accepts any key.
    public init(_ client: Client, key: String = "recado") {
        self.client = client.with { $0.responseRules.errors = [ErrorModel(WeatherError.self)] }
        self.key = key
    }

    /// Returns the current weather of a place.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - options: Further options of the call.
    /// - Returns: The weather; `nil` if the service does not know the place.
    /// - Throws: ``ScreenError/Reason/wrongKey``, or the error that prevented the answer.
    public func report(
        for question: WeatherQuestion,
        with options: CallOptions = CallOptions()
    ) async throws(ScreenError) -> WeatherReport? {
        var call = CurrentWeather(
            q: question.name,
            units: question.units,
            lang: question.language,
            mode: question.form.rawValue,
            appid: key
        )
        (call.lat, call.lon) = question.degrees
        do throws(CallError<WeatherFailure>) {
            return try await client.send(call, with: options)
        } catch {
            if error.status == .notFound { return nil }
            throw ScreenError(error, error.status == .unauthorized ? .wrongKey : nil)
        }
    }

    /// Returns the forecast for a place.
    ///
    /// - Parameter question: The question.
    /// - Returns: The next five days; `nil` if the service does not return it, since screens work
    ///   without it.
    public func forecast(for question: WeatherQuestion) async -> WeatherForecast? {
        var call = ForecastWeather(
            q: question.name,
            units: question.units,
            lang: question.language,
            steps: WeatherDay.steps,
            appid: key
        )
        (call.lat, call.lon) = question.degrees
        return try? await client.send(call)
    }

    /// Returns the cities that the service has weather for; the list is cached for an hour.
    ///
    /// - Returns: The cities; empty if the call fails, since screens work without them.
    public func listedCities() async -> [ListedCity] {
        if let kept = cities.kept { return kept }
        guard let found = try? await client.send(ListCities()) else { return [] }
        cities.keep(found)
        return found
    }

    /// Returns the cities that match a text.
    ///
    /// - Parameter text: The beginning of a name, or a name with typing errors.
    /// - Returns: At most ten cities; empty if the call fails.
    public func suggestions(for text: String) async -> [ListedCity] {
        (try? await client.send(ListCities(q: text))) ?? []
    }

    /// Returns the answer to a question: the weather and the forecast, or cities with similar
    /// names.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - options: Further options of the call for the current weather.
    /// - Returns: The answer.
    /// - Throws: The error that prevented the answer.
    public func answer(
        to question: WeatherQuestion,
        with options: CallOptions = CallOptions()
    ) async throws(ScreenError) -> WeatherState.Finding {
        async let future = forecast(for: question)
        guard let report = try await report(for: question, with: options) else {
            return .unknown(await suggestions(for: question.place))
        }
        guard let forecast = await future else { return .found(report, nil, []) }
        return .found(report, DayCurve(report, forecast), WeatherDay.days(report, forecast))
    }
}

extension WeatherQuestion {
    /// The name of the city; `nil` if it is empty.
    fileprivate var name: String? { place.isEmpty ? nil : place }

    /// The latitude and the longitude; both are `nil` if there is a name.
    fileprivate var degrees: (Degrees<90>?, Degrees<180>?) {
        guard place.isEmpty, let position else { return (nil, nil) }
        return (Degrees(position.lat), Degrees(position.lon))
    }
}

/// A cache of the list of cities, which expires after an hour.
private final class ListedCities: Sendable {
    private let state = Mutex<(cities: [ListedCity], until: ContinuousClock.Instant)?>(nil)

    var kept: [ListedCity]? {
        state.withLock { state in
            guard let state, state.until > .now else { return nil }
            return state.cities
        }
    }

    func keep(_ cities: [ListedCity]) {
        state.withLock { $0 = (cities, .now + .seconds(3600)) }
    }
}
