// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// A text by a user, in which `http` and `https` addresses are links.
///
/// The text is escaped. Linked pages cannot control this page, and search engines ignore the links.
/// The text is processed by scalars, because a comparison of characters takes quadratic time in the
/// number of combining marks.
struct LinkedText: Sendable {
    let text: String

    private typealias Scalars = Substring.UnicodeScalarView

    /// The greatest number of links in a text.
    private static let limit = 200
    /// The greatest length of a linked address, in scalars; all browsers accept it.
    private static let longest = 2_048
    /// Characters that always end an address.
    private static let boundaries = Set("<>\"`".unicodeScalars)
    /// Characters that belong to the sentence, not to the address, if the address ends with them.
    private static let ends = Set(".,;:!?'*_~”’»…".unicodeScalars)
    /// Closing brackets, which belong to an address only if it contains the opening bracket as
    /// well.
    private static let partners: [Unicode.Scalar: Unicode.Scalar] = [")": "(", "]": "[", "}": "{"]

    /// The text as HTML, with its links.
    var html: HTML {
        var pieces = HTML.Interpolation(literalCapacity: text.utf8.count, interpolationCount: 0)
        var rest = text[...]
        for _ in 0..<Self.limit {
            guard let range = Self.address(in: rest.unicodeScalars) else { break }
            pieces.appendInterpolation(String(rest[..<range.lowerBound]))
            pieces.appendInterpolation(Self.anchor(String(rest[range])))
            rest = rest[range.upperBound...]
        }
        pieces.appendInterpolation(String(rest))
        return HTML(stringInterpolation: pieces)
    }

    private static func anchor(_ address: String) -> HTML {
        let target = encoded(address)
        return #"<a href="\#(link: target)" rel="noopener noreferrer nofollow ugc">\#(address)</a>"#
    }

    /// The characters that addresses may contain (RFC 3986).
    private static let kept = PercentEncoding.CharacterSet(
        unreservedAnd: "!$&'()*+,;=:@/?#[]%"
    )

    /// Returns the address with invalid characters percent-encoded, as browsers send it.
    private static func encoded(_ address: String) -> String {
        PercentEncoding.encode(address, keeping: kept)
    }

    /// Returns the range of the next address; `nil` if there is none.
    private static func address(in text: Scalars) -> Range<String.Index>? {
        var rest = text
        while let mark = rest.firstRange(of: "://".unicodeScalars) {
            if let range = address(around: mark, in: text) { return range }
            rest = text[mark.upperBound...]
        }
        return nil
    }

    /// Returns the range of the address around `://`; `nil` if it is not a web address.
    private static func address(
        around mark: Range<String.Index>,
        in text: Scalars
    ) -> Range<String.Index>? {
        let letters = text[..<mark.lowerBound].reversed().prefix { $0.properties.isAlphabetic }
        guard ["ptth", "sptth"].contains(String(String.UnicodeScalarView(letters)).lowercased())
        else { return nil }
        let rest = text[mark.upperBound...].prefix(longest + 1)
        let content = rest.prefix {
            !$0.properties.isWhitespace && $0.value >= 0x20 && !boundaries.contains($0)
        }
        guard content.count <= longest else { return nil }
        let range = letters.endIndex.base..<end(of: content)
        guard let uri = try? URI(encoded(String(Substring(text[range])))),
            uri.host?.isEmpty == false
        else {
            return nil
        }
        return range
    }

    /// Returns the end of an address, without the punctuation of the sentence.
    private static func end(of content: Scalars) -> String.Index {
        var counts: [Unicode.Scalar: Int] = [:]
        for scalar in content { counts[scalar, default: 0] += 1 }
        var content = content
        while let last = content.last {
            let isAlone = partners[last].map { counts[last, default: 0] > counts[$0, default: 0] }
            guard isAlone ?? ends.contains(last) else { break }
            counts[last, default: 0] -= 1
            content.removeLast()
        }
        return content.endIndex
    }
}
