// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The time that each phase of one transfer took, and the bytes that it moved.
///
/// The phases follow one another, and their sum is the ``total``. A phase that did not take place,
/// such as TLS over a connection that is reused, took no time. For a transfer that failed, the
/// remaining time counts for the phase in which it failed:
///
/// ```swift
/// if let timings = error.timings { print(timings) }
/// // 1.02 s: queue 0.10 ms, name 1.21 ms, connect 1.02 s; 0 bytes sent, 0 received
/// ```
public struct PhaseTimings: Sendable, Hashable {
    /// The time from the call until a connection was requested.
    public var queue: Duration
    /// The time to resolve the name of the host, or of the proxy if there is one.
    public var nameResolution: Duration
    /// The time to open the connection to the host, or to the proxy if there is one.
    public var connect: Duration
    /// The time to open the tunnel through a proxy, if there is one, and to establish TLS.
    public var tls: Duration
    /// The time from the open connection to the first byte of the answer, including the sending of
    /// the request.
    public var firstByte: Duration
    /// The time from the first byte of the answer to the last.
    public var content: Duration
    /// True if the connection had already served another transfer.
    public var isConnectionReused: Bool
    /// The number of bytes of the request, with fields and content, in HTTP/1.1 format and before
    /// encryption.
    public var bytesSent: Int
    /// The number of bytes of the answer, with fields and content, before decompression.
    public var bytesReceived: Int
    /// The version of HTTP that was used; `nil` if no answer arrived.
    public var version: Version?
    /// The IP address that the connection leads to: the server's, or the proxy's if there is one;
    /// `nil` if there was no connection.
    public var remoteAddress: String?
    /// The port that the connection leads to; 0 if there was no connection.
    public var remotePort: Int

    /// Creates timings of a transfer that took no time.
    public init() {
        (queue, nameResolution, connect, tls) = (.zero, .zero, .zero, .zero)
        (firstByte, content) = (.zero, .zero)
        isConnectionReused = false
        (bytesSent, bytesReceived, remotePort) = (0, 0, 0)
        (version, remoteAddress) = (nil, nil)
    }

    /// The time from the call to the last byte of the answer, or to the failure.
    public var total: Duration { queue + nameResolution + connect + tls + firstByte + content }

    /// A version of HTTP.
    @nonexhaustive
    public enum Version: String, Sendable, Hashable {
        /// HTTP/1.0 (RFC 1945).
        case http10 = "HTTP/1.0"
        /// HTTP/1.1 (RFC 9112).
        case http11 = "HTTP/1.1"
        /// HTTP/2 (RFC 9113).
        case http2 = "HTTP/2"
        /// HTTP/3 (RFC 9114).
        case http3 = "HTTP/3"
    }
}

extension PhaseTimings: CustomStringConvertible {
    /// The total, the phases that took time and the bytes, in one line.
    public var description: String {
        let phases = [
            ("queue", queue), ("name", nameResolution), ("connect", connect), ("TLS", tls),
            ("first byte", firstByte), ("content", content),
        ]
        let parts = phases.filter { $0.1 > .zero }.map { "\($0.0) \($0.1.fine)" }
        let start = ([total.fine] + (parts.isEmpty ? [] : [parts.joined(separator: ", ")]))
        return start.joined(separator: ": ")
            + "; \(bytesSent) bytes sent, \(bytesReceived) received"
    }
}

extension Duration {
    /// The duration for people to read, in milliseconds if it is short: `1.25 ms`.
    var fine: String {
        self < .seconds(1) ? (self * 1000).brief.replacing(" s", with: " ms") : brief
    }
}
