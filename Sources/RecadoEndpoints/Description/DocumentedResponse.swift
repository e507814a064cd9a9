// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// The description of an answer for OpenAPI documents, needed if ``Service/Compatibility`` changes
/// the declared media type of the answer or the structure of its errors.
///
/// ```swift
/// static let documentedResponses = [
///     DocumentedResponse("200", "The weather", in: [.json]),
///     DocumentedResponse("default", "Refused", in: [.json], as: WeatherError.schema),
/// ]
/// ```
public struct DocumentedResponse: Sendable {
    /// The status in the notation of OpenAPI: `200`, `4XX` for a whole class, or `default` for all
    /// other statuses.
    public var status: String
    /// The human-readable description of the answer.
    public var about: String
    /// The media types of the content; empty for an answer without content.
    public var mediaTypes: [MediaType] {
        get { types.compactMap { MediaType($0) } }
        set { types = newValue.map(\.description) }
    }
    /// The media types as written in OpenAPI documents.
    package var types: [String]
    /// The type of the content, from which its schema is derived; `nil` if ``schema`` is used.
    var model: (any (Codable & Sendable).Type)?
    /// The schema of the content; `nil` for the schema of the endpoint's output.
    public var schema: Schema?

    /// Creates the description of an answer.
    ///
    /// - Parameters:
    ///   - status: The status, `200`, or `4XX`, or `default`.
    ///   - about: The human-readable description of the answer.
    ///   - mediaTypes: The media types of the content; none for an answer without content.
    ///   - schema: The schema of the content; that of the endpoint's output by default.
    public init(
        _ status: String,
        _ about: String,
        in mediaTypes: [MediaType],
        as schema: Schema? = nil
    ) {
        self.status = status
        self.about = about
        types = mediaTypes.map(\.description)
        self.schema = schema
    }

    /// Creates the description of an answer whose content has the schema of a type.
    ///
    /// - Parameters:
    ///   - status: The status, `200`, or `4XX`, or `default`.
    ///   - about: The human-readable description of the answer.
    ///   - types: The media types of the content, as written in OpenAPI documents.
    ///   - model: The type of the content.
    public init<Model: Codable & Sendable>(
        _ status: String,
        _ about: String,
        in types: [String],
        of model: Model.Type
    ) {
        self.status = status
        self.about = about
        self.types = types
        self.model = model
    }
}
