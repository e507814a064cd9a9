// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoCompression
package import RecadoHTTP
package import RecadoTransport

/// A transport that requests compressed content from another transport and decodes it (RFC 9110
/// §8.4).
///
/// It belongs directly above a transport that does not decode content itself, and below a cache,
/// which then stores decoded content. It supports `gzip`, `deflate` (with and without the zlib
/// header) and, on Linux, `br`; an answer with another coding is an error.
///
/// - A request with its own Accept-Encoding or Range field is sent unchanged, and its answer is not
///   decoded, because its caller wants the bytes exactly as the server sends them.
/// - A decoded answer has no Content-Encoding or Content-Length and no digests of the encoded
///   content.
/// - If the content ends early, is malformed, is followed by other bytes or exceeds the limits, its
///   source throws after it has delivered the valid part.
package struct DecompressionTransport: Transport {
    /// The transport that sends each request.
    package let base: any Transport
    /// The limits on the size of decompressed content.
    package let limits: DecompressionLimits

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - base: The transport that sends each request.
    ///   - limits: The limits on the size of decompressed content.
    package init(base: any Transport, limits: DecompressionLimits = DecompressionLimits()) {
        self.base = base
        self.limits = limits
    }

    /// Sends a request that accepts compressed content, and returns the answer with decoded
    /// content.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - timeouts: The time limits.
    /// - Returns: The answer; its content is decoded while it is read.
    /// - Throws: The errors of the base transport, and `TransportError.Kind.undecodable` for an
    ///   unknown coding.
    package func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        if request.fields.contains(.acceptEncoding) || request.fields.contains(.range) {
            return try await base.send(request, timeouts: timeouts)
        }
        var request = request
        request.fields[.acceptEncoding] = ContentCoding.offer
        let answer = try await base.send(request, timeouts: timeouts)
        let hasContent = request.method != .head && !answer.status.forbidsContent
        // A part of encoded content cannot be decoded without the rest.
        guard hasContent, answer.status != .partialContent else { return answer }
        return try decoded(answer)
    }

    private func decoded(_ answer: Response) throws(TransportError) -> Response {
        guard answer.fields.contains(.contentEncoding) else { return answer }
        let codings = try codings(of: answer.fields)
        var answer = answer
        guard !codings.isEmpty else {
            answer.fields.removeAll(.contentEncoding)
            return answer
        }
        ContentCoding.removeCodings(from: &answer.fields)
        var source = answer.content.makeSource()
        // Content-Encoding lists the codings in the order in which they were applied (RFC 9110
        // §8.4).
        for coding in codings.reversed() { source = DecodingSource(source, coding, limits) }
        answer.content = Content(reading: source)
        return answer
    }

    private func codings(of fields: Fields) throws(TransportError) -> [ContentCoding] {
        var codings: [ContentCoding] = []
        for name in fields[list: .contentEncoding] where name.lowercased() != "identity" {
            guard let coding = ContentCoding(name: name) else {
                let shown = Redaction.printable(String(name.prefix(32)))
                throw TransportError(
                    .undecodable,
                    "unknown content coding “\(shown)”; expected \(ContentCoding.offer)"
                )
            }
            codings.append(coding)
        }
        guard codings.count <= limits.codings else {
            throw TransportError(
                .undecodable,
                "\(codings.count) content codings; expected at most \(limits.codings)"
            )
        }
        return codings
    }
}
