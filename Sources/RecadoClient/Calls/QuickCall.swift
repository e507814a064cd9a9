// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// A call that is defined by its method and path, with content and query.
struct QuickCall {
    let method: Method
    let path: String
    let content: (any Encodable)?
    let query: QueryItems
    /// True if the answer may have any media type.
    var acceptsAny = false

    init(_ method: Method, _ path: String, _ content: (any Encodable)?, _ query: QueryItems) {
        self.method = method
        self.path = path
        self.content = content
        self.query = query
    }

    /// Returns the request below a base URI, with the content encoded in a format.
    func request(_ base: URI, _ format: Format) throws -> Request {
        var request = Request(
            method: method,
            scheme: base.scheme,
            authority: base.authority ?? "",
            target: try CallPath.target(of: path, query: query, base: base)
        )
        guard let content, !(content is NoContent) else { return request }
        let (bytes, fieldValue) = try format.encode(content)
        request.content = Content(bytes)
        request.fields[.contentType] = fieldValue
        return request
    }
}
