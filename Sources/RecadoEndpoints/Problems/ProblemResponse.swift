// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoCoding
public import RecadoHTTP

/// A problem on its way to the client.
package struct ProblemResponse: Sendable {
    package let details: ProblemDetails

    /// A problem, with the members that its service adds to each.
    ///
    /// - Parameters:
    ///   - details: The problem.
    ///   - resources: The document of JSON:API that the request held, if it
    ///     did; errors are placed in it.
    ///   - members: Makes the members.
    package init(
        _ details: ProblemDetails,
        about resources: [UInt8]? = nil,
        members: (@Sendable (ProblemDetails) -> Value.Object)?
    ) {
        var details = details.withType
        if let resources {
            // What cannot be read has no values, and the whole of it is the place.
            details = details.placed(in: try? Format.json.document(from: resources))
        }
        if details.title == details.status.reasonPhrase { details.title = details.status.title }
        for (name, value) in members?(details) ?? [:] { details.extensions[name] = value }
        self.details = details
    }

    /// The problem as content of type `application/problem+json` (RFC 9457 §3), or of
    /// `application/problem+xml` (appendix B).
    ///
    /// An answer to one client about one request is of no use to another: it is not stored.
    ///
    /// - Parameter format: The format that the client would rather read; JSON takes the place of
    ///   XML where that cannot express a member.
    /// - Returns: The response.
    package func response(in format: Format) -> Response {
        if format.isForResources { return resourceResponse }
        let xml = format == .xml ? try? details.encodedAsXML() : nil
        // Details hold texts and numbers alone; should one resist, the status says enough.
        let content = xml ?? (try? JSON().encode(details)) ?? []
        return response(xml == nil ? .problemJSON : .problemXML, content)
    }

    /// The problem as a document of errors of JSON:API.
    private var resourceResponse: Response {
        response(.jsonAPI, (try? JSONAPI().encode(details.resourceErrors)) ?? [])
    }

    private func response(_ type: MediaType, _ content: [UInt8]) -> Response {
        var fields: Fields = [
            .contentType: type.description,
            .contentTypeOptions: "nosniff",
            .cacheControl: "no-store",
        ]
        // Words of a service may be in any language; those of the framework say in which.
        if details.title == details.status.title {
            fields[.contentLanguage] = Language.words("en", es: "es")
            fields[.vary] = "Accept-Language"
        }
        // RFC 9110 §10.2.3: whole seconds, rather too many than too few.
        if let wait = details.retryAfter { fields[.retryAfter] = "\(wait.wholeSeconds)" }
        if !details.challenges.isEmpty {
            fields[.wwwAuthenticate] = details.challenges.fieldValue
        }
        return Response(status: details.status, fields: fields, content: Content(content))
    }
}

extension Response {
    /// A problem as an answer, for middleware and handlers: `application/problem+json`, or the same
    /// in another format (RFC 9457 §3).
    ///
    /// A problem that has no type of its own gets that of its status. The
    /// answer is not stored by caches.
    ///
    /// - Parameters:
    ///   - problem: The problem; how long to wait and its challenges become fields.
    ///   - format: The format, JSON, XML or JSON:API; JSON by default.
    public init(_ problem: ProblemDetails, in format: Format = .json) {
        self = ProblemResponse(problem, members: nil).response(in: format)
    }
}

extension [Challenge] {
    /// The value of WWW-Authenticate, with all of them (RFC 9110 §11.6.1).
    package var fieldValue: String { map(\.description).joined(separator: ", ") }
}

extension Duration {
    /// The seconds, rounded up; none for a duration below zero.
    package var wholeSeconds: Int64 {
        guard self > .zero else { return 0 }
        let hasFraction = components.attoseconds > 0 && components.seconds < .max
        return components.seconds + (hasFraction ? 1 : 0)
    }
}
