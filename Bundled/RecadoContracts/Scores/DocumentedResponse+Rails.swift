// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

extension [DocumentedResponse] {
    /// Returns the answers of the scores service, which sends HTML to callers that ask for no other
    /// format, and errors in the format of Ruby on Rails.
    ///
    /// - Parameters:
    ///   - status: The status of the answer; 204 has no content.
    ///   - about: A description of the answer.
    ///   - page: A description of the redirect for callers that ask for HTML; `nil` if they get the
    ///     page itself.
    ///   - refusals: Descriptions of the refusals, by status.
    /// - Returns: The answers.
    static func rails(
        _ status: String,
        _ about: String,
        leadsTo page: String? = nil,
        refusals: [String: String]
    ) -> [DocumentedResponse] {
        var answers = [DocumentedResponse(status, about, in: status == "204" ? [] : [.json, .xml])]
        answers.append(
            .init(page == nil ? status : "302", page ?? about, in: [.html], as: .string())
        )
        for (status, about) in refusals.sorted(by: { $0.key < $1.key }) {
            answers += refusal(status, about)
        }
        return answers + refusal("default", "Any other refusal")
    }

    private static func refusal(_ status: String, _ about: String) -> [DocumentedResponse] {
        let isInvalid = status == "422"
        return [
            .init(status, about, in: [.json], as: isInvalid ? faults : failure),
            .init(status, about, in: [.xml], as: isInvalid ? .any : failure),
            .init(status, about, in: [.html], as: .string()),
        ]
    }

    /// An error: `{"status":404,"error":"Not Found"}`, or an element `hash` in XML.
    private static let failure = Schema(
        .object([
            .init("status", .integer(400...599), isRequired: true),
            .init("error", .string(), isRequired: true),
        ])
    )

    /// Invalid members: `{"name":["is too long"]}`, or an element `errors` in XML.
    private static let faults: Schema = {
        let sentences = Schema(.array(.string()))
        return Schema(
            .object([
                .init("name", sentences, isRequired: false),
                .init("total", sentences, isRequired: false),
            ])
        )
    }()

    /// The refusals of calls that add or change a score.
    static let refusalsOfChanges = [
        "400": "The content cannot be read, or says nothing of a score",
        "406": "There is no such format",
        "413": "The content is too long",
        "422": "A name or a total that has no room",
    ]
}
