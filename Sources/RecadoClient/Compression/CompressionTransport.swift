// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP
public import RecadoTransport

/// A transport that compresses request content with gzip if that makes it smaller.
///
/// A server that does not understand compressed content refuses it with 415, and a client cannot
/// find that out in advance. So use this transport only for servers that support compression. Place
/// it below the layers that repeat requests and above those that sign them.
///
/// - Content in memory is sent compressed if that is smaller; content of less than 256 bytes is
///   sent unchanged. A stream is compressed if its first 64 KiB shrink by a tenth.
/// - A compressed stream has no known length, so HTTP/1.1 sends it in chunks.
/// - Content that already has a Content-Encoding is sent unchanged.
public struct CompressionTransport: Transport {
    /// The transport that sends each request.
    public let base: any Transport

    /// Creates a layer over a transport.
    ///
    /// - Parameter base: The transport that sends each request.
    public init(_ base: any Transport) {
        self.base = base
    }

    /// Sends a request, with its content compressed if that is smaller.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - timeouts: The time limits.
    /// - Returns: The answer.
    /// - Throws: The errors of the base transport, and `contentFailed` if a stream fails at its
    ///   beginning.
    public func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        var request = request
        try await request.compress()
        return try await base.send(request, timeouts: timeouts)
    }
}
