// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

/// Turns the path of a quick call into the target of a request.
///
/// - A path is appended to the base's path, even if it begins with a slash: `films` and `/films`
///   mean the same.
/// - Existing percent-escapes are kept. Characters that a path cannot contain, such as spaces and
///   non-ASCII letters, are percent-encoded, and so is a `%` that begins no escape. A `/` separates
///   segments: if it is data, encode it with `PercentEncoding`, or declare an endpoint.
/// - A `?` begins a query, to which further query items are added.
/// - The segments `.` and `..`, escaped or not, are refused, because they could lead out of the
///   base. A fragment is refused, too.
/// - An absolute URI is accepted if its origin is that of the base, because credentials must not be
///   sent to another origin. It is percent-encoded in the same way.
enum CallPath {
    /// The reason why a path is refused.
    enum PathError: Error, Sendable, Hashable, CustomStringConvertible {
        case dotSegment
        case fragment
        case otherOrigin
        case malformed(URIError, character: Character?)

        var description: String {
            switch self {
            case .dotSegment: "the path has a segment “.” or “..”; expected one below the base"
            case .fragment: "the path has a fragment; expected none, for it is never sent"
            case .otherOrigin: "the URI is of another origin; expected the base's"
            case .malformed(let error, let character):
                "\(error)\(character.map { " (“\(Redaction.printable("\($0)"))”)" } ?? ""); expected a path or a URI below the base"
            }
        }
    }

    /// Returns the percent-encoded path and query to request.
    static func target(
        of path: String,
        query: QueryItems,
        base: URI
    ) throws(PathError) -> String {
        if path.utf8.contains(UInt8(ascii: "#")) { throw .fragment }
        let target = try isWhole(path) ? target(of: path, at: base) : target(of: path, below: base)
        if query.isEmpty { return target }
        let hasQuery = target.utf8.contains(UInt8(ascii: "?"))
        return target + (hasQuery ? target.hasSuffix("?") ? "" : "&" : "?") + query.encoded
    }

    private static func isWhole(_ path: String) -> Bool {
        guard path.utf8.prefix(6).contains(UInt8(ascii: ":")) else { return false }
        let start = path.prefix(8).lowercased()
        return start.hasPrefix("http://") || start.hasPrefix("https://")
    }

    private static func target(of path: String, at base: URI) throws(PathError) -> String {
        // The path is an absolute URI, which begins with `http://` or `https://`.
        let slashes = path.utf8.firstIndex(of: UInt8(ascii: "/")) ?? path.startIndex
        let start = path.utf8.index(slashes, offsetBy: 2)
        let marks = [UInt8(ascii: "/"), UInt8(ascii: "?")]
        let end = path.utf8[start...].firstIndex(where: marks.contains) ?? path.endIndex
        let uri: URI
        do throws(URIError) {
            uri = try URI(path[..<end])
        } catch {
            throw .malformed(error, character: character(of: path, at: error))
        }
        guard uri.origin == base.origin else { throw .otherOrigin }
        let target = try escaped(path[end...])
        return target.utf8.first == UInt8(ascii: "/") ? target : "/" + target
    }

    private static func target(of path: String, below base: URI) throws(PathError) -> String {
        var target = base.path
        if target.utf8.last == UInt8(ascii: "/") { target.removeLast() }
        if let first = path.utf8.first, ![UInt8(ascii: "/"), UInt8(ascii: "?")].contains(first) {
            target += "/"
        }
        target += try escaped(path[...])
        return target.utf8.first == UInt8(ascii: "/") ? target : "/" + target
    }

    /// Percent-encodes a path, with or without a query, where necessary.
    private static func escaped(_ text: Substring) throws(PathError) -> String {
        let mark = text.utf8.firstIndex(of: UInt8(ascii: "?")) ?? text.endIndex
        let path = escape(text[..<mark], keeping: .path)
        try check(path)
        return path + escape(text[mark...], keeping: kept)
    }

    /// Returns the invalid character, for the error message; `nil` if the text may hold a password.
    private static func character(of text: String, at error: URIError) -> Character? {
        guard case .unexpectedCharacter = error.reason, !text.contains("@") else { return nil }
        let start = text.startIndex
        let index = text.utf8.index(start, offsetBy: error.offset, limitedBy: text.endIndex)
        return index.flatMap { $0 < text.endIndex ? text[$0] : nil }
    }

    /// The characters that a query may contain unescaped, including its separators (RFC 3986 §3.4).
    private static let kept = PercentEncoding.CharacterSet(unreservedAnd: "!$&'()*+,;=:@/?")

    private static func check(_ path: String) throws(PathError) {
        guard path.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "%") })
        else { return }
        for segment in path.utf8.split(separator: UInt8(ascii: "/")) {
            // No escaped dot segment is longer than this.
            guard segment.count <= "%2E%2E".utf8.count, let first = segment.first,
                first == UInt8(ascii: ".") || first == UInt8(ascii: "%")
            else { continue }
            let plain = PercentEncoding.decode(String(Substring(segment)))
            if plain == "." || plain == ".." { throw .dotSegment }
        }
    }

    private static func escape(
        _ text: some StringProtocol,
        keeping kept: PercentEncoding.CharacterSet
    ) -> String {
        if text.utf8.allSatisfy(kept.contains) { return String(text) }
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if PercentEncoding.escape(in: bytes.span, at: index) != nil,
                bytes[index] == UInt8(ascii: "%")
            {
                output += bytes[index..<(index + 3)]
                index += 3
            } else {
                PercentEncoding.append([bytes[index]].span, keeping: kept, to: &output)
                index += 1
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}
