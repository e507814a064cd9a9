// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import Observation
import RecadoClient

/// An observable model of the weather.
@Observable @MainActor
public final class WeatherModel {
    /// The state of the screen.
    public private(set) var state: WeatherState

    private let calls: WeatherCalls
    private let owner = CallScope("weather")

    /// Creates the model of a screen before the first question.
    ///
    /// - Parameters:
    ///   - calls: The calls of the weather.
    ///   - question: The initial question; empty by default.
    public init(_ calls: WeatherCalls, question: WeatherQuestion = WeatherQuestion()) {
        self.calls = calls
        state = WeatherState(question)
    }

    /// The question as typed; ``ask()`` sends it.
    public var question: WeatherQuestion {
        get { state.question }
        set { state.question = newValue }
    }

    /// Asks the question; a question under way is cancelled.
    public func ask() async {
        owner.cancelAll()
        guard let request = state.begin() else { return state.cancel() }
        let calls = calls
        let call = owner.start { () async throws(ScreenError) in
            try await calls.answer(to: request.question)
        }
        state.finish(request, with: await call.result)
    }

    /// Cancels the question under way.
    public func cancel() {
        owner.cancelAll()
        state.cancel()
    }

    /// Reads the cities to choose from, unless they are known.
    public func loadCities() async {
        guard state.cities.isEmpty else { return }
        let cities = await calls.listedCities()
        if state.cities.isEmpty { state.cities = cities }
    }
}
