// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The treatment that successful answers to GET allow: all of them get a tag and heed conditions.
enum Representation: Sendable {
    /// Answers that are sent as they are, for they may hold secrets (BREACH).
    case plain
    /// Answers that become smaller by a coding.
    case compressible
    /// Answers that do if their media type is one of texts.
    case compressibleText

    /// Whether an answer may be compressed.
    func allowsCompression(of response: Response) -> Bool {
        switch self {
        case .plain: false
        case .compressible: true
        case .compressibleText:
            response.fields[.contentType].flatMap { MediaType($0) }
                .map(CodingChoice.isWorthwhile) ?? false
        }
    }
}
