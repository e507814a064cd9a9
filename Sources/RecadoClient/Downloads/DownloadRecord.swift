// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import RecadoTransport

/// The record next to a partial file, with which another process can resume the download.
///
/// The record does not contain the number of bytes that have arrived, because that is the length of
/// the partial file. A recorded number would be wrong after a crash, but the length is not.
struct DownloadRecord: Codable, Sendable, Hashable {
    static let version = 1

    var version = DownloadRecord.version
    /// The address without user name, password and query, which may be secrets.
    var url: String
    /// The strong entity tag as the server sent it.
    var eTag: String?
    /// The Last-Modified date as the server sent it, if it is a strong validator and there is no
    /// tag.
    var lastModified: String?
    /// The size of the whole file in bytes.
    var length: Int?
    /// The name that the server suggests for the file.
    var name: String?
    /// The digest of the whole file, as the server sent it.
    var digest: String?

    init(url: String) {
        self.url = url
    }

    /// Creates the record from a response that contains the whole file.
    init(_ response: Response, url: String) {
        let fields = response.fields
        self.url = url
        length = response.expectedLength
        name = fields[.contentDisposition].flatMap { ContentDisposition($0) }?.filename
        // If the server encoded the content in spite of the request, a layer below may decode it.
        // Its digest, tag and date would then not identify the bytes on disk.
        guard !fields.isEncoded else { return }
        let digests = fields[values: .reprDigest]
        digest = digests.isEmpty ? nil : digests.joined(separator: ", ")
        if let text = fields[.eTag] {
            // RFC 9110 §13.1.5: If-Range takes no weak tag, and no date if there is a tag.
            eTag = EntityTag(text).flatMap { $0.isWeak ? nil : $0.description }
        } else {
            lastModified = Self.strongDate(fields)
        }
    }

    /// Returns Last-Modified if no later version can have the same date (RFC 9110 §8.8.2.2).
    private static func strongDate(_ fields: Fields) -> String? {
        let now = WallClock.now()
        guard let text = fields[.lastModified], let modified = HTTPDate(text, now: now),
            let date = fields[.date].flatMap({ HTTPDate($0, now: now) }),
            date.secondsSince1970 - modified.secondsSince1970 >= 1
        else { return nil }
        return text
    }

    /// The tag or date that identifies the version on the server; `nil` if there is none.
    var validator: String? { eTag ?? lastModified }

    // MARK: - Sidecar

    /// Parses a record; returns `nil` if it is malformed or of another version.
    init?(_ bytes: [UInt8]) {
        guard let record = try? JSON().decode(DownloadRecord.self, from: bytes),
            record.version == Self.version, record.length ?? 0 >= 0
        else { return nil }
        self = record
    }

    /// Returns the record in the form in which it is written.
    func encoded() throws(CodingError) -> [UInt8] { try JSON().encode(self) }
}

extension Fields {
    /// True if the content has a content coding.
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
