// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

extension ContentCoding {
    /// Removes the header fields that name the content's codings or describe its encoded bytes.
    package static func removeCodings(from fields: inout Fields) {
        guard fields.contains(.contentEncoding) else { return }
        fields.removeAll(.contentEncoding)
        for name in encodedFields { fields.removeAll(name) }
    }

    /// Decodes content in memory that has content codings; returns `nil` if a coding is unknown,
    /// the content is malformed or the decoded content exceeds the limit.
    package static func decoded(_ bytes: [UInt8], _ fields: Fields, limit: Int) -> [UInt8]? {
        var bytes = bytes
        for name in fields[list: .contentEncoding].reversed()
        where name.lowercased() != "identity" {
            guard let coding = ContentCoding(name: name),
                let decoded = try? coding.decoded(bytes, limit: limit)
            else { return nil }
            bytes = decoded
        }
        return bytes
    }

    /// The header fields that describe only the encoded bytes.
    private static let encodedFields: [FieldName] = [
        .contentLength, "Content-Digest", "Content-MD5", "Digest", "Repr-Digest",
    ]
}
