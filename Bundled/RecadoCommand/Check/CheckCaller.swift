// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP

/// Makes the requests of a check, one at a time.
struct CheckCaller: Sendable {
    /// The most bytes of an answer of the service that is checked: 16 MiB.
    static let contentLimit = 16 * 1024 * 1024

    let transport: any Transport
    let timeouts: Timeouts
    /// The field Authorization, when somebody calls.
    let authorization: String?
    /// The most bytes of an answer.
    var limit = Self.contentLimit

    /// Sends a request as it is: without redirects, repetitions or a cache.
    ///
    /// Of a stream the head is read, and the connection is left.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - expectsStream: Whether the document says that the answer is a stream.
    /// - Returns: The request, and what came back.
    /// - Throws: The error that kept the answer from arriving.
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
        // A transfer ends when nobody holds its content any longer.
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
