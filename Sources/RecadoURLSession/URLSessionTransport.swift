// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoClient
public import RecadoHTTP

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// A transport over Foundation's `URLSession`, for Apple's systems.
///
/// There it knows the system's proxies, its trust and its networks. On Linux it works, with the defects
/// that the module's page lists; `CurlTransport` is the one to use there.
///
/// ```swift
/// let client = try Client(base: "https://example.org", transport: URLSessionTransport())
/// ```
///
/// The session follows no redirect, keeps no cookie, no answer and no credentials; these are for layers
/// above. It decodes compressed content by itself, so that answers have no Content-Encoding.
///
/// A transport that is released ends what is under way: the content of answers that are still being
/// read fails with an error of the kind `TransportError.Kind.released`.
public final class URLSessionTransport: Transport {
    /// Limits of a transport.
    public struct Options: Sendable, Hashable {
        /// The greatest number of connections to one host: 256.
        ///
        /// Foundation's own default of 6 makes further requests wait without a word.
        public var connectionsPerHost = 256

        /// How many bytes of an answer are kept for a reader that falls behind: 262 144.
        ///
        /// Beyond them the transport stops reading where the system allows it.
        public var contentBuffer = 262_144

        /// How many bytes are kept where the system cannot stream, as on Linux: 64 MiB.
        ///
        /// Beyond them a transfer fails, for it would fill the memory: content to send must be read
        /// before, and content that nobody reads cannot be held back.
        public var contentLimit = 64 << 20

        /// Creates options with their defaults.
        public init() {}
    }

    private let options: Options
    private let pool: SessionPool
    private let stopwatch: Stopwatch

    /// Creates a transport with a session of its own.
    ///
    /// - Parameters:
    ///   - options: Limits.
    ///   - clock: What timeouts are measured by.
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
    ///   - request: What to send. Fields that frame the message, such as `Transfer-Encoding`, are the
    ///     session's own and are refused.
    ///   - timeouts: How long to wait, until the last byte of the answer's content. A session does not
    ///     tell when it has connected, so that `connect` has no effect.
    /// - Returns: The final answer.
    /// - Throws: An error that tells what kept the answer from arriving.
    public func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        if Task.isCancelled { throw TransportError(.cancelled) }
        try request.checkForWire()
        var request = request
        if !Upload.isPossible { try await request.collect(upTo: options.contentLimit) }
        let prepared = try PreparedRequest(request)
        let transfer = Transfer(prepared, options, timeouts, stopwatch)
        return try await transfer.response(over: pool)
    }
}
