// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoCoding
public import RecadoHTTP

/// A problem to be sent to the client.
package struct ProblemResponse: Sendable {
    package let details: ProblemDetails

    /// Creates a problem with the members that its service adds to every problem.
    ///
    /// - Parameters:
    ///   - details: The problem.
    ///   - resources: The JSON:API document in the request, if there was one; the positions of
    ///     errors refer to it.
    ///   - members: Creates the members that the service adds to the given problem.
    package init(
        _ details: ProblemDetails,
        about resources: [UInt8]? = nil,
        members: (@Sendable (ProblemDetails) -> Value.Object)?
    ) {
        var details = details.withType
        if let resources {
            // If the document cannot be read, the position of each error is the whole document.
            details = details.placed(in: try? Format.json.document(from: resources))
        }
        if details.title == details.status.reasonPhrase { details.title = details.status.title }
        for (name, value) in members?(details) ?? [:] { details.extensions[name] = value }
        self.details = details
    }

    /// Returns the problem as content of type `application/problem+json` (RFC 9457 §3), or of
    /// `application/problem+xml` (appendix B).
    ///
    /// The response is not stored by caches, as it is for one client and one request only.
    ///
    /// - Parameter format: The format that the client prefers; JSON is used if XML cannot express
    ///   a member.
    /// - Returns: The response.
    package func response(in format: Format) -> Response {
        if format.isForResources { return resourceResponse }
        let xml = format == .xml ? try? details.encodedAsXML() : nil
        // Encoding should not fail; if it does, the answer has only the status.
        let content = xml ?? (try? JSON().encode(details)) ?? []
        return response(xml == nil ? .problemJSON : .problemXML, content)
    }

    /// The problem as a JSON:API document of errors.
    private var resourceResponse: Response {
        response(.jsonAPI, (try? JSONAPI().encode(details.resourceErrors)) ?? [])
    }

    private func response(_ type: MediaType, _ content: [UInt8]) -> Response {
        var fields: Fields = [
            .contentType: type.description,
            .contentTypeOptions: "nosniff",
            .cacheControl: "no-store",
        ]
        // Content-Language is set only for the framework's texts; the language of other texts is
        // unknown.
        if details.title == details.status.title {
            fields[.contentLanguage] = Language.words("en", es: "es")
            fields[.vary] = "Accept-Language"
        }
        // RFC 9110 §10.2.3: whole seconds, rounded up.
        if let wait = details.retryAfter { fields[.retryAfter] = "\(wait.wholeSeconds)" }
        if !details.challenges.isEmpty {
            fields[.wwwAuthenticate] = details.challenges.fieldValue
        }
        return Response(status: details.status, fields: fields, content: Content(content))
    }
}

extension Response {
    /// Creates the answer for a problem, in middleware and handlers: `application/problem+json`, or
    /// another format of the same document (RFC 9457 §3).
    ///
    /// A problem without a type of its own gets the type of its status. The answer is not stored
    /// by caches.
    ///
    /// - Parameters:
    ///   - problem: The problem; its waiting time and its challenges become fields.
    ///   - format: The format, JSON, XML or JSON:API; JSON by default.
    public init(_ problem: ProblemDetails, in format: Format = .json) {
        self = ProblemResponse(problem, members: nil).response(in: format)
    }
}

extension [Challenge] {
    /// The value of WWW-Authenticate, with all challenges (RFC 9110 §11.6.1).
    package var fieldValue: String { map(\.description).joined(separator: ", ") }
}

extension Duration {
    /// The seconds, rounded up; zero for a negative duration.
    package var wholeSeconds: Int64 {
        guard self > .zero else { return 0 }
        let hasFraction = components.attoseconds > 0 && components.seconds < .max
        return components.seconds + (hasFraction ? 1 : 0)
    }
}
