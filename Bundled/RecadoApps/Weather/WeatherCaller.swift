// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
public import RecadoClient
import RecadoContracts
import RecadoHTTP
import RecadoScreens
import Synchronization

/// The weather service as the app calls it: the bundled one, OpenWeatherMap, or another that keeps its
/// contract.
public struct WeatherCaller: Sendable {
    private let client: Client
    private let key: String
    private let cities = ListedCities()

    /// Creates a caller.
    ///
    /// - Parameters:
    ///   - client: A client whose base is what comes before `/weather`.
    ///   - key: The key that the service wants; the bundled one is content with any.
    public init(_ client: Client, key: String = "recado") {
        self.client = client.with { $0.answers.errors = [ErrorModel(WeatherRefusal.self)] }
            .withWireTap()
        self.key = key
    }

    /// Why there is no weather to tell.
    enum Miss: Error {
        /// There is no such place.
        case unknownPlace
        /// The service did not say.
        case trouble(Trouble)
    }

    /// The weather of a place.
    func report(
        for question: WeatherQuestion,
        _ tape: WireTape
    ) async throws(Miss) -> WeatherReport {
        let call = CurrentWeather(
            q: question.place,
            units: question.units,
            lang: question.language.tag,
            mode: question.form.rawValue,
            appid: key
        )
        do throws(CallError<WeatherFailure>) {
            return try await client.send(call, with: tape.options)
        } catch {
            throw Self.miss(error)
        }
    }

    private static func miss(_ error: CallError<WeatherFailure>) -> Miss {
        switch error.status {
        case .notFound: return .unknownPlace
        case .unauthorized:
            let words = Phrase(
                "El servicio no acepta la clave de esta aplicación.",
                en: "The service does not take this app's key."
            )
            return .trouble(Trouble(.notSignedIn, words, report: error.description))
        default: return .trouble(Trouble(error))
        }
    }

    /// The weather that a place will have; nothing where the service does not tell it, for the app works
    /// without.
    func forecast(for question: WeatherQuestion) async -> WeatherForecast? {
        let call = ForecastWeather(
            q: question.place,
            units: question.units,
            lang: question.language.tag,
            steps: DayCurve.steps,
            appid: key
        )
        return try? await client.send(call)
    }

    /// The cities whose weather is told; none when the service cannot say, for the app works without.
    ///
    /// They are asked for once an hour.
    func listedCities() async -> [ListedCity] {
        if let kept = cities.kept { return kept }
        guard let found = try? await client.send(ListCities()) else { return [] }
        cities.keep(found)
        return found
    }

    /// The cities that a text may mean; none when the service cannot say.
    func suggestions(for text: String) async -> [ListedCity] {
        (try? await client.send(ListCities(q: text))) ?? []
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
