// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP

/// A request, and what came back.
struct CheckedExchange: Sendable {
    let request: Request
    let response: Response
    /// The content of the response.
    let content: [UInt8]

    var status: Status { response.status }
    var fields: Fields { response.fields }
    /// The media type of the content.
    var mediaType: MediaType? { fields[.contentType].flatMap { MediaType($0) } }
    /// The request in a few words.
    var words: String { "\(request.method) \(request.target)" }
}

/// Makes the requests of a check, one at a time.
struct CheckCaller: Sendable {
    /// The most bytes of an answer.
    private static let contentLimit = 16 * 1024 * 1024

    let transport: any Transport
    let timeouts: Timeouts
    /// The field Authorization, when somebody calls.
    let authorization: String?

    /// Sends a request as it is: without redirects, repetitions or a cache.
    func send(_ request: Request) async throws -> CheckedExchange {
        var request = request
        request.fields[.userAgent] = "recado/\(RecadoCommand.version)"
        if let authorization { request.fields[.authorization] = authorization }
        let response = try await transport.send(request, timeouts: timeouts)
        let content = try await response.content.collect(upTo: Self.contentLimit)
        return CheckedExchange(request: request, response: response, content: content)
    }
}
