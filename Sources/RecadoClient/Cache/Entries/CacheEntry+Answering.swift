// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension CacheEntry {
    /// Returns the answer to a request: the whole content, a part of it, or 304 for a client that
    /// already has the content.
    func answer(to request: Request) -> Response {
        if status == .ok, isKnown(by: request) { return unchanged }
        if request.method == .get, let range = range(askedBy: request) { return part(range) }
        let content = request.method == .head ? .empty : Content(content)
        return Response(status: status, fields: fields, content: content)
    }

    /// True if the entry can answer a request without the server: the request has no range, or it
    /// has a range that the entry can provide.
    func suffices(for request: Request) -> Bool {
        !request.fields.contains(.range) || range(askedBy: request) != nil
    }

    // MARK: - Conditions

    /// True if the conditions of a request show that the client has this content (RFC 9111 §4.3.2).
    private func isKnown(by request: Request) -> Bool {
        if request.fields.contains(.ifNoneMatch) {
            // A condition that cannot be parsed does not match, so the client gets the content.
            let condition = EntityTagCondition(request.fields[values: .ifNoneMatch])
            return condition?.matchesWeakly(tag) ?? false
        }
        guard let since = request.fields[.ifModifiedSince].flatMap({ HTTPDate($0, now: received) })
        else { return false }
        // RFC 9111 §4.3.2: without Last-Modified, the Date of the answer is compared.
        let known = fields[.lastModified] ?? fields[.date]
        return known.map { HTTPDate($0, now: received) ?? received } ?? received <= since
    }

    private var tag: EntityTag? { fields[.eTag].flatMap { EntityTag($0) } }

    /// The 304 answer for a client that already has the content.
    private var unchanged: Response {
        var response = Response(status: .notModified, fields: fields)
        let ofContent: [FieldName] = [
            .contentType, .contentEncoding, .contentLength, .contentLanguage, "Content-Digest",
        ]
        for name in ofContent { response.fields.removeAll(name) }
        return response
    }

    /// Returns the conditional fields that ask the server whether the answer is still valid; they
    /// replace the request's own conditions.
    ///
    /// - Returns: The fields; empty if the answer has no validator; `nil` if the request's own
    ///   conditions must be sent unchanged.
    func conditions(for request: Request) -> Fields? {
        let own = request.fields[values: .ifNoneMatch]
        guard !own.isEmpty else {
            let hasOwn = request.fields.contains(.ifModifiedSince)
            return hasOwn && conditions.isEmpty ? nil : conditions
        }
        guard let tag = fields[.eTag], case .tags = EntityTagCondition(own) else { return nil }
        var conditions = conditions
        if asksForOthers(request) {
            conditions[.ifNoneMatch] = ([tag] + own).joined(separator: ", ")
        }
        return conditions
    }

    /// True if a request's If-None-Match lists tags of versions other than this entry, or is `*`.
    func asksForOthers(_ request: Request) -> Bool {
        switch EntityTagCondition(request.fields[values: .ifNoneMatch]) {
        case nil: false
        case .any: true
        case .tags(let tags):
            !tags.allSatisfy { known in tag.map { $0.isWeaklyEqual(to: known) } ?? false }
        }
    }

    // MARK: - Parts

    /// Returns the bytes that a request asks for, if its range is a single one that overlaps the
    /// content (RFC 9110 §14.1.2).
    private func range(askedBy request: Request) -> Range<Int>? {
        let values = request.fields[values: .range]
        guard status == .ok, !content.isEmpty, values.count == 1,
            let text = values.first?.lowercased(),
            text.hasPrefix("bytes=")
        else { return nil }
        let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        let count = content.count
        switch (Self.position(ends[0]), Self.position(ends[1])) {
        case (nil, let length?) where ends[0].isEmpty && length > 0:
            return count - min(length, count)..<count
        case (let first?, let last?) where first <= last && first < count:
            return first..<min(last, count - 1) + 1
        case (let first?, nil) where ends[1].isEmpty && first < count:
            return first..<count
        default: return nil
        }
    }

    /// Parses a position, or the greatest integer if the number is too large; returns `nil` for any
    /// other text.
    private static func position(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text) ?? .max
    }

    private func part(_ range: Range<Int>) -> Response {
        var response = Response(status: .partialContent, fields: fields)
        let last = range.upperBound - 1
        response.fields["Content-Range"] = "bytes \(range.lowerBound)-\(last)/\(content.count)"
        if response.fields.contains(.contentLength) {
            response.fields[.contentLength] = "\(range.count)"
        }
        // RFC 9530 §2: these fields are digests of the whole content, but this answer holds only a
        // part. Repr-Digest stays, because it covers the whole representation.
        for name in ["Content-Digest", "Content-MD5"] as [FieldName] {
            response.fields.removeAll(name)
        }
        response.content = Content(Array(content[range]))
        return response
    }
}
