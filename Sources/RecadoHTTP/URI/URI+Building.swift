// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension URI {
    /// Adds segments to the path, escaping each.
    ///
    /// - Parameter segments: Unescaped segments: a `/` in a segment becomes `%2F`. An empty last
    ///   segment makes the path end in a slash.
    /// - Returns: The longer URI, with the same query and fragment.
    /// - Throws: ``URIError`` when a segment is `.` or `..`, which would name another resource.
    public func appending(segments: String...) throws(URIError) -> URI {
        try appending(segments: segments)
    }

    /// Adds segments to the path, escaping each.
    ///
    /// - Parameter segments: Unescaped segments: a `/` in a segment becomes `%2F`. An empty last
    ///   segment makes the path end in a slash.
    /// - Returns: The longer URI, with the same query and fragment.
    /// - Throws: ``URIError`` when a segment is `.` or `..`, which would name another resource.
    public func appending(segments: [String]) throws(URIError) -> URI {
        var path = self.path
        for segment in segments {
            guard segment != ".", segment != ".." else {
                throw URIError(.dotSegment, at: path.utf8.count)
            }
            if path.utf8.last != UInt8(ascii: "/"), host != nil || !path.isEmpty { path += "/" }
            path += PercentEncoding.encode(segment, keeping: .pathSegment)
        }
        return replacing(path: path)
    }

    /// Adds names and values to the query, after those already there.
    ///
    /// - Parameter items: Unescaped names and values.
    /// - Returns: The longer URI; the same URI if there are no items.
    public func appending(query items: QueryItems) -> URI {
        guard !items.isEmpty else { return self }
        let earlier = query.map { $0.isEmpty ? "" : $0 + "&" } ?? ""
        return replacing(query: earlier + items.encoded, fragment: fragment)
    }

    /// The URI without its fragment, which is never sent (RFC 9110 §7.1).
    public var withoutFragment: URI { replacing(query: query, fragment: nil) }

    /// Reads the names and values of the query.
    ///
    /// - Parameter limit: The greatest number of items to accept.
    /// - Returns: The items; none when there is no query.
    /// - Throws: ``QueryItemsError`` when there are too many or when one is not UTF-8.
    public func queryItems(
        limit: Int = QueryItems.defaultLimit
    ) throws(QueryItemsError) -> QueryItems {
        try QueryItems(parsing: query ?? "", limit: limit)
    }

    // MARK: - Replacing

    func replacing(query: String?, fragment: String?) -> URI {
        URI(
            scheme: scheme,
            host: host,
            port: port,
            path: path,
            query: query,
            fragment: fragment
        )
    }

    private func replacing(path: String) -> URI {
        URI(
            scheme: scheme,
            host: host,
            port: port,
            path: path,
            query: query,
            fragment: fragment
        )
    }
}
