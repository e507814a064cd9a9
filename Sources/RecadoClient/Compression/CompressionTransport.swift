// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A transport that compresses the content of requests with gzip where that makes it smaller.
///
/// A client cannot know whether a server understands it before the server has refused with 415: put
/// this above the transports to servers that do. It belongs below what decides about repetitions
/// and above what signs requests.
///
/// - Content at hand is compressed and compared; content of less than 256 bytes is left alone. Of a
///   stream the first 64 KiB are compressed and must shrink by a tenth.
/// - A stream has no known length any more; HTTP/1.1 sends it in chunks then.
/// - Content with a Content-Encoding of its own passes.
public struct CompressionTransport: Transport {
    /// The transport that sends each request.
    public let base: any Transport

    /// Creates a layer over a transport.
    ///
    /// - Parameter base: The transport that sends each request.
    public init(_ base: any Transport) {
        self.base = base
    }

    /// Sends a request with compressed content, if that is smaller.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - timeouts: The time limits.
    /// - Returns: The answer.
    /// - Throws: The errors of the base, and `contentFailed` if the content fails at its beginning.
    public func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        var request = request
        try await request.compress()
        return try await base.send(request, timeouts: timeouts)
    }
}
