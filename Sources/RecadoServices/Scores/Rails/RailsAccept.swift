// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// What a request accepts, by Rails' reading of the field.
enum RailsAccept {
    /// A media type that is none.
    struct Nonsense: Error {}

    /// A member of the list.
    private struct Item {
        let name: String
        let type: RailsType?
        /// How much it is wanted, in hundredths.
        let quality: Int
    }

    /// Whether a script sends the request.
    static func isScript(_ fields: Fields) -> Bool {
        fields["X-Requested-With"]?.lowercased() == "xmlhttprequest"
    }

    /// Whether the field counts: browsers ask for everything beside a list, and mean pages.
    static func counts(_ fields: Fields) -> Bool {
        guard let text = text(of: fields) else {
            return isScript(fields) && fields.contains(.contentType)
        }
        if isScript(fields) { return true }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return true }
        return !parts.enumerated().contains { index, part in
            let name = part.trimmed
            return index > 0 ? name.hasPrefix("*/*") : name.hasSuffix("*/*")
        }
    }

    /// The types that are asked for, the most wanted first; those that Rails does not know are left out.
    static func types(_ fields: Fields) throws(Nonsense) -> [RailsType] {
        guard let text = text(of: fields) else {
            return RailsContent.typeName(fields).flatMap { RailsType(name: $0) }.map { [$0] } ?? []
        }
        guard text.contains(",") else {
            return try items(named: split(text[...]).name, quality: nil).compactMap(\.type)
        }
        var items: [Item] = []
        for part in text.split(separator: ",") {
            let (name, quality) = split(part)
            if !name.isEmpty { items += try Self.items(named: name, quality: quality) }
        }
        // Equally wanted ones stay in their order.
        var sorted = items.enumerated().sorted {
            ($1.element.quality, $0.offset) < ($0.element.quality, $1.offset)
        }.map(\.element)
        putSpecialTypesFirst(&sorted)
        return sorted.compactMap(\.type)
    }

    /// Puts types that are XML of some kind before XML itself where they are wanted as much.
    private static func putSpecialTypesFirst(_ items: inout [Item]) {
        guard var xml = items.firstIndex(where: { $0.name == "application/xml" }) else { return }
        let quality = items[xml].quality
        for index in xml..<items.count {
            if items[index].quality < quality { return }
            if items[index].name.hasSuffix("+xml") {
                items.swapAt(xml, index)
                xml = index
            }
        }
    }

    private static func text(of fields: Fields) -> String? {
        let text = fields[values: .accept].joined(separator: ", ")[...].trimmed
        return text.isEmpty ? nil : text
    }

    private static func items(named name: String, quality: String?) throws(Nonsense) -> [Item] {
        // Pages come first among all that are text, and all that are applications.
        let isStarred = name.hasPrefix("text/*") || name.hasPrefix("application/*")
        guard isStarred || RailsType.isName(name) else { throw Nonsense() }
        let usual = name == "*/*" ? 0.0 : 1.0
        let wanted = quality.map { Double(prefix: $0) } ?? usual
        return [
            Item(
                name: isStarred ? "text/html" : name,
                type: isStarred ? .html : RailsType(name: name),
                quality: Int((max(-1e6, min(wanted, 1e6)) * 100).rounded(.towardZero))
            )
        ]
    }

    /// The name of a member and what follows the first parameter's letters and digits.
    ///
    /// Of `q=0.8` that is `.8`, and of `q=1` nothing; so Rails takes `q=0` for no weight at all.
    private static func split(_ part: Substring) -> (name: String, rest: String?) {
        let pieces = part.split(
            separator: /;[ \t]*[A-Za-z0-9_]+="?[A-Za-z0-9_]+"?/,
            omittingEmptySubsequences: false
        )
        let kept = pieces.reversed().drop(while: \.isEmpty).reversed()
        return (pieces[0].trimmed, kept.dropFirst().first.map { String($0) })
    }
}

extension Double {
    /// The number that a text begins with, or zero: Ruby's `to_f`.
    fileprivate init(prefix text: String) {
        let digits = text.drop { $0 == " " }.prefix {
            $0.isASCII && ($0.isNumber || ".-".contains($0))
        }
        self = Double(digits.hasPrefix(".") ? "0" + digits : String(digits)) ?? 0
    }
}

extension Substring {
    /// The text without blanks around it.
    fileprivate var trimmed: String {
        let start = drop { $0 == " " || $0 == "\t" }
        let blanks = start.reversed().prefix { $0 == " " || $0 == "\t" }.count
        return String(start.dropLast(blanks))
    }
}
