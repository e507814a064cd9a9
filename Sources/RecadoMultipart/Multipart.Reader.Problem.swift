// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

extension Multipart.Reader {
    /// The reason that content is refused.
    enum Problem: Error {
        case unfinished, mark, field, fieldText, repeatedField, disposition, transferEncoding
        case bytes, parts, partBytes, head, fields, name

        private var code: CodingError.Code {
            switch self {
            case .bytes, .parts, .partBytes, .head, .fields, .name: .tooLarge
            case .transferEncoding: .unsupported
            default: .malformed
            }
        }

        private func message(_ limits: Multipart.Limits) -> String {
            switch self {
            case .unfinished: "the content ends before the boundary that should close it"
            case .mark: "expected the end of a line or two hyphens behind a boundary"
            case .field: "expected a field with a name and a colon in the head of a part"
            case .fieldText: "a field in the head of a part is not UTF-8 or has control characters"
            case .repeatedField: "the head of a part holds the same field twice"
            case .disposition: "the Content-Disposition of a part cannot be read"
            case .transferEncoding: "expected no Content-Transfer-Encoding (RFC 7578 §4.7)"
            case .bytes: "expected at most \(limits.bytes) bytes in all"
            case .parts: "expected at most \(limits.parts) parts"
            case .partBytes: "expected at most \(limits.partBytes) bytes in a part"
            case .head: "expected at most \(limits.headBytes) bytes in the head of a part"
            case .fields: "expected at most \(limits.fields) fields in the head of a part"
            case .name: "expected a name of at most \(limits.nameBytes) bytes"
            }
        }

        /// Returns the error for a problem at a byte of the content.
        func failure(at offset: Int, part: Int, _ limits: Multipart.Limits) -> CodingError {
            let place = CodingError.Location(offset: offset)
            let text = part == 0 ? message(limits) : "part \(part): " + message(limits)
            return CodingError(code, text, place: place)
        }
    }
}
