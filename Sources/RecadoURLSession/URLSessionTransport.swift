// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP
public import RecadoTransport

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// A transport over Foundation's `URLSession`, for Apple's systems.
///
/// On Apple's systems it uses the system's proxies, trust settings and networks, and it is the
/// default transport of clients. On Linux it has the defects that the module's documentation lists;
/// use `SocketTransport` there.
///
/// ```swift
/// var options = URLSessionTransport.Options()
/// options.hosts["films.example.org"] = .init(
///     trust: .authorities(pem: ownAuthority),
///     identity: .pkcs12(file, passphrase: passphrase)
/// )
/// let transport = URLSessionTransport(options: options)
/// let client = try Client(base: "https://films.example.org", transport: transport)
/// ```
///
/// The session does not follow redirects and stores no cookies, answers or credentials; middleware
/// above the transport does all of this. It decodes compressed content itself, so answers have no
/// Content-Encoding.
///
/// Releasing the transport ends the transfers in progress: reading the content of an answer then
/// fails with an error of the kind `TransportError.Kind.released`.
public final class URLSessionTransport: Transport {
    /// The transport that clients share unless they are given another transport.
    ///
    /// It has the default options, so it trusts the certificate authorities that the system trusts.
    public static let shared = URLSessionTransport()

    private let options: Options
    private let pool: SessionPool
    private let stopwatch: Stopwatch

    /// Creates a transport that shares no connections with others.
    ///
    /// - Parameters:
    ///   - options: The limits, and the options that decide which hosts are trusted.
    ///   - clock: The clock that measures timeouts.
    public init(options: Options = Options(), clock: any Clock<Duration> = ContinuousClock()) {
        self.options = options
        stopwatch = Stopwatch(clock)
        pool = SessionPool(options: options)
    }

    deinit {
        pool.close()
    }

    /// Sends a request and returns the answer, whatever its status.
    ///
    /// - Parameters:
    ///   - request: The request to send. Header fields that frame the message, such as
    ///     `Transfer-Encoding`, are set by the session and therefore refused here.
    ///   - timeouts: The time limits, until the last byte of the answer's content. `connect` has no
    ///     effect, because a session does not report when it has connected.
    /// - Returns: The final answer.
    /// - Throws: An error with the reason why no answer arrived.
    public func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        if Task.isCancelled { throw TransportError(.cancelled) }
        try request.checkForWire()
        try pool.rules.check(request)
        var request = request
        if !Upload.isPossible { try await request.collect(upTo: options.contentLimit) }
        let prepared = try PreparedRequest(request)
        let transfer = Transfer(prepared, options, timeouts, stopwatch)
        return try await transfer.response(over: pool)
    }
}
