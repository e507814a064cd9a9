// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The ways in which successful answers to GET may be changed: all of them get a tag and heed
/// conditions.
enum Representation: Sendable {
    /// Answers that are sent as they are, for they may hold secrets (BREACH).
    case plain
    /// Answers that become smaller by compression.
    case compressible
    /// Answers that become smaller by compression if their media type is one of texts.
    case compressibleText

    /// The content of an answer, if it may be compressed and is long enough.
    func compressibleContent(of response: borrowing Response) -> [UInt8]? {
        guard let bytes = response.content.bytes, bytes.count >= CodingChoice.leastBytes,
            response.status == .ok, !response.fields.contains(.contentEncoding),
            allowsCompression(of: response)
        else { return nil }
        return bytes
    }

    private func allowsCompression(of response: borrowing Response) -> Bool {
        switch self {
        case .plain: false
        case .compressible: true
        // Pages for one reader alone may contain secrets, too.
        case .compressibleText where response.isForOneReader: false
        case .compressibleText:
            response.fields[.contentType].flatMap { MediaType($0) }
                .map(CodingChoice.isWorthwhile) ?? false
        }
    }
}

extension Response {
    /// True for an answer that shared caches may not keep, or that sets a cookie.
    fileprivate var isForOneReader: Bool {
        fields.contains(.setCookie)
            || fields[list: .cacheControl].contains { word in
                ["no-store", "private"].contains { word.lowercased().hasPrefix($0) }
            }
    }
}
