// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoClient
public import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import Synchronization

/// The calls that screens of the weather make, with errors that screens tell of.
///
/// The service is the bundled one, OpenWeatherMap, or another that keeps its contract.
public struct WeatherCalls: Sendable {
    private let client: Client
    private let key: String
    private let cities = ListedCities()

    /// Creates the calls.
    ///
    /// - Parameters:
    ///   - client: The client of the weather.
    ///   - key: The key that the service wants; the bundled one is content with any.
    public init(_ client: Client, key: String = "recado") {
        self.client = client.with { $0.answers.errors = [ErrorModel(WeatherRefusal.self)] }
        self.key = key
    }

    /// The present weather of a place.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - options: Further options of the call.
    /// - Returns: The weather; `nil` for a place that the service does not know.
    /// - Throws: ``ScreenError/Reason/wrongKey``, or the error that
    ///   kept the service from answering.
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

    /// The weather that a place will have.
    ///
    /// - Parameter question: The question.
    /// - Returns: The next five days; `nil` where the service does not
    ///   tell, for screens work without.
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

    /// The cities whose weather is told, which are asked for once an hour.
    ///
    /// - Returns: The cities; none when the service cannot say, for screens work without.
    public func listedCities() async -> [ListedCity] {
        if let kept = cities.kept { return kept }
        guard let found = try? await client.send(ListCities()) else { return [] }
        cities.keep(found)
        return found
    }

    /// The cities that a text may mean.
    ///
    /// - Parameter text: The beginning of a name, or one with slips.
    /// - Returns: At most ten cities; none when the service cannot say.
    public func suggestions(for text: String) async -> [ListedCity] {
        (try? await client.send(ListCities(q: text))) ?? []
    }

    /// Answers a question: the weather and the days to come, or the
    /// places that may have been meant.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - options: Further options of the call for the present weather.
    /// - Returns: The answer.
    /// - Throws: The error that kept the service from answering.
    public func answer(
        to question: WeatherQuestion,
        with options: CallOptions = CallOptions()
    ) async throws(ScreenError) -> WeatherState.Answer {
        async let future = forecast(for: question)
        guard let report = try await report(for: question, with: options) else {
            return .unknown(await suggestions(for: question.place))
        }
        guard let forecast = await future else { return .found(report, nil, []) }
        return .found(report, DayCurve(report, forecast), WeatherDay.days(report, forecast))
    }
}

extension WeatherQuestion {
    /// The name of a city, if there is one.
    fileprivate var name: String? { place.isEmpty ? nil : place }

    /// The latitude and the longitude, where there is no name.
    fileprivate var degrees: (Degrees<90>?, Degrees<180>?) {
        guard place.isEmpty, let position else { return (nil, nil) }
        return (Degrees(position.lat), Degrees(position.lon))
    }
}

/// The list of cities as it was last read.
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
