// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The media types that Rails distinguishes.
enum RailsType: Sendable, Hashable {
    case html
    case json
    case xml
    /// A format that is used only for failures.
    case yaml
    /// Any type: `*/*`.
    case any
    /// A type that Rails knows but the scores do not support, such as CSV.
    case other(String)

    /// Creates the type for a path's ending or a parameter `format`; both are case-sensitive.
    init?(ending: String) {
        // No known ending is longer, and comparing a longer text from a caller may take quadratic
        // time.
        guard ending.utf8.count <= 8 else { return nil }
        switch ending {
        case "html", "xhtml": self = .html
        case "json": self = .json
        case "xml": self = .xml
        case "yml", "yaml": self = .yaml
        default:
            guard Self.otherEndings.contains(ending) else { return nil }
            self = .other(ending)
        }
    }

    /// Creates the type for a media type such as `text/xml`, or returns `nil` if Rails does not
    /// know it.
    init?(name: String) {
        guard name.utf8.count <= 64 else { return nil }
        switch name {
        case "*/*": self = .any
        case "text/html", "application/xhtml+xml": self = .html
        case "application/json", "text/x-json", "application/jsonrequest": self = .json
        case "application/xml", "text/xml", "application/x-xml": self = .xml
        case "application/x-yaml", "text/yaml": self = .yaml
        default:
            guard Self.otherNames.contains(name) else { return nil }
            self = .other(name)
        }
    }

    /// The media type in the Content-Type field of answers.
    var name: String {
        switch self {
        case .html, .any, .other: "text/html"
        case .json: "application/json"
        case .xml: "application/xml"
        case .yaml: "application/x-yaml"
        }
    }

    private static let otherEndings: Set<String> = [
        "txt", "text", "js", "css", "ics", "csv", "vcf", "vtt", "png", "jpg", "jpeg", "jpe",
        "pjpeg",
        "gif", "bmp", "tif", "tiff", "svg", "mpg", "mpeg", "mp3", "ogg", "m4a", "webm", "mp4",
        "otf",
        "ttf", "woff", "woff2", "rss", "atom", "pdf", "zip", "gz",
    ]

    private static let otherNames: Set<String> = [
        "text/plain", "text/javascript", "application/javascript", "application/x-javascript",
        "text/css", "text/calendar", "text/csv", "text/vcard", "text/vtt", "image/png",
        "image/jpeg",
        "image/gif", "image/bmp", "image/tiff", "image/svg+xml", "video/mpeg", "audio/mpeg",
        "audio/ogg", "audio/aac", "video/webm", "video/mp4", "font/otf", "font/ttf", "font/woff",
        "font/woff2", "application/rss+xml", "application/atom+xml", "multipart/form-data",
        "application/x-www-form-urlencoded", "application/pdf",
        "application/zip", "application/gzip", "application/x-gzip",
    ]

    /// True if a text is a media type without parameters.
    static func isName(_ text: some StringProtocol) -> Bool {
        let bytes = text.utf8
        guard let slash = bytes.firstIndex(of: UInt8(ascii: "/")) else { return false }
        let (type, subtype) = (bytes[..<slash], bytes[slash...].dropFirst())
        if subtype.elementsEqual("*".utf8) { return type.elementsEqual("*".utf8) || isWord(type) }
        return isWord(type) && isWord(subtype)
    }

    private static func isWord(_ bytes: some Collection<UInt8>) -> Bool {
        guard (1...127).contains(bytes.count), let first = bytes.first else { return false }
        return first.isLetterOrDigit
            && bytes.allSatisfy { $0.isLetterOrDigit || "!#$&-^_.+".utf8.contains($0) }
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
