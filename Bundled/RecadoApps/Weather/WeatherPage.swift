// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoScreens

/// The state of the weather page and the messages that were sent over the wire for it.
struct WeatherPage: Sendable {
    /// The question, and the answer to it.
    private(set) var state: WeatherState
    /// The exchange for the current weather; `nil` if no call was made.
    private(set) var exchange: WireExchange?

    /// The city whose weather was found, as requests name it: `Alicante,ES`.
    var city: String? {
        guard case .found(let report, _, _) = state.answer.value, let name = report.city,
            !name.isEmpty
        else { return nil }
        return [name, report.system?.country].compactMap(\.self).joined(separator: ",")
    }

    /// Requests the current weather of a place, its forecast for five days, and the list of
    /// cities.
    ///
    /// - Parameters:
    ///   - question: The question; without a place, only the list of places is requested.
    ///   - calls: The calls of the weather service, over a client with a wire tap.
    init(asking question: WeatherQuestion, of calls: WeatherCalls) async {
        var state = WeatherState(question)
        async let cities = calls.listedCities()
        if let request = state.begin() {
            let tape = WireTape()
            let answer = await Result(awaiting: { () async throws(ScreenError) in
                try await calls.answer(to: request.question, with: tape.options)
            })
            state.finish(request, with: answer)
            exchange = tape.last
        }
        state.cities = await cities
        self.state = state
    }
}
