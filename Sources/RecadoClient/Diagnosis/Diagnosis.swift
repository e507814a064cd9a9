// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The findings about an address from a call to it, for people to read and for programs to store.
///
/// ```swift
/// print(await client.diagnose("films"))
/// ```
///
/// It holds no secrets: addresses appear in it as in logs. Values that the transport does not
/// report are `nil` or empty; only a transport over a network reports addresses and certificates.
public struct Diagnosis: Sendable, Codable, Hashable {
    /// A certificate that the host presented.
    public struct Certificate: Sendable, Codable, Hashable {
        /// The owner of the certificate.
        public var subject: String
        /// The authority that signed it.
        public var issuer: String
        /// The time from which it is valid, in the form of a field's date.
        public var validFrom: String?
        /// The time until which it is valid, in the form of a field's date.
        public var validUntil: String?
        /// The whole days until ``validUntil``; negative if that time has passed.
        public var daysLeft: Int?
        /// The pin of its public key, in a form that can be copied into settings.
        public var pin: String?
    }

    /// A part of the time that the last request took.
    public struct Phase: Sendable, Codable, Hashable {
        /// The name of the phase: `queue`, `name`, `connect`, `tls`, `firstByte`, `content`.
        public var name: String
        /// The duration of the phase.
        public var milliseconds: Double
    }

    /// The URI that was called, without the values of the query.
    public var uri: String
    /// The reason that the response is missing or incomplete; `nil` if there is a whole response.
    public var failure: String?
    /// The status of the answer.
    public var status: Int?
    /// The redirects that were followed, without the values of queries.
    public var redirects: [String] = []
    /// The proxy through which the request went.
    public var proxy: String?
    /// The addresses to which a connection was tried, in their order.
    public var triedAddresses: [String] = []
    /// The address that answered, which is the proxy's if there is one.
    public var address: String?
    /// True if the connection had been open before, so that nothing is known about its opening.
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
    /// The decision of a private cache: if it stores the response, and for how long the response is
    /// fresh.
    public var cache: String?
    /// The number of seconds by which the server's clock is ahead of this one; negative if it is
    /// behind.
    public var clockSkew: Int?
    /// The alternative addresses and protocols at which the host says that it can be reached.
    public var alternativeServices: [String] = []
    /// The media type of the content.
    public var contentType: String?
    /// The coding in which the content was sent.
    public var contentCoding: String?
    /// The title of an HTML page, if the answer is one.
    public var pageTitle: String?
    /// The conclusions from the findings, in plain words.
    public var hints: [String] = []

    init(uri: String) {
        self.uri = uri
    }

    /// True if the call did not fail and there are no hints.
    public var isHealthy: Bool { failure == nil && hints.isEmpty }
}
