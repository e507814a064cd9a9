// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// A media type as Rails tells them apart.
enum RailsType: Sendable, Hashable {
    case html
    case json
    case xml
    /// Whatever there is: `*/*`.
    case any
    /// One that Rails knows and the scores do not speak, such as CSV.
    case other(String)

    /// The type of a path's ending or of the parameter `format`, in whose letters case counts.
    init?(ending: String) {
        switch ending {
        case "html", "xhtml": self = .html
        case "json": self = .json
        case "xml": self = .xml
        default:
            guard Self.otherEndings.contains(ending) else { return nil }
            self = .other(ending)
        }
    }

    /// The type of a name such as `text/xml`; `nil` for one that Rails does not know.
    init?(name: String) {
        switch name {
        case "*/*": self = .any
        case "text/html", "application/xhtml+xml": self = .html
        case "application/json", "text/x-json", "application/jsonrequest": self = .json
        case "application/xml", "text/xml", "application/x-xml": self = .xml
        default:
            guard Self.otherNames.contains(name) else { return nil }
            self = .other(name)
        }
    }

    /// The name that answers in it begin with.
    var name: String {
        switch self {
        case .html, .any, .other: "text/html"
        case .json: "application/json"
        case .xml: "application/xml"
        }
    }

    private static let otherEndings: Set<String> = [
        "txt", "text", "js", "css", "ics", "csv", "vcf", "vtt", "png", "jpg", "jpeg", "jpe",
        "pjpeg",
        "gif", "bmp", "tif", "tiff", "svg", "mpg", "mpeg", "mp3", "ogg", "m4a", "webm", "mp4",
        "otf",
        "ttf", "woff", "woff2", "rss", "atom", "yml", "yaml", "pdf", "zip", "gz",
    ]

    private static let otherNames: Set<String> = [
        "text/plain", "text/javascript", "application/javascript", "application/x-javascript",
        "text/css", "text/calendar", "text/csv", "text/vcard", "text/vtt", "image/png",
        "image/jpeg",
        "image/gif", "image/bmp", "image/tiff", "image/svg+xml", "video/mpeg", "audio/mpeg",
        "audio/ogg", "audio/aac", "video/webm", "video/mp4", "font/otf", "font/ttf", "font/woff",
        "font/woff2", "application/rss+xml", "application/atom+xml", "application/x-yaml",
        "text/yaml", "multipart/form-data", "application/x-www-form-urlencoded", "application/pdf",
        "application/zip", "application/gzip", "application/x-gzip",
    ]

    /// Whether a text is a media type at all, without its parameters.
    static func isName(_ text: some StringProtocol) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return false }
        if parts[1] == "*" { return parts[0] == "*" || isWord(parts[0]) }
        return isWord(parts[0]) && isWord(parts[1])
    }

    private static func isWord(_ text: some StringProtocol) -> Bool {
        guard (1...127).contains(text.utf8.count), let first = text.utf8.first else { return false }
        return first.isLetterOrDigit
            && text.utf8.allSatisfy { $0.isLetterOrDigit || "!#$&-^_.+".utf8.contains($0) }
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: false
        }
    }
}

// MARK: - Accept

/// What a request accepts, by Rails' reading of the field.
enum RailsAccept {
    /// A media type that is none.
    struct Nonsense: Error {}

    /// Whether the field counts: browsers ask for everything beside a list, and mean pages.
    static func counts(_ fields: Fields) -> Bool {
        guard let text = text(of: fields) else { return false }
        if fields["X-Requested-With"] == "XMLHttpRequest" { return true }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return true }
        return !parts.enumerated().contains { index, part in
            let name = part.trimmed
            return index > 0 ? name.hasPrefix("*/*") : name.hasSuffix("*/*")
        }
    }

    /// The types that are asked for, the most wanted first; those that Rails does not know are left out.
    static func types(_ fields: Fields) throws(Nonsense) -> [RailsType] {
        guard let text = text(of: fields) else { return [] }
        guard text.contains(",") else {
            return try types(named: quality(of: text[...]).name)
        }
        var items: [(type: RailsType, quality: Int)] = []
        for part in text.split(separator: ",") where !part.trimmed.isEmpty {
            let (name, quality) = quality(of: part)
            for type in try types(named: name) {
                items.append((type, quality ?? (name == "*/*" ? 0 : 100)))
            }
        }
        // Equally wanted ones stay in their order.
        let sorted = items.enumerated().sorted {
            ($1.element.quality, $0.offset) < ($0.element.quality, $1.offset)
        }
        return sorted.map(\.element.type)
    }

    private static func text(of fields: Fields) -> String? {
        let text = fields[values: .accept].joined(separator: ", ").trimmed
        return text.isEmpty ? nil : text
    }

    private static func types(named name: String) throws(Nonsense) -> [RailsType] {
        // Pages come first among all that are text, and all that are applications.
        if name.hasPrefix("text/*") || name.hasPrefix("application/*") { return [.html] }
        let bare = name.split(separator: ";").first.map { $0.trimmed } ?? ""
        guard RailsType.isName(bare) else { throw Nonsense() }
        return RailsType(name: bare).map { [$0] } ?? []
    }

    /// The name of a member of the list, and how much it is wanted in hundredths.
    private static func quality(of part: Substring) -> (name: String, quality: Int?) {
        var name = part
        var quality: Int?
        if let mark = part.firstRange(of: /;\s*q="?/) {
            name = part[..<mark.lowerBound]
            let digits = part[mark.upperBound...].prefix { $0.isNumber || $0 == "." }
            quality = Int((min(Double(digits) ?? 0, 1_000) * 100).rounded(.down))
        }
        return (name.trimmed, quality)
    }
}

extension StringProtocol {
    /// The text without blanks around it.
    fileprivate var trimmed: String {
        let start = drop { $0 == " " || $0 == "\t" }
        return String(
            start.prefix(start.count - start.reversed().prefix { $0 == " " || $0 == "\t" }.count)
        )
    }
}
