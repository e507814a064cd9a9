// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

extension Redaction {
    /// The largest content, in bytes, in which secrets are searched for: 64 KiB.
    package static let readLimit = 65_536

    /// Returns content without its secrets, or only its size if the secrets cannot be identified.
    ///
    /// Content that is not in memory, has a content coding or exceeds `readLimit` is also replaced
    /// by its size.
    ///
    /// - Parameters:
    ///   - bytes: The content, if it is in memory.
    ///   - count: The size of the content, if it is known.
    ///   - fields: The header section of the content.
    ///   - request: The request that was sent; content may repeat its secrets.
    ///   - limit: The largest number of bytes to show.
    /// - Returns: A text without control characters.
    package static func content(
        _ bytes: [UInt8]?,
        count: Int?,
        _ fields: Fields?,
        answering request: Request?,
        limit: Int
    ) -> String {
        let type = fields?[.contentType].flatMap { MediaType($0) }
        if let bytes, bytes.count <= readLimit, fields?.contains(.contentEncoding) != true,
            let masked = SecretMask.ellipsis.content(bytes, type)
        {
            let text = excerpt(masked, answering: request)
            guard text.utf8.count > limit else { return text }
            return String(decoding: text.utf8.prefix(max(0, limit)), as: UTF8.self) + "…"
        }
        let size = count.map { "\($0) bytes" } ?? "a stream"
        return "\(size) of \(type?.essence ?? "no type")"
    }
}
