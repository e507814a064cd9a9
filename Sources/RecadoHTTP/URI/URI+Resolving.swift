// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension URI {
    /// Resolves a reference against this URI, as a browser does with a link (RFC 3986 §5).
    ///
    /// Resolving `films` against `https://example.com/v1` returns `https://example.com/films`: the
    /// last segment of the base is replaced, unless the base ends in a slash. To add to a path, use
    /// `appending(segments:)`.
    ///
    /// - Parameters:
    ///   - reference: A URI, or a reference relative to this one: `../a?b`, `//host/a`, `#c`.
    ///   - limit: The greatest length of the reference to accept, in bytes.
    /// - Returns: The URI that the reference identifies.
    /// - Throws: ``URIError`` when the reference is malformed.
    public func resolving(
        _ reference: some StringProtocol,
        limit: Int = URI.defaultLimit
    ) throws(URIError) -> URI {
        var result = try Reference(reference, limit: limit)
        if result.scheme != nil || result.host != nil {
            if result.scheme == nil { result.scheme = scheme }
            result.path = Self.removingDotSegments(from: result.path)
            return try URI(result)
        }
        if result.path.isEmpty {
            result.path = path
            if result.query == nil { result.query = query }
        } else {
            let isAbsolute = result.path.utf8.first == UInt8(ascii: "/")
            let merged = isAbsolute ? result.path : merging(result.path)
            result.path = Self.removingDotSegments(from: merged)
        }
        (result.scheme, result.host, result.port) = (scheme, host, port)
        return try URI(result)
    }

    /// The URI in the normal form of RFC 3986 §6.2, for comparison.
    ///
    /// Escapes of unreserved characters are resolved, all other escapes are written in uppercase,
    /// dot segments are removed, the scheme's default port is left out, and an empty path after a
    /// host becomes `/`.
    public var normalized: URI {
        var path = Self.normalizingEscapes(in: self.path)
        if host != nil || path.utf8.first == UInt8(ascii: "/") {
            path = Self.removingDotSegments(from: path)
        }
        return URI(
            scheme: scheme,
            host: host.map { Reference.lowercased(Self.normalizingEscapes(in: $0).utf8) },
            port: port == Self.defaultPort(of: scheme) ? nil : port,
            path: path.isEmpty && host != nil ? "/" : path,
            query: query.map { Self.normalizingEscapes(in: $0) },
            fragment: fragment.map { Self.normalizingEscapes(in: $0) }
        )
    }

    // MARK: - Paths

    /// Removes the segments `.` and `..` from a path, and with each `..` the segment before it.
    ///
    /// - Parameter path: An escaped path. Escapes are not resolved, so `%2E` is not a dot here.
    /// - Returns: The path of RFC 3986 §5.2.4, which never climbs above the root.
    public static func removingDotSegments(from path: some StringProtocol) -> String {
        var isAbsolute = path.utf8.first == UInt8(ascii: "/")
        let segments = path.utf8.split(
            separator: UInt8(ascii: "/"),
            omittingEmptySubsequences: false
        )
        var kept: [[UInt8]] = []
        var endsInDots = false
        for segment in segments.dropFirst(isAbsolute ? 1 : 0) {
            let isUp = segment.elementsEqual("..".utf8)
            endsInDots = isUp || segment.elementsEqual(".".utf8)
            if !endsInDots { kept.append(Array(segment)) }
            // RFC 3986 §5.2.4, rule 2C: “..” removes the segment before it, but not the slash
            // between them.
            if isUp, kept.popLast() != nil, kept.isEmpty { isAbsolute = true }
        }
        // A path that ends in a dot segment names a directory, so the slash before that segment
        // stays.
        if endsInDots, !kept.isEmpty || isAbsolute { kept.append([]) }
        let joined = kept.joined(separator: CollectionOfOne(UInt8(ascii: "/")))
        return (isAbsolute ? "/" : "") + String(decoding: Array(joined), as: UTF8.self)
    }

    /// Replaces the path's last segment with the path of a reference (RFC 3986 §5.2.3).
    private func merging(_ path: String) -> String {
        if host != nil, self.path.isEmpty { return "/" + path }
        guard let slash = self.path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return self.path[...slash] + path
    }

    private static func normalizingEscapes(in text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        let bytes = text.utf8Span.span
        var output: [UInt8] = []
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "%"),
                let byte = PercentEncoding.escape(in: bytes, at: index)
            else {
                output.append(bytes[index])
                index += 1
                continue
            }
            PercentEncoding.append([byte].span, keeping: .unreserved, to: &output)
            index += 3
        }
        return String(decoding: output, as: UTF8.self)
    }
}
