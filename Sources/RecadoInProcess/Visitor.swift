// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoServer

/// The client that an app makes calls for: its address, cookies and host.
struct Visitor: Sendable {
    /// The address of the client; if it is `nil`, calls have the address of this machine.
    let peer: Peer?
    /// The values of the client's Cookie fields.
    let cookies: [String]
    /// The scheme and, in `authority`, the host that the client's request named.
    let scheme: String
    let authority: String
    /// The origin that a trusted proxy has reported.
    private let forwardedOrigin = ForwardedOrigin.current

    /// The client that the current task makes calls for; `nil` if the task makes them for itself.
    @TaskLocal static var current: Visitor?

    /// Creates a description of the client that sent a request.
    init(_ request: Request) {
        peer = request.peer.map { peer in
            // A request that a proxy has forwarded does not count as local, even if the proxy runs
            // on this machine.
            Peer(
                address: peer.address,
                isLocal: peer.isLocal && request.isFromThisMachine,
                isSecure: peer.isSecure,
                certificate: peer.certificate
            )
        }
        cookies = request.fields[values: .cookie]
        scheme = request.scheme
        authority = request.authority
    }

    /// Runs a closure whose calls are made on behalf of the client.
    func call<Result, Failure: Error>(
        _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let outcome = await Self.$current.withValue(peer == nil ? nil : self) {
            await ForwardedOrigin.$told.withValue(forwardedOrigin) {
                do throws(Failure) {
                    return Swift.Result<Result, Failure>.success(try await body())
                } catch {
                    return .failure(error)
                }
            }
        }
        return try outcome.get()
    }

    /// Returns the same response, changed so that calls made by its content are on behalf of the
    /// client.
    ///
    /// Streamed content makes such calls while it is read.
    func serving(_ response: Response) -> Response {
        let content = response.content
        guard content.bytes == nil, response.status != .switchingProtocols else { return response }
        var response = response
        if content.isReplayable {
            response.content = Content(length: content.length) {
                VisitorSource(content.makeSource(), self)
            }
        } else {
            response.content = Content(reading: VisitorSource(content.makeSource(), self))
        }
        return response
    }
}

/// A source that makes its calls on behalf of a client.
private final class VisitorSource: ContentSource {
    private let source: any ContentSource
    private let visitor: Visitor

    init(_ source: any ContentSource, _ visitor: Visitor) {
        self.source = source
        self.visitor = visitor
    }

    var length: Int? { source.length }

    func next() async throws -> [UInt8]? {
        try await visitor.call { () async throws in try await source.next() }
    }
}
