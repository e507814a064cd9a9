// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoContracts

/// The state of the weather's screen: the question as typed, and the answer to the latest question.
public struct WeatherState: Sendable {
    /// The answers to a question.
    public enum Finding: Sendable, Hashable {
        /// The weather, and the next twenty-four hours and the next days, if the service returns
        /// them.
        case found(WeatherReport, DayCurve?, [WeatherDay])
        /// The place is unknown; the value contains cities with similar names.
        case unknown([ListedCity])
    }

    /// The question to ask.
    public struct Request: Sendable {
        /// The question.
        public let question: WeatherQuestion
        fileprivate let ticket: CallState<Finding>.Ticket
    }

    /// The question as typed; blanks around the place are ignored.
    public var question: WeatherQuestion
    /// The state of the latest question: whether it is under way, the answer, and the error.
    public private(set) var answer = CallState<Finding>()
    /// The question whose answer is shown; `nil` if there is none.
    public private(set) var answered: WeatherQuestion?
    /// The cities to choose from.
    public var cities: [ListedCity] = []

    /// Creates the state of a screen before the first question.
    ///
    /// - Parameter question: The initial question; empty by default.
    public init(_ question: WeatherQuestion = WeatherQuestion()) {
        self.question = question
    }

    /// At most ten cities whose names begin with the typed text, ignoring case.
    public var suggestions: [ListedCity] {
        let beginning = question.place.trimmed.lowercased()
        guard !beginning.isEmpty else { return [] }
        return Array(cities.lazy.filter { $0.name.lowercased().hasPrefix(beginning) }.prefix(10))
    }

    /// Begins to ask the question.
    ///
    /// - Returns: The question to send; `nil` if it names neither a place nor a position.
    public mutating func begin() -> Request? {
        var question = question
        question.place = question.place.trimmed
        guard !question.place.isEmpty || question.position != nil else { return nil }
        return Request(question: question, ticket: answer.begin())
    }

    /// Records the answer to a question, or the error; has no effect if a later question has
    /// replaced it.
    ///
    /// - Parameters:
    ///   - request: The question.
    ///   - result: The answer or the error.
    public mutating func finish(_ request: Request, with result: Result<Finding, ScreenError>) {
        guard answer.finish(request.ticket, with: result) else { return }
        if case .success = result { answered = request.question }
    }

    /// Cancels the question under way; the answer to an earlier question stays.
    public mutating func cancel() {
        answer.cancel()
    }
}
