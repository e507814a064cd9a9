// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// A format, with the header fields that all answers in this format have.
///
/// It is a class because every request refers to one, and passing a reference is faster than
/// passing its contents.
final class FormatFields: Sendable {
    let mediaType: MediaType
    let pathExtension: String
    /// The format; `nil` for HTML pages.
    let format: Format?
    let fields: Fields
    /// The same format for clients that know it by another media type, such as `text/xml`.
    let aliases: [FormatFields]

    /// True for JSON:API.
    var isForResources: Bool { format?.isForResources == true }

    init(_ format: Format, variants: Int, _ caching: Caching?) {
        let answers = format.forgiving
        mediaType = format.mediaType
        pathExtension = format.pathExtension
        self.format = answers
        fields = Self.fields(format.mediaType.description, variants, caching)
        aliases = format.accepted.filter { $0 != format.mediaType }.map {
            FormatFields(answers, as: $0, Self.fields($0.description, variants, caching))
        }
    }

    private init(_ format: Format, as mediaType: MediaType, _ fields: Fields) {
        self.mediaType = mediaType
        pathExtension = format.pathExtension
        self.format = format
        self.fields = fields
        aliases = []
    }

    private init(pages fields: Fields) {
        mediaType = .html
        pathExtension = "html"
        format = nil
        self.fields = fields
        aliases = []
    }

    /// Returns the fields for HTML pages, which are offered in addition to other formats.
    static func pages(variants: Int, _ caching: Caching?) -> FormatFields {
        FormatFields(pages: fields("text/html; charset=utf-8", variants, caching))
    }

    private static func fields(_ type: String, _ variants: Int, _ caching: Caching?) -> Fields {
        var fields: Fields = [.contentType: type, .contentTypeOptions: "nosniff"]
        if variants > 1 { fields[.vary] = "Accept" }
        if let caching { fields[.cacheControl] = caching.fieldValue }
        return fields
    }
}

extension [FormatFields] {
    /// Creates the formats of an endpoint's answers, the preferred one first; clients get pages
    /// only if they ask for them.
    init<E: Endpoint>(of endpoint: E.Type, hasView: Bool) {
        let answers = E.responseFormats
        let variants = answers.count + (hasView ? 1 : 0)
        let caching = Self.caching(of: endpoint)
        self = answers.map { FormatFields($0, variants: variants, caching) }
        if hasView { append(.pages(variants: variants, caching)) }
    }

    /// Returns the caching rule for the answers; `nil` if they need none.
    private static func caching<E: Endpoint>(of endpoint: E.Type) -> Caching? {
        if (E.Output.self as? any StreamedOutput.Type)?.isLive == true { return .never }
        if E.route.method == .get { return E.caching }
        return E.Caller.self == Anyone.self ? nil : .never
    }

    /// Returns the format of answers to the endpoint's own clients, which all send the same Accept
    /// field.
    ///
    /// - Parameters:
    ///   - accept: The value of the Accept field.
    ///   - isForResources: True if JSON:API is one of the formats.
    /// - Returns: The value and the format; `nil` if the format is JSON:API, whose queries have
    ///   special rules.
    func usual(
        for accept: String,
        _ isForResources: Bool
    ) -> (accept: String, format: FormatFields)? {
        let request = Request(method: .get, target: "/", fields: [.accept: accept])
        let format = try? best(for: request, ending: nil, isForResources: isForResources)
        return format.flatMap { $0.isForResources ? nil : (accept, $0) }
    }

    /// Returns the format in which a request is answered.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - ending: The file extension of the path, which takes precedence over Accept.
    ///   - isForResources: True if JSON:API is one of the formats.
    /// - Returns: The format.
    /// - Throws: 406 when the client accepts none of the formats.
    func best(
        for request: Request,
        ending: Substring?,
        isForResources: Bool
    ) throws(ProblemDetails) -> FormatFields {
        if let ending {
            let asked = first { $0.pathExtension.utf8.elementsEqual(ending.utf8) }
            guard let asked else { throw .notAcceptable(self) }
            return asked
        }
        guard let preferred = first else { throw .notAcceptable([]) }
        guard request.fields.isFirst(.accept, "*/*") == false else {
            if isForResources, ResourceNegotiation.isTacit(request),
                let resources = first(where: \.isForResources)
            {
                return resources
            }
            return preferred
        }
        let ranges =
            isForResources ? ResourceNegotiation.ranges(of: request) : Accept(request.fields)
        let choices = self + flatMap(\.aliases)
        let best = ranges.ofData.best(of: choices.map(\.mediaType))
        guard let best, let found = choices.first(where: { $0.mediaType == best }) else {
            throw .notAcceptable(self)
        }
        return found
    }
}
