// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP

/// Makes the requests of a check, one at a time.
struct CheckCaller: Sendable {
    /// The greatest size of an answer that is read, in bytes: 16 MiB.
    static let contentLimit = 16 * 1024 * 1024

    let transport: any Transport
    let timeouts: Timeouts
    /// The Authorization field of the requests; `nil` for anonymous requests.
    let authorization: String?
    /// The size limit for the content of an answer, in bytes; larger content is discarded.
    var limit = Self.contentLimit

    /// Sends a request without redirects, retries or a cache.
    ///
    /// If the answer is a stream, only the head is read, and the connection is closed.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - expectsStream: True if the document describes the answer as a stream.
    /// - Returns: The request and the answer.
    /// - Throws: The error of the transport.
    func send(_ request: Request, expectsStream: Bool = false) async throws -> CheckedExchange {
        var request = request
        request.fields[.userAgent] = "recado/\(RecadoCommand.version)"
        if let authorization { request.fields[.authorization] = authorization }
        let start = ContinuousClock.now
        var response = try await transport.send(request, timeouts: timeouts)
        var content: [UInt8] = []
        var extent = CheckedExchange.Extent.head
        if !StreamedContent.isStream(response, answering: request, expected: expectsStream) {
            do {
                content = try await response.content.collect(upTo: limit)
                extent = .whole
            } catch is ContentTooLarge {
                extent = .excessive
            }
        }
        // Dropping the content ends the transfer, which would otherwise continue.
        response.content = .empty
        return CheckedExchange(
            request: request,
            response: response,
            content: content,
            extent: extent,
            duration: ContinuousClock.now - start
        )
    }
}
