// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The way in which the generated code reads content of a media type.
enum MediaKind: Sendable {
    case json
    case xml
    case form
    case multipart
    case text
    case events
    case lines
    case bytes

    /// Determines the kind of a media type in a document.
    ///
    /// - Parameters:
    ///   - mediaType: The media type.
    ///   - isStructured: True if the schema of the content is an object or a list.
    init(_ mediaType: String, isStructured: Bool) {
        let essence = mediaType.lowercased().prefix { $0 != ";" && $0 != " " }
        switch essence {
        case "application/x-www-form-urlencoded": self = .form
        case "text/event-stream": self = .events
        case "application/jsonl", "application/x-ndjson", "application/ndjson",
            "application/json-seq":
            self = .lines
        case "text/xml", "application/xml": self = .xml
        case "application/json", "text/json": self = .json
        case _ where essence.hasPrefix("multipart/form-data"): self = .multipart
        case _ where essence.hasSuffix("+json"): self = .json
        case _ where essence.hasSuffix("+xml") && isStructured: self = .xml
        case _ where essence.hasSuffix("yaml") && isStructured: self = .json
        case "*/*", "application/*", "text/*": self = isStructured ? .json : Self.other(essence)
        default: self = Self.other(essence)
        }
    }

    private static func other(_ essence: Substring) -> MediaKind {
        essence.hasPrefix("text/") ? .text : .bytes
    }

    /// Returns the format as code.
    func format(of mediaType: String) -> String {
        let literal = SwiftNames.literal(mediaType)
        switch self {
        case .json: return mediaType == "application/json" ? ".json" : ".json(as: \(literal))"
        case .xml: return mediaType == "application/xml" ? ".xml" : ".xml(as: \(literal))"
        case .form: return ".form"
        case .multipart: return ".multipart"
        case .text: return mediaType == "text/plain" ? ".text" : ".text(as: \(literal))"
        case .bytes: return ".bytes(as: \(literal))"
        case .events, .lines: return ".json"
        }
    }
}
