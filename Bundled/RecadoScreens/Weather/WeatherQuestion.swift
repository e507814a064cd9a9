// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoContracts

/// A question about the weather: the place, and the format, the units and the language of the
/// answer.
public struct WeatherQuestion: Sendable, Hashable {
    /// The formats in which the service can answer.
    public enum Form: String, Sendable, Hashable, CaseIterable {
        /// JSON.
        case json
        /// XML.
        case xml
    }

    /// The name of a city, optionally with its country after a comma: `Guadalajara,MX`.
    public var place: String
    /// The coordinates to use if ``place`` is empty.
    public var position: WeatherReport.Coordinates?
    /// The format in which the service answers.
    public var form: Form
    /// The units of temperatures and speeds.
    public var units: Weather.Units
    /// The language of descriptions, as a language tag: `es`.
    public var language: String

    /// Creates a question.
    ///
    /// - Parameters:
    ///   - place: The name of a city; empty by default.
    ///   - form: The format in which the service answers; JSON by default.
    ///   - units: The units of temperatures and speeds; degrees Celsius and meters per second by
    ///     default.
    ///   - language: The language of descriptions, as a language tag; English by default.
    public init(
        place: String = "",
        form: Form = .json,
        units: Weather.Units = .metric,
        language: String = "en"
    ) {
        self.place = place
        self.form = form
        self.units = units
        self.language = language
    }
}
