// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoHTTP
import RecadoServer

/// Responses with the same header fields as in Rails.
enum RailsAnswer {
    private static let jsonFields = fields(of: .json)
    private static let xmlFields = fields(of: .xml)

    private static func fields(of format: RailsType) -> Fields {
        [
            .contentType: format.name + "; charset=utf-8", .contentTypeOptions: "nosniff",
            .cacheControl: revalidated,
        ]
    }

    /// The Cache-Control value that Rack sends with every answer that has an ETag.
    static let revalidated = "max-age=0, private, must-revalidate"

    /// Returns content in JSON or XML, or 304 for a client that already has the content.
    static func content(
        _ text: RailsText,
        _ format: RailsType,
        answering request: Request
    ) -> Response {
        var fields = format == .json ? jsonFields : xmlFields
        fields[.eTag] = text.tag
        let response = Response(status: .ok, fields: fields, content: Content(text.bytes))
        return response.unlessKnown(to: request)
    }

    /// Returns the fields of content that is generated while it is sent, and so has no entity tag.
    static func untaggedFields(_ format: RailsType) -> Fields {
        var fields = fields(of: format)
        fields[.cacheControl] = "no-cache"
        return fields
    }

    /// An answer without content, for a score that has been removed.
    static var nothing: Response {
        Response(
            status: .noContent,
            fields: [.cacheControl: "no-cache", .contentTypeOptions: "nosniff"]
        )
    }
}

extension Response {
    /// Returns this response, or 304 if If-None-Match is exactly the response's entity tag; lists
    /// and `*` are not supported.
    func unlessKnown(to request: Request) -> Response {
        guard let known = request.fields[.ifNoneMatch], let tag = fields[.eTag],
            known.utf8.elementsEqual(tag.utf8),
            request.method == .get || request.method == .head
        else { return self }
        var response = Response(status: .notModified, fields: fields)
        response.fields.removeAll(.contentType)
        return response
    }
}
