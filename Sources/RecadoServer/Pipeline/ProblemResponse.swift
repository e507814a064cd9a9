// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoCoding
import RecadoHTTP

/// A problem on its way to the client.
struct ProblemResponse {
    let details: ProblemDetails

    /// A problem, with the members that its service adds to each.
    init(_ details: ProblemDetails, members: (@Sendable (ProblemDetails) -> Value.Object)?) {
        var details = details.withType
        if details.title == details.status.reasonPhrase { details.title = details.status.title }
        for (name, value) in members?(details) ?? [:] { details.extensions[name] = value }
        self.details = details
    }

    /// The problem as content of type `application/problem+json` (RFC 9457 §3), or of
    /// `application/problem+xml` (appendix B).
    ///
    /// An answer to one client about one request is of no use to another: it is not stored.
    ///
    /// - Parameter format: What the client would rather read; JSON takes the place of XML where that
    ///   cannot express a member.
    /// - Returns: The response.
    func response(in format: Format) -> Response {
        let xml = format == .xml ? try? details.encodedAsXML() : nil
        var fields: Fields = [
            .contentType: (xml == nil ? MediaType.problemJSON : .problemXML).description,
            .contentTypeOptions: "nosniff",
            .cacheControl: "no-store",
        ]
        // RFC 9110 §10.2.3: whole seconds, rather too many than too few.
        if let wait = details.retryAfter { fields[.retryAfter] = "\(wait.wholeSeconds)" }
        if !details.challenges.isEmpty {
            fields[.wwwAuthenticate] = details.challenges.fieldValue
        }
        // Details hold texts and numbers alone; should one resist, the status says enough.
        let content = xml ?? (try? JSON().encode(details)) ?? []
        return Response(status: details.status, fields: fields, content: Content(content))
    }
}

extension [Format] {
    /// Finds the format in which a client would rather read of a problem: JSON or, if it is here, XML.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - ending: The format that the path's ending asks for.
    /// - Returns: JSON or XML; the first of these for a client that accepts neither.
    func forProblem(answering request: Request, ending: Substring? = nil) -> Format {
        guard contains(.xml) else { return .json }
        let readable = filter { $0 == .xml || $0 == .json } + (contains(.json) ? [] : [.json])
        if let ending, let asked = readable.first(where: { $0.pathExtension == ending }) {
            return asked
        }
        // Who asks for a problem's own type and who asks for that of answers mean the same.
        let types: [(type: MediaType, format: Format)] = readable.flatMap { format in
            let own: MediaType = format == .xml ? .problemXML : .problemJSON
            return ([own] + format.accepted).map { (type: $0, format: format) }
        }
        let best = Accept(request.fields).best(of: types.map(\.type))
        return types.first { $0.type == best }?.format ?? readable[0]
    }
}

extension [Challenge] {
    /// The value of WWW-Authenticate, with all of them (RFC 9110 §11.6.1).
    var fieldValue: String { map(\.description).joined(separator: ", ") }
}

extension Duration {
    /// The seconds, rounded up; none for a duration below zero.
    var wholeSeconds: Int64 {
        guard self > .zero else { return 0 }
        let hasFraction = components.attoseconds > 0 && components.seconds < .max
        return components.seconds + (hasFraction ? 1 : 0)
    }
}
