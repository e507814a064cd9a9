// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoContracts
public import RecadoScreens

/// What somebody wants to know of the weather, and how.
public struct WeatherQuestion: Sendable, Hashable {
    /// The formats in which the service can answer.
    public enum Form: String, Sendable, Hashable, CaseIterable {
        /// JSON.
        case json
        /// XML.
        case xml

        /// The name for people.
        public var title: String { rawValue.uppercased() }
    }

    /// The name of a city, perhaps with its country after a comma.
    public var place: String
    /// The format in which the service answers.
    public var form: Form
    /// The units of temperatures and speeds.
    public var units: Weather.Units
    /// The language of descriptions.
    public var language: AppLanguage

    /// Creates a question.
    ///
    /// - Parameters:
    ///   - place: The name of a city.
    ///   - form: The format in which the service answers.
    ///   - units: The units of temperatures and speeds.
    ///   - language: The language of descriptions.
    public init(
        place: String = "",
        form: Form = .json,
        units: Weather.Units = .metric,
        language: AppLanguage = .spanish
    ) {
        self.place = place
        self.form = form
        self.units = units
        self.language = language
    }
}

/// The weather app without its looks: what was asked, and what came of it.
///
/// ```swift
/// var model = WeatherModel(caller)
/// await model.ask(WeatherQuestion(place: "Alicante"))
/// if case .found(let report) = model.answer { … }
/// ```
public struct WeatherModel: Sendable {
    /// What came of a question.
    public enum Answer: Sendable, Hashable {
        /// Nothing was asked.
        case nothingAsked
        /// The weather.
        case found(WeatherReport)
        /// There is no such place; others may have been meant.
        case unknown([ListedCity])
        /// The service did not say.
        case trouble(Trouble)
    }

    /// What was asked last.
    public private(set) var question = WeatherQuestion()
    /// What came of it.
    public private(set) var answer = Answer.nothingAsked
    /// The day to come, where the service tells it.
    public private(set) var curve: DayCurve?
    /// What went over the wire for the answer.
    public private(set) var exchange: WireExchange?
    /// Places to choose from.
    public private(set) var cities: [ListedCity] = []

    private let caller: WeatherCaller

    /// Creates a model that knows of no weather yet.
    ///
    /// - Parameter caller: The service.
    public init(_ caller: WeatherCaller) {
        self.caller = caller
    }

    /// Asks for the weather of a place, for the day to come there, and for the places that there are.
    ///
    /// - Parameter question: What is asked; places alone are looked up without one.
    public mutating func ask(_ question: WeatherQuestion) async {
        self.question = question
        (answer, curve, exchange) = (.nothingAsked, nil, nil)
        let caller = caller
        async let listed = caller.listedCities()
        if !question.place.isEmpty { await find() }
        cities = await listed
    }

    private mutating func find() async {
        let (caller, question, tape) = (caller, question, WireTape())
        async let future = caller.forecast(for: question)
        do throws(WeatherCaller.Miss) {
            let report = try await caller.report(for: question, tape)
            answer = .found(report)
            curve = await future.flatMap { DayCurve(report, $0) }
        } catch {
            switch error {
            case .unknownPlace:
                answer = .unknown(await caller.suggestions(for: question.place))
            case .trouble(let trouble): answer = .trouble(trouble)
            }
        }
        exchange = tape.last
    }
}
