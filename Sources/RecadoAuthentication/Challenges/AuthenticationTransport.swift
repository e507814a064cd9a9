// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP
package import RecadoTransport

/// A transport that answers the challenges of servers or of proxies.
///
/// ```swift
/// let transport = AuthenticationTransport(sockets, credentials: .constant(member))
/// ```
///
/// - Among several challenges, the strongest is answered: Digest before Basic, SHA-256 before MD5.
/// - After a challenge has been answered, requests to the same protection space carry credentials
///   without a challenge (RFC 9110 §11.5); requests to other origins never do.
/// - Credentials that the server refuses are discarded, and the source is asked for other
///   credentials. Refused credentials are not sent again in the same call. After ``refusalLimit``
///   refusals in a row they are not sent at all, because servers lock accounts after a few
///   failures.
/// - A request that already has an Authorization field is sent unchanged.
///
/// A layer answers either servers or proxies; stack two layers if both ask for credentials.
package struct AuthenticationTransport: Transport {
    private let base: any Transport
    private let source: any CredentialSource
    private let schemes: [any AuthenticationScheme]
    private let side: ProtectionSpace.Side
    private let refusalLimit: Int
    private let stopwatch: Stopwatch
    private let memory = AuthenticationMemory()

    /// The number of refusals in a row after which credentials are not sent again: 3, the number of
    /// failures that most servers tolerate.
    package static let refusalLimit = 3

    /// Creates a layer over a transport.
    ///
    /// - Parameters:
    ///   - base: The transport that sends requests.
    ///   - credentials: The source of the caller's credentials.
    ///   - side: The side whose challenges are answered; servers by default.
    ///   - schemes: The schemes that answer challenges; Digest and Basic by default.
    ///   - refusalLimit: The number of refusals in a row after which credentials are not sent
    ///     again.
    ///   - clock: The clock that measures the time limit of the whole call.
    package init(
        _ base: any Transport,
        credentials: any CredentialSource,
        side: ProtectionSpace.Side = .server,
        schemes: [any AuthenticationScheme] = [DigestScheme(), BasicScheme()],
        refusalLimit: Int = AuthenticationTransport.refusalLimit,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.base = base
        source = credentials
        self.side = side
        self.schemes = schemes
        self.refusalLimit = max(refusalLimit, 1)
        stopwatch = Stopwatch(clock)
    }

    /// Sends a request, and sends it again with credentials if the server asks for them.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - timeouts: The time limits; `total` covers all transfers together.
    /// - Returns: The answer; its status is 401 or 407 if no credentials are accepted.
    /// - Throws: An error of the transfer, of the kind `notReplayable` if the content cannot be
    ///   sent again, or of the kind `unauthenticated` if the source of credentials failed.
    package func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        if request.fields.contains(field) {
            return try await base.send(request, timeouts: timeouts)
        }
        var exchange = Exchange(request, uri: uri(of: request))
        exchange.sent = memory.authorization(for: request, exchange.uri, side: side)
        let start = stopwatch.now
        var flow = AuthenticationFlow(schemes, side: side, refusalLimit: refusalLimit)
        while true {
            let response = try await base.send(
                exchange.request(field),
                timeouts: timeouts.after(stopwatch.now - start)
            )
            let sent = exchange.sent
            let step = flow.step(on: response, from: request.origin, hasSent: sent != nil) {
                challenges in
                sent.map { memory.renew($0.generation, challenges) } ?? false
            }
            guard try await prepare(&exchange, step, failures: flow.failures) else {
                conclude(response, exchange)
                return response
            }
            guard request.content.isReplayable else {
                throw TransportError(.notReplayable, "the server asks for credentials")
            }
            await response.content.drain()
        }
    }

    /// The state of one call.
    private struct Exchange {
        private let bare: Request
        let uri: String
        /// The field value in the last request, and the generation of the session that created it.
        var sent: (value: String, generation: Int)?
        /// The credentials that the source returned most recently.
        var offered: (credentials: BasicCredentials, space: ProtectionSpace)?

        init(_ request: Request, uri: String) {
            bare = request
            self.uri = uri
        }

        /// Returns the request in the form in which it is sent next.
        func request(_ field: FieldName) -> Request {
            var request = bare
            if let sent { request.fields[field] = sent.value }
            return request
        }

        mutating func answer(_ memory: AuthenticationMemory, _ session: any AuthenticationSession) {
            guard let offered else { return }
            sent = memory.begin(
                session,
                for: bare,
                uri,
                space: offered.space,
                user: offered.credentials.user
            )
        }

        mutating func renew(_ memory: AuthenticationMemory, _ side: ProtectionSpace.Side) {
            sent = memory.authorization(for: bare, uri, side: side)
        }
    }

    private var field: FieldName { side == .server ? .authorization : .proxyAuthorization }

    /// Returns the target in the request line: for proxies, the absolute URI (RFC 9112 §3.2.2).
    private func uri(of request: Request) -> String {
        side == .server ? request.target : request.origin + request.target
    }

    /// Prepares the next request; returns false if the call ends instead.
    private func prepare(
        _ exchange: inout Exchange,
        _ step: AuthenticationFlow.Step,
        failures: Int
    ) async throws(TransportError) -> Bool {
        switch step {
        case .final:
            return false
        case .renewed:
            exchange.renew(memory, side)
        case .credentials(let challenge, let scheme, let space):
            let refused = exchange.offered
            if let refused { memory.noteRefusal(of: refused.credentials, for: refused.space) }
            exchange.offered = nil
            guard let found = try await credentials(for: space, failures),
                refused?.credentials.isSame(as: found) != true,
                memory.refusals(of: found, for: space) < refusalLimit
            else { return false }
            exchange.offered = (found, space)
            exchange.answer(memory, scheme.session(answering: challenge, with: found))
        }
        return exchange.sent != nil
    }

    private func credentials(
        for space: ProtectionSpace,
        _ failures: Int
    ) async throws(TransportError) -> BasicCredentials? {
        if let own = CallCredentials.current { return own }
        do {
            return try await source.credentials(for: space, failures: failures)
        } catch is CancellationError {
            throw TransportError(.cancelled, "while looking for credentials")
        } catch {
            // Only errors of this package are known to contain no secrets.
            let reason = (error as? CredentialFileError)?.description ?? "\(type(of: error))"
            throw TransportError(.unauthenticated, "the source of credentials failed: \(reason)")
        }
    }

    /// Records whether the credentials were accepted, and what the answer's Authentication-Info
    /// says.
    private func conclude(_ response: Response, _ exchange: Exchange) {
        let isRefused = response.status == AuthenticationFlow.marks(of: side).0
        if let offered = exchange.offered {
            if isRefused {
                memory.noteRefusal(of: offered.credentials, for: offered.space)
            } else {
                memory.noteSuccess(for: offered.space)
            }
        }
        let name: FieldName =
            side == .server ? "Authentication-Info" : "Proxy-Authentication-Info"
        guard let sent = exchange.sent, let text = response.fields[name] else { return }
        var info = FieldParameters()
        for member in FieldList.members(of: text) {
            var scanner = FieldScanner(member)
            guard let name = scanner.token(), scanner.consume("="),
                let value = scanner.tokenOrQuotedString()
            else { continue }
            info.append(value, to: name)
        }
        memory.learn(sent.generation, info)
    }
}
