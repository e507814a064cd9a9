// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import RecadoTransport

/// The record that is written next to a partial file, for another process to resume the download.
///
/// The number of bytes that have arrived is the length of the partial file itself: file systems
/// lengthen a file only once its bytes are there, whereas a number in the record would be wrong
/// whenever a process ends suddenly.
struct DownloadRecord: Codable, Sendable, Hashable {
    static let version = 1

    var version = DownloadRecord.version
    /// The address without user information and query, which may be secrets.
    var url: String
    /// The strong entity tag as it was sent.
    var eTag: String?
    /// Last-Modified as it was sent, if it is strong and there is no entity tag.
    var lastModified: String?
    /// The size of the whole file in bytes.
    var length: Int?
    /// The name that the server gave to the file.
    var name: String?
    /// The digest of the whole file, as it was sent.
    var digest: String?

    init(url: String) {
        self.url = url
    }

    /// Creates the record from a response with the whole file.
    init(_ response: Response, url: String) {
        let fields = response.fields
        self.url = url
        length = response.expectedLength
        name = fields[.contentDisposition].flatMap { ContentDisposition($0) }?.filename
        // A coding that was applied in spite of the request may be removed before the content
        // arrives here.
        guard !fields.isEncoded else { return }
        let digests = fields[values: .reprDigest]
        digest = digests.isEmpty ? nil : digests.joined(separator: ", ")
        if let text = fields[.eTag] {
            // RFC 9110 §13.1.5: no weak tag, and no date if there is a tag.
            eTag = EntityTag(text).flatMap { $0.isWeak ? nil : $0.description }
        } else {
            lastModified = Self.strongDate(fields)
        }
    }

    /// Last-Modified, if a later change cannot have the same value (RFC 9110 §8.8.2.2).
    private static func strongDate(_ fields: Fields) -> String? {
        let now = WallClock.now()
        guard let text = fields[.lastModified], let modified = HTTPDate(text, now: now),
            let date = fields[.date].flatMap({ HTTPDate($0, now: now) }),
            date.secondsSince1970 - modified.secondsSince1970 >= 1
        else { return nil }
        return text
    }

    /// The tag or date that identifies the version of the server's file; `nil` if there is none.
    var validator: String? { eTag ?? lastModified }

    // MARK: - Sidecar

    /// Reads a record; `nil` if it is malformed or of another version.
    init?(_ bytes: [UInt8]) {
        guard let record = try? JSON().decode(DownloadRecord.self, from: bytes),
            record.version == Self.version, record.length ?? 0 >= 0
        else { return nil }
        self = record
    }

    /// The record in the form in which it is written.
    func encoded() throws(CodingError) -> [UInt8] { try JSON().encode(self) }
}

extension Fields {
    /// True if the content has a coding.
    var isEncoded: Bool {
        self[list: .contentEncoding].contains { $0.lowercased() != "identity" }
    }
}

extension FieldName {
    /// A digest of the content of this message (RFC 9530 §2).
    static let contentDigest = FieldName(known: "Content-Digest")
    /// A digest of the whole representation (RFC 9530 §3).
    static let reprDigest = FieldName(known: "Repr-Digest")
    /// The part of the whole representation that the content covers (RFC 9110 §14.4).
    static let contentRange = FieldName(known: "Content-Range")
}
