// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoCoding
import RecadoHTTP

/// Reads the inputs of an endpoint from a request: steps 6 and 9 to 11 of the pipeline.
struct InputReader<E: Endpoint>: Sendable {
    private let reader: EndpointReader<E>
    private let parameterNames: [String]
    private let headerNames: [FieldName]
    private let hasQuery: Bool
    private let content: EndpointPlan.Input?
    /// What the content may be sent as; `nil` for anything.
    private let formats: [Format]?
    /// Whether the content is read while it arrives, and not before the handler is called.
    let isStreamed: Bool
    /// The endpoint itself, when it has no inputs to differ by.
    private let constant: (@Sendable () -> E)?

    init(plan: EndpointPlan, library: SchemaLibrary) {
        reader = EndpointReader(plan: plan, library: library)
        parameterNames = E.route.parameters
        headerNames = plan.inputs.compactMap { input in
            if case .header(let name) = input.location { name } else { nil }
        }
        hasQuery = !plan.inputs(in: .query).isEmpty
        content = plan.content
        isStreamed = plan.content?.streamed != nil
        formats = plan.content.map { $0.formats(among: E.formats) } ?? E.formats
        let nothing = IncomingInputs(path: nil, query: nil, fields: nil, content: nil)
        let only = plan.inputs.isEmpty ? try? reader.read(nothing) : nil
        if let only {
            constant = { only }
        } else {
            constant = nil
        }
    }

    // MARK: - 6: content type

    /// What the content may be sent as.
    var acceptedFormats: [Format] { formats ?? [] }

    /// The format of the request's content; `nil` when there is none to read.
    ///
    /// - Throws: 415 for content in another format, of no named one, or with a coding.
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
        guard let type = MediaType(value) else {
            throw unsupported(
                "The Content-Type is no media type.",
                es: "El Content-Type no es un tipo de contenido."
            )
        }
        guard let format = formats.first(where: { $0.reads(type) }) else {
            throw unsupported(
                "The content is \(type.essence).",
                es: "El contenido es \(type.essence)."
            )
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

    /// Content with a coding: what it would become is not known before it is that large.
    private static var coded: ProblemDetails {
        let detail = Language.words(
            "The content has a coding. It can be sent without one.",
            es: "El contenido lleva una codificación. Se puede enviar sin ninguna."
        )
        return ProblemDetails(status: .unsupportedMediaType, detail: detail)
    }

    // MARK: - 9 to 11: content, parsing, validation

    /// Reads every input.
    ///
    /// - Throws: 400 for what cannot be parsed, 422 for what is not valid.
    func read(
        _ request: Request,
        _ parameters: [Substring],
        _ collected: CollectedContent?,
        in format: ContentFormat?
    ) throws(ProblemDetails) -> E {
        if let constant { return constant() }
        let inputs = IncomingInputs(
            path: try path(parameters),
            query: try query(of: request),
            fields: try fields(of: request),
            content: try parse(collected?.bytes, in: format),
            stream: isStreamed ? stream(request.content, in: format) : nil
        )
        guard let files = collected?.files else { return try reader.read(inputs) }
        return try SpooledFiles.$current.withValue(files) {
            Result { () throws(ProblemDetails) in try reader.read(inputs) }
        }.get()
    }

    /// Reads the content; large files of forms go to the disk.
    ///
    /// - Throws: 413 for content that is too large, 400 for content that ends early.
    func collect(
        _ content: Content,
        in format: ContentFormat
    ) async throws(ProblemDetails) -> CollectedContent {
        if !content.isAtHand, let form = format.format.multipartForm, let type = format.mediaType {
            let source = LimitedSource(content.makeSource(), limit: E.contentLimit)
            return try await form.collect(Content(reading: source), of: type)
        }
        do {
            return CollectedContent(bytes: try await content.collect(upTo: E.contentLimit))
        } catch is ContentTooLarge {
            throw .contentTooLarge(limit: E.contentLimit)
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

    /// The content as the handler reads it, under the endpoint's limit.
    private func stream(_ content: Content, in format: ContentFormat?) -> IncomingStream? {
        guard let format else { return nil }
        let source = LimitedSource(content.makeSource(), limit: E.contentLimit)
        return IncomingStream(
            Content(reading: source),
            mediaType: format.mediaType,
            format: format.format
        )
    }

    private func parse(
        _ bytes: [UInt8]?,
        in format: ContentFormat?
    ) throws(ProblemDetails) -> Document? {
        guard let bytes, let format else { return nil }
        if bytes.isEmpty, content?.isRequired == false { return nil }
        do throws(CodingFailure) {
            return try format.format.document(from: bytes, mediaType: format.mediaType)
        } catch {
            throw ProblemDetails(status: .badRequest, detail: "\(error)")
        }
    }

    private func path(_ parameters: [Substring]) throws(ProblemDetails) -> Document? {
        var pairs: [(name: String, value: String)] = []
        for (name, text) in zip(parameterNames, parameters) {
            guard let value = PercentEncoding.decode(text) else {
                let detail = Language.words(
                    "{\(name)} in the path is no escaped UTF-8.",
                    es: "{\(name)} en la ruta no es UTF-8 escapado."
                )
                throw ProblemDetails(status: .badRequest, detail: detail)
            }
            pairs.append((name, value))
        }
        return try document(pairs)
    }

    private func query(of request: Request) throws(ProblemDetails) -> Document? {
        guard hasQuery, let query = request.query else { return nil }
        do throws(CodingFailure) {
            return try URLEncodedForm().document(from: Array(query.utf8))
        } catch {
            throw ProblemDetails(status: .badRequest, detail: "The query: \(error)")
        }
    }

    private func fields(of request: Request) throws(ProblemDetails) -> Document? {
        guard !headerNames.isEmpty else { return nil }
        return try document(
            headerNames.flatMap { name in
                request.fields[values: name].map { (name: name.rawName, value: $0) }
            }
        )
    }

    private func document(
        _ pairs: [(name: String, value: String)]
    ) throws(ProblemDetails) -> Document? {
        guard !pairs.isEmpty else { return nil }
        do throws(CodingFailure) {
            return try Document(pairs: pairs)
        } catch {
            throw ProblemDetails(status: .badRequest, detail: "\(error)")
        }
    }
}

/// The format of a request's content, and the media type that named it.
struct ContentFormat {
    let format: Format
    /// Missing where any is taken.
    let mediaType: MediaType?
}

extension Request {
    /// Whether the content was coded, such as compressed (RFC 9110 §8.4).
    var hasContentCoding: Bool {
        fields[values: .contentEncoding].contains { $0.lowercased() != "identity" }
    }
}
