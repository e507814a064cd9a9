// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP

/// Makes the requests of a check, one at a time.
struct CheckCaller: Sendable {
    /// The greatest size of an answer of the checked service, in bytes: 16 MiB.
    static let contentLimit = 16 * 1024 * 1024

    let transport: any Transport
    let timeouts: Timeouts
    /// The field Authorization, when somebody calls.
    let authorization: String?
    /// The most bytes of an answer.
    var limit = Self.contentLimit

    /// Sends a request unchanged: without redirects, retries or a cache.
    ///
    /// Of a stream only the head is read; then the connection is closed.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - expectsStream: True if the document describes the answer as a stream.
    /// - Returns: The request, and its answer.
    /// - Throws: The error that prevented the answer.
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
        // A transfer ends when nothing refers to its content any longer.
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
