// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The findings about an address from a call to it, for people to read and for programs to keep.
///
/// ```swift
/// print(await client.diagnose("films"))
/// ```
///
/// It holds no secrets: addresses appear in it as they do in logs. Values that the transport does
/// not report are `nil` or empty; only a transport over a network knows addresses and certificates.
public struct Diagnosis: Sendable, Codable, Hashable {
    /// A certificate that the host presented.
    public struct Certificate: Sendable, Codable, Hashable {
        /// The owner of the certificate.
        public var subject: String
        /// The authority that signed it.
        public var issuer: String
        /// When it begins to be valid, as a field's date.
        public var validFrom: String?
        /// When it ceases to be valid, as a field's date.
        public var validUntil: String?
        /// The whole days until then; negative when they have passed.
        public var daysLeft: Int?
        /// The pin of its public key, to paste.
        public var pin: String?
    }

    /// A part of the time that the last request took.
    public struct Phase: Sendable, Codable, Hashable {
        /// Its name: `queue`, `name`, `connect`, `tls`, `firstByte`, `content`.
        public var name: String
        /// Its duration.
        public var milliseconds: Double
    }

    /// The URI that was called, without the values of the query.
    public var uri: String
    /// The reason that there is no response, or not all of it; `nil` when there is one.
    public var failure: String?
    /// The status of the answer.
    public var status: Int?
    /// The redirects that were followed, without the values of queries.
    public var redirects: [String] = []
    /// The proxy through which the request went.
    public var proxy: String?
    /// The addresses to which a connection was opened, in their order.
    public var triedAddresses: [String] = []
    /// The address that answered, which is the proxy's if there is one.
    public var address: String?
    /// Whether the connection had been open before, so that nothing is known of its beginning.
    public var isConnectionReused = false
    /// The version of TLS.
    public var tls: String?
    /// The protocol that was agreed on within TLS (ALPN).
    public var applicationProtocol: String?
    /// The certificates that the host presented, from its own to the last authority.
    public var certificates: [Certificate] = []
    /// The version of HTTP.
    public var version: String?
    /// The phases of the last request, with their durations.
    public var phases: [Phase] = []
    /// The duration of the whole call.
    public var milliseconds: Double = 0
    /// The bytes of the answer, fields and content, as they arrived.
    public var bytesReceived: Int?
    /// The decision of a private cache: whether it keeps the response, and how long that is fresh.
    public var cache: String?
    /// By how many seconds the server's clock is ahead of this one; negative when it is behind.
    public var clockSkew: Int?
    /// The other places at which the host says that it can be reached, with their protocols.
    public var alternativeServices: [String] = []
    /// The media type of the content.
    public var contentType: String?
    /// The coding in which the content was sent.
    public var contentCoding: String?
    /// The title of a page of HTML, if the answer is one.
    public var pageTitle: String?
    /// The meaning of all of it, in plain words.
    public var hints: [String] = []

    init(uri: String) {
        self.uri = uri
    }

    /// Whether there is an answer, it is no refusal, and nothing about it needs care.
    public var isHealthy: Bool { failure == nil && hints.isEmpty }
}
