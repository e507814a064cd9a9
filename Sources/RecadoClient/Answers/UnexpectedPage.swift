// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

/// An HTML page that arrived instead of the expected content, such as a login page, an error page
/// of a proxy, or the sign-in page of a network.
struct UnexpectedPage {
    /// The title of the page, in one line of at most ``titleLimit`` characters; empty if there is
    /// none.
    let title: String

    /// The maximum length of a title in characters, so that it fits into one line.
    static let titleLimit = 80
    /// The number of bytes at the start of a page that are searched for a title, enough to skip
    /// scripts before it.
    private static let searchLimit = 65_536

    /// Finds the page in an answer; returns `nil` if the content is not HTML.
    ///
    /// - Parameters:
    ///   - bytes: The content, or its beginning.
    ///   - fields: The header section of the answer.
    ///   - request: The request that was sent; if the page repeats its secrets, they are removed.
    init?(in bytes: [UInt8], _ fields: Fields, answering request: Request?) {
        let type = fields[.contentType].flatMap { MediaType($0) }
        let start = bytes.prefix(1024).drop { $0 <= 0x20 || $0 >= 0x80 }.prefix(16)
        let opening = String(decoding: start.map(\.lowercased), as: UTF8.self)
        let isHTML = type?.hasSameEssence(as: .html) == true || type?.essence == Self.xhtml
        guard isHTML || opening.hasPrefix("<!doctype html") || opening.hasPrefix("<html") else {
            return nil
        }
        let raw = Self.title(in: bytes.prefix(Self.searchLimit))
        let text = Redaction.excerpt(raw, answering: request)
        let words = Self.unescaped(text).split { $0.isWhitespace }.joined(separator: " ")
        let isLong = words.count > Self.titleLimit
        title = isLong ? words.prefix(Self.titleLimit - 1) + "…" : words
    }

    /// A description of the page, appended to an error message about the expected format.
    var remark: String {
        let name = title.isEmpty ? "a page without a title" : "a page with the title “\(title)”"
        return name + ", perhaps of a login or of a network that asks for one"
    }

    private static let xhtml = "application/xhtml+xml"

    private static func title(in bytes: ArraySlice<UInt8>) -> [UInt8] {
        let small = bytes.map(\.lowercased)
        guard let start = small.firstRange(of: Array("<title".utf8))?.upperBound,
            let open = small[start...].firstIndex(of: UInt8(ascii: ">"))
        else { return [] }
        let rest = small[(open + 1)...]
        let end = rest.firstRange(of: Array("</title".utf8))?.lowerBound ?? rest.endIndex
        return Array(bytes[(bytes.startIndex + open + 1)..<(bytes.startIndex + end)].prefix(1024))
    }

    /// Replaces the character references that are common in titles.
    private static func unescaped(_ text: String) -> String {
        let names = [
            ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " "),
            ("&amp;", "&"),
        ]
        return names.reduce(text) { $0.replacing($1.0, with: $1.1) }
    }
}
