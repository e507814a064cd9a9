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

    /// Says that another client might have got an answer in another coding, or that this one might have, where that is so.
    func markChoice(in response: inout Response) {
        if response.status == .notModified || compressibleContent(of: response) != nil {
            response.addVary(.acceptEncoding)
        }
    }

    /// The content of an answer, if it may be compressed and is worth it.
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
        case .compressibleText:
            response.fields[.contentType].flatMap { MediaType($0) }
                .map(CodingChoice.isWorthwhile) ?? false
        }
    }
}
