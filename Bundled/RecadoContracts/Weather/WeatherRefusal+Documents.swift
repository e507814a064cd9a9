// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

extension [DocumentedAnswer] {
    /// The answers of the weather: an output as JSON or otherwise, and refusals as JSON alone.
    ///
    /// - Parameters:
    ///   - about: Words about the output.
    ///   - others: The media types beside JSON, whose shapes are OpenWeatherMap's own.
    /// - Returns: The answers.
    static func weather(_ about: String, or others: [MediaType] = []) -> [DocumentedAnswer] {
        var answers = [DocumentedAnswer("200", about, in: [.json])]
        if !others.isEmpty { answers.append(.init("200", about, in: others, as: .any)) }
        return answers + [
            .init("400", "The place is named wrongly", in: [.json], as: refusal),
            .init("401", "The key is missing or not known", in: [.json], as: refusal),
            .init("404", "There is no such place", in: [.json], as: refusal),
            .init("default", "Any other refusal", in: [.json], as: refusal),
        ]
    }

    private static var refusal: Schema {
        Schema(
            .object([
                .init("cod", StatusCode.schema, isRequired: true),
                .init("message", .string(), isRequired: true),
            ])
        )
    }
}
