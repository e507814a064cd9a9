// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP
package import RecadoTransport

/// A transport that signs requests in their final form.
///
/// Put it directly above the transport that sends them, so that changes by other middleware are
/// signed, too, and each attempt gets its own signature.
///
/// ```swift
/// let transport = RetryTransport(SigningTransport(sockets) { request in
///     request.fields["X-Signature"] = key.sign(request.target, request.content.bytes ?? [])
/// })
/// ```
package struct SigningTransport: Transport {
    private let base: any Transport
    private let contentLimit: Int
    private let sign: SigningPolicy.Sign

    /// Creates a layer over a transport.
    ///
    /// - Parameters:
    ///   - base: The transport that sends requests.
    ///   - contentLimit: The maximum size, in bytes, of replayable content, such as a file, that is
    ///     read into memory to be signed; 0 by default, for none.
    ///   - sign: Adds a signature. The bytes of a stream are not available to it.
    package init(_ base: any Transport, contentLimit: Int = 0, sign: @escaping SigningPolicy.Sign) {
        self.base = base
        self.contentLimit = contentLimit
        self.sign = sign
    }

    /// Signs and sends a request.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - timeouts: The time limits.
    /// - Returns: The answer.
    /// - Throws: An error of the transfer, or of the kind `unauthenticated` if signing failed.
    package func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        var request = request
        do {
            if contentLimit > 0, request.content.isReplayable, request.content.bytes == nil {
                request.content = Content(try await request.content.collect(upTo: contentLimit))
            }
            try await sign(&request)
        } catch is CancellationError {
            throw TransportError(.cancelled, "while signing the request")
        } catch let error as ContentTooLarge {
            throw TransportError(.invalidRequest, "\(error); expected less to sign")
        } catch {
            let detail = "the request could not be signed: \(type(of: error))"
            throw TransportError(.unauthenticated, detail)
        }
        return try await base.send(request, timeouts: timeouts)
    }
}
