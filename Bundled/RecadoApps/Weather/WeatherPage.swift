// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoScreens

/// The weather's screen as a page has it: made once, with what went over the wire for it.
struct WeatherPage: Sendable {
    /// The question, and the answer to it.
    private(set) var state: WeatherState
    /// The exchange for the present weather; `nil` where nothing was asked.
    private(set) var exchange: WireExchange?

    /// The city whose weather was found, as it is asked for: `Alicante,ES`.
    var city: String? {
        guard case .found(let report, _, _) = state.answer.value, let name = report.city,
            !name.isEmpty
        else { return nil }
        return [name, report.system?.country].compactMap(\.self).joined(separator: ",")
    }

    /// Asks for the weather of a place, for the day to come there, and
    /// for the places that there are.
    ///
    /// - Parameters:
    ///   - question: The question; places alone are looked up without one.
    ///   - calls: The calls of the weather, over a client with a wire tap.
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
