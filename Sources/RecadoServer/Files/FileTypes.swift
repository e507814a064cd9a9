// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The properties of files that are derived from their names.
enum FileTypes {
    /// Returns the media type of a file.
    ///
    /// - Parameters:
    ///   - name: The file's name.
    ///   - others: Media types by file extension, which take precedence over the usual ones.
    /// - Returns: The type; `application/octet-stream` if the extension is not known.
    static func type(of name: String, or others: [String: MediaType]) -> MediaType {
        guard let ending = ending(of: name) else { return .octetStream }
        return others[ending] ?? usual[ending] ?? .octetStream
    }

    /// True if the part before the extension consists of at least eight hexadecimal digits, and is
    /// not the first part of the name.
    static func holdsHash(_ name: String) -> Bool {
        let parts = name.utf8.split { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
        guard parts.count >= 3, ending(of: name) != nil else { return false }
        let digits = parts[parts.count - 2]
        return digits.count >= 8 && digits.allSatisfy { $0.hexadecimalValue != nil }
    }

    private static func ending(of name: String) -> String? {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        return name[name.utf8.index(after: dot)...].lowercased()
    }

    /// The usual media types by file extension; text is assumed to be UTF-8.
    private static let usual: [String: MediaType] = table.reduce(into: [:]) { types, row in
        types[row.ending] = MediaType(row.type)
    }

    private static let table: [(ending: String, type: String)] = [
        ("aac", "audio/aac"), ("apng", "image/apng"), ("atom", "application/atom+xml"),
        ("avif", "image/avif"), ("bmp", "image/bmp"), ("bz2", "application/x-bzip2"),
        ("css", "text/css; charset=utf-8"), ("csv", "text/csv; charset=utf-8"),
        ("eot", "application/vnd.ms-fontobject"), ("epub", "application/epub+zip"),
        ("flac", "audio/flac"), ("gif", "image/gif"), ("gz", "application/gzip"),
        ("htm", "text/html; charset=utf-8"), ("html", "text/html; charset=utf-8"),
        ("ico", "image/vnd.microsoft.icon"), ("ics", "text/calendar; charset=utf-8"),
        ("jpeg", "image/jpeg"), ("jpg", "image/jpeg"), ("js", "text/javascript; charset=utf-8"),
        ("json", "application/json"), ("jsonl", "application/jsonl"),
        ("jxl", "image/jxl"), ("m4a", "audio/mp4"), ("m4v", "video/mp4"),
        ("map", "application/json"), ("md", "text/markdown; charset=utf-8"),
        ("mjs", "text/javascript; charset=utf-8"), ("mov", "video/quicktime"),
        ("mp3", "audio/mpeg"), ("mp4", "video/mp4"), ("oga", "audio/ogg"), ("ogg", "audio/ogg"),
        ("ogv", "video/ogg"), ("opus", "audio/ogg"), ("otf", "font/otf"),
        ("pdf", "application/pdf"), ("png", "image/png"), ("rss", "application/rss+xml"),
        ("rtf", "application/rtf"), ("svg", "image/svg+xml"), ("tar", "application/x-tar"),
        ("tif", "image/tiff"), ("tiff", "image/tiff"), ("ttf", "font/ttf"),
        ("txt", "text/plain; charset=utf-8"), ("vtt", "text/vtt; charset=utf-8"),
        ("wasm", "application/wasm"), ("wav", "audio/wav"), ("weba", "audio/webm"),
        ("webm", "video/webm"), ("webmanifest", "application/manifest+json"),
        ("webp", "image/webp"), ("woff", "font/woff"), ("woff2", "font/woff2"),
        ("xhtml", "application/xhtml+xml"), ("xml", "application/xml"),
        ("yaml", "application/yaml"), ("yml", "application/yaml"), ("zip", "application/zip"),
    ]
}
