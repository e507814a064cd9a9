// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The rule for compressing successful answers to GET; all of them get a tag and honor conditions.
enum Representation: Sendable {
    /// Answers that are never compressed, because they may contain secrets (BREACH).
    case plain
    /// Answers that compression makes smaller.
    case compressible
    /// Answers that are compressed if their media type is textual.
    case compressibleText

    /// Returns the content of an answer, if it may be compressed and is long enough.
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
        // Pages for a single user may contain secrets, too.
        case .compressibleText where response.isForOneReader: false
        case .compressibleText:
            response.fields[.contentType].flatMap { MediaType($0) }
                .map(CodingChoice.isWorthwhile) ?? false
        }
    }
}

extension Response {
    /// True for an answer that sets a cookie, or that shared caches may not store.
    fileprivate var isForOneReader: Bool {
        fields.contains(.setCookie)
            || fields[list: .cacheControl].contains { word in
                ["no-store", "private"].contains { word.lowercased().hasPrefix($0) }
            }
    }
}
