// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// Reads the content of an endpoint's requests: steps 6 and 9 of ``EndpointPipeline``.
struct ContentIntake: Sendable {
    private let content: EndpointLayout.Input?
    /// The formats in which the content may be sent; `nil` if any is accepted.
    private let formats: [Format]?
    /// The formats by their media types as most clients write them, which then need no parsing.
    private let common: [(type: String, format: ContentFormat)]
    /// The most bytes of content.
    let limit: Int
    /// True if the handler reads the content while it arrives, rather than afterwards.
    let isStreamed: Bool

    init<E: Endpoint>(of endpoint: E.Type, _ plan: EndpointLayout) {
        content = plan.content
        isStreamed = plan.content?.streamed != nil
        let formats = plan.content.map { $0.formats(among: E.formats) } ?? E.formats
        common = (formats ?? []).flatMap(\.accepted).compactMap { type in
            guard let format = formats?.reading(type),
                !format.isForResources || ResourceNegotiation.flaw(inContentType: type) == nil
            else { return nil }
            return (type.description, ContentFormat(format: format, mediaType: type))
        }
        self.formats = formats
        limit = E.contentLimit
    }

    // MARK: - 6: content type

    /// The formats in which the content may be sent.
    var acceptedFormats: [Format] { formats ?? [] }

    /// Returns the format of the request's content; `nil` when there is no content to read.
    ///
    /// - Throws: 415 for content in a format that is not accepted, without a Content-Type, or with
    ///   a content coding.
    func contentFormat(of request: Request) throws(ProblemDetails) -> ContentFormat? {
        guard let content else { return nil }
        guard let formats else {
            let type = request.fields[.contentType].flatMap { MediaType($0) }
            return ContentFormat(format: .json, mediaType: type)
        }
        guard !request.hasContentCoding else { throw Self.coded }
        guard let value = request.fields[.contentType] else {
            if request.content.length == 0 {
                guard content.isRequired else { return nil }
            }
            throw unsupported(
                "The content has no Content-Type.",
                es: "El contenido no lleva Content-Type."
            )
        }
        if let common = common.first(where: { $0.type == value }) { return common.format }
        guard let type = MediaType(value) else {
            throw unsupported(
                "The Content-Type is no media type.",
                es: "El Content-Type no es un tipo de contenido."
            )
        }
        guard let format = formats.reading(type) else {
            throw unsupported(
                "The content is \(type.essence).",
                es: "El contenido es \(type.essence)."
            )
        }
        if format.isForResources, let flaw = ResourceNegotiation.flaw(inContentType: type) {
            throw unsupported(flaw.english, es: flaw.spanish)
        }
        return ContentFormat(format: format, mediaType: type)
    }

    private func unsupported(_ found: String, es spanish: String) -> ProblemDetails {
        let taken = acceptedFormats.fieldValue
        let detail = Language.words(
            "\(found) It can be sent as \(taken).",
            es: "\(spanish) Se puede enviar como \(taken)."
        )
        return ProblemDetails(status: .unsupportedMediaType, detail: detail)
    }

    /// The problem of content with a coding, which is refused because its decoded size is not known
    /// in advance.
    private static var coded: ProblemDetails {
        let detail = Language.words(
            "The content has a coding. It can be sent without one.",
            es: "El contenido lleva una codificación. Se puede enviar sin ninguna."
        )
        return ProblemDetails(status: .unsupportedMediaType, detail: detail)
    }

    // MARK: - 9: content

    /// Reads the content; large files in forms are written to disk.
    ///
    /// - Throws: 413 for content that is too large, 400 for content that ends early.
    func collect(
        _ content: Content,
        in format: ContentFormat
    ) async throws(ProblemDetails) -> CollectedContent {
        if !content.isInMemory, let form = format.format.multipartForm, let type = format.mediaType
        {
            let source = LimitedSource(content.makeSource(), limit: limit)
            return try await form.collect(Content(reading: source), of: type)
        }
        do {
            return CollectedContent(bytes: try await content.collect(upTo: limit))
        } catch is ContentTooLarge {
            throw .contentTooLarge(limit: limit)
        } catch {
            throw ProblemDetails(
                status: .badRequest,
                detail: Language.words(
                    "The content did not arrive whole.",
                    es: "El contenido no llegó entero."
                )
            )
        }
    }
}

/// The format of a request's content, and the media type that named it.
final class ContentFormat: Sendable {
    let format: Format
    /// The media type; `nil` where any content is accepted and no valid type was sent.
    let mediaType: MediaType?

    init(format: Format, mediaType: MediaType?) {
        self.format = format
        self.mediaType = mediaType
    }
}
