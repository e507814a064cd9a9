// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP

/// How far the content of an answer of HTTP/1.1 reaches (RFC 9112 §6.3).
enum ReplyFraming {
    case nothing
    case length(Int)
    case chunks
    case untilEnd
}

extension ResponseHead {
    /// How far the content reaches, in an answer to a request of a method.
    func framing(answering method: Method) throws(TransportError) -> ReplyFraming {
        if method == .head || status?.forbidsContent == true { return .nothing }
        if hasTransferEncoding {
            let codings = fields[list: .transferEncoding]
            guard codings.count == 1, codings[0].lowercased() == "chunked" else {
                let names = codings.prefix(4).joined(separator: ", ")
                throw TransportError(.protocolViolation, "the transfer coding \(names) is unknown")
            }
            return .chunks
        }
        guard hasContentLength else { return .untilEnd }
        guard let length = contentLength(answering: method) else {
            throw TransportError(.protocolViolation, "Content-Length is too large a number")
        }
        return .length(length)
    }

    /// Whether the connection is there for another request behind this answer (RFC 9112 §9.3).
    var keepsConnection: Bool {
        // RFC 9112 §6.1: of both, one is a lie, and what follows could be another answer.
        if hasTransferEncoding, hasContentLength || isOld { return false }
        guard hasConnectionField else { return !isOld }
        let options = fields[list: .connection].map { $0.lowercased() }
        return !options.contains("close") && (!isOld || options.contains("keep-alive"))
    }
}
