// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

extension [DocumentedResponse] {
    /// Returns the answers of a weather endpoint: the output as JSON or other types, and refusals
    /// as JSON only.
    ///
    /// - Parameters:
    ///   - about: A description of the output.
    ///   - others: The other media types of the output, whose structures are specific to
    ///     OpenWeatherMap.
    /// - Returns: The answers.
    static func weather(_ about: String, or others: [MediaType] = []) -> [DocumentedResponse] {
        var answers = [DocumentedResponse("200", about, in: [.json])]
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
