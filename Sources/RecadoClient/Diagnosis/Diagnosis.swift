// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The report on a test call to an address, readable as text and encodable for storage.
///
/// ```swift
/// print(await client.diagnose("films"))
/// ```
///
/// It holds no secrets: addresses are masked as in logs. Values that the transport does not report
/// are `nil` or empty; only a network transport reports IP addresses and certificates.
public struct Diagnosis: Sendable, Codable, Hashable {
    /// A certificate that the host presented.
    public struct Certificate: Sendable, Codable, Hashable {
        /// The name of the owner (subject).
        public var subject: String
        /// The name of the certificate authority that signed it (issuer).
        public var issuer: String
        /// The time from which it is valid, formatted like a Date header field.
        public var validFrom: String?
        /// The time until which it is valid, formatted like a Date header field.
        public var validUntil: String?
        /// The whole days until ``validUntil``; negative if that time has passed.
        public var daysLeft: Int?
        /// The pin of its public key, ready to be copied into the client's settings.
        public var pin: String?
    }

    /// The duration of one phase of the last request of the call.
    public struct Phase: Sendable, Codable, Hashable {
        /// The phase: `queue`, `name`, `connect`, `tls`, `firstByte` or `content`.
        public var name: String
        /// The duration in milliseconds.
        public var milliseconds: Double
    }

    /// The URI that was called, with the values of the query masked.
    public var uri: String
    /// The reason why the response is missing or incomplete; `nil` if the response
    /// arrived, whatever its status.
    public var failure: String?
    /// The status of the answer; `nil` if there was none.
    public var status: Int?
    /// The redirects that were followed, with the values of queries masked.
    public var redirects: [String] = []
    /// The proxy that the request went through; `nil` if there was none.
    public var proxy: String?
    /// The IP addresses to which a connection was attempted, in order.
    public var triedAddresses: [String] = []
    /// The IP address of the server, or of the proxy if there is one.
    public var address: String?
    /// True if an open connection was reused; the report then says nothing about how the connection
    /// was opened.
    public var isConnectionReused = false
    /// The version of TLS.
    public var tls: String?
    /// The protocol that was negotiated within TLS (ALPN), such as `h2`.
    public var applicationProtocol: String?
    /// The certificates that the host presented, its own first.
    public var certificates: [Certificate] = []
    /// The version of HTTP.
    public var version: String?
    /// The phases of the last request.
    public var phases: [Phase] = []
    /// The duration of the whole call in milliseconds.
    public var milliseconds: Double = 0
    /// The number of bytes received, including header fields, before decompression.
    public var bytesReceived: Int?
    /// The decision of a private cache: whether it may store the response, and for how long the
    /// response is fresh.
    public var cache: String?
    /// The number of seconds by which the server's clock is ahead of the local clock; negative if
    /// it is behind.
    public var clockSkew: Int?
    /// The alternative services that the host announces (Alt-Svc).
    public var alternativeServices: [String] = []
    /// The media type of the content.
    public var contentType: String?
    /// The coding in which the content was sent, such as `gzip`.
    public var contentCoding: String?
    /// The title of the page, if the answer is HTML.
    public var pageTitle: String?
    /// The likely problems that follow from the report, in plain words.
    public var hints: [String] = []

    init(uri: String) {
        self.uri = uri
    }

    /// True if a response arrived and there are no hints.
    public var isHealthy: Bool { failure == nil && hints.isEmpty }
}
